import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import type { Shop } from "#lib/commerce/carts/load-cart.ts";
import type { CheckoutCart } from "#lib/commerce/carts/request-schema.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import { renewPayment } from "#lib/money/payments/begin-payment.ts";
import { returnAddress } from "#lib/tenancy/tenants/origins.ts";
import { extendHold } from "./appointments.ts";
import { ORDER } from "./errors.ts";
import { orderLife } from "./lifecycle.ts";
import { type CheckoutResult, paymentRequest } from "./new-order.ts";
import { commitOrder, type FullOrderSnapshot, findOrderSnapshot } from "./record.ts";
import type { Order } from "./schema.ts";

/**
 * A further checkout of a cart finds the order that it became. A page that is over, or on which the payment was declined,
 * is followed by another one: the hold goes on with it.
 */
export async function checkoutAgain(
  ctx: Context,
  { business }: Shop,
  cart: Stored<Cart>,
  input: CheckoutCart,
): Promise<CheckoutResult> {
  const id = cart.converted_order_id ?? "";
  const snapshot = await findOrderSnapshot(cart.store_id, id);
  if (!snapshot) throw ORDER.NOT_FOUND();
  const { order } = snapshot;
  // Its hold ended after the cart was read: the cart is there again, and can be ordered anew.
  if (order.status === "cancelled" && snapshot.cart?.converted_order_id !== id) throw new Contention();
  if (order.status === "cancelled" || needsPage(ctx, snapshot)) {
    const back = (field: string, url: string | null | undefined, known: string | null) =>
      url ? returnAddress(business, field, url, { order_id: id }) : known;
    await renew(ctx, snapshot, {
      return_url: back("return_url", input.return_url, order.return_url),
      cancel_url: back("cancel_url", input.cancel_url, order.cancel_url),
    });
  }
  return { store_id: cart.store_id, order_id: id, again: true };
}

// A page that can still be paid is answered again; one that was declined or is over is not.
function needsPage(ctx: Context, { order, payment }: FullOrderSnapshot): boolean {
  if (order.status !== "pending" || !payment) return false;
  if (payment.status === "failed" || payment.status === "expired") return true;
  return payment.status === "pending" && payment.expires_at <= ctx.now();
}

async function renew(
  ctx: Context,
  snapshot: FullOrderSnapshot,
  back: Pick<Order, "return_url" | "cancel_url">,
): Promise<void> {
  const { order, payment, reservation, shop } = snapshot;
  const page = { status: "pending", until: 0, ...back } as const;
  const another = { type: "payment page renewed", by: ctx } as const;
  // An order that is over has none.
  if (order.status !== "pending" || !payment)
    return void orderLife.transition(snapshot, { ...another, page, times: [] });
  const next = await renewPayment(ctx, payment, paymentRequest({ ...order, ...back }, shop.business));
  const times = await extendHold(ctx, reservation, next.holdUntil);
  if (!times)
    throw timesGone(order.items.filter(({ type }) => type === "service").map(({ line_id }) => line_id));
  const shown = { ...page, status: next.payment.status, until: next.holdUntil };
  const outcome = orderLife.transition(snapshot, { ...another, page: shown, times });
  await commitOrder(ctx, snapshot, outcome, { beside: next.writes });
}

function timesGone(lineIds: readonly string[]): Error {
  const { code } = RESERVATION.TIME_SLOT_NOT_AVAILABLE;
  return RESERVATION.TIME_SLOT_NOT_AVAILABLE({
    validationErrors: lineIds.map((field) => ({ field, message: "is at a time that is taken", error: code })),
  });
}
