import type { Context } from "#core/context.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { type At, openCart } from "#lib/commerce/carts/service.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { findWhole } from "./load.ts";
import { patiently } from "./patience.ts";
import { release } from "./release.ts";
import { settleOrder } from "./settle.ts";

/**
 * Runs a change of a cart. One that is being paid for is taken back first: its page is closed, and what it held is free;
 * if it was paid meanwhile, that counts, and the change is refused.
 */
export async function changingCart<A>(ctx: Context, at: At, run: () => Promise<A>): Promise<A> {
  const { cart } = await openCart(ctx, at);
  if (cart.status !== "converted" || cart.is_bought || !cart.converted_order_id) return run();
  await takeBack(ctx, at.storeId, cart.converted_order_id);
  return run();
}

async function takeBack(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const whole = await findWhole(storeId, orderId);
  if (whole?.order.status !== "pending" || !whole.payment) return;
  const end = await closePage(ctx, storeId, whole.payment.id);
  if (end === "paid") {
    await settleOrder(ctx, storeId, orderId);
    throw ORDER.INVALID_STATUS({ message: `the cart has been paid for as order ${whole.order.number}` });
  }
  await patiently(() => release(ctx, storeId, orderId, "cart_changed"));
}
