import type { Context } from "#core/context.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { type At, type Open, openCart } from "#lib/commerce/carts/service.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { whileContended } from "./contended.ts";
import { findWhole } from "./load.ts";
import { release } from "./release.ts";
import { settleOrder } from "./settle.ts";

/**
 * Runs a change of a cart. One that is being paid for is taken back first: its page is closed, and what it held is free;
 * if it was paid meanwhile, that counts, and the change is refused.
 */
export async function changingCart<A>(ctx: Context, at: At, run: (open: Open) => Promise<A>): Promise<A> {
  const open = await openCart(ctx, at);
  const { status, is_bought, converted_order_id } = open.cart;
  if (status !== "converted" || is_bought || !converted_order_id) return run(open);
  await takeBack(ctx, at.storeId, converted_order_id);
  return run(await openCart(ctx, at));
}

async function takeBack(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const whole = await findWhole(storeId, orderId);
  if (whole?.order.status !== "pending" || !whole.payment) return;
  const end = await closePage(ctx, storeId, whole.payment.id);
  if (end === "paid") {
    await settleOrder(ctx, storeId, orderId);
    throw ORDER.INVALID_STATUS({ message: `the cart has been paid for as order ${whole.order.number}` });
  }
  await whileContended(() => release(ctx, storeId, orderId, "cart_changed"));
}
