import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import type { Shop } from "#lib/commerce/carts/load-cart.ts";
import type { CheckoutCart } from "#lib/commerce/carts/request-schema.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import { renewPayment } from "#lib/money/payments/begin-payment.ts";
import { checkReturnUrl } from "#lib/tenancy/tenants/origins.ts";
import { extendHold } from "./appointments.ts";
import { ORDER } from "./errors.ts";
import { orderLife } from "./lifecycle.ts";
import { type PlacedOrder, paymentRequest } from "./new-order.ts";
import { commitOrder, type FullOrderSnapshot, findOrderSnapshot } from "./record.ts";
import type { Order } from "./schema.ts";

/**
 * Answers a repeated checkout of a cart with the cart's order. If the payment page has ended or the payment was
 * declined, it opens another payment page and extends the hold.
 */
export async function checkoutAgain(
  ctx: Context,
  { business }: Shop,
  cart: Stored<Cart>,
  input: CheckoutCart,
): Promise<PlacedOrder> {
  const id = cart.converted_order_id ?? "";
  const snapshot = await findOrderSnapshot(cart.store_id, id);
  if (!snapshot) throw ORDER.NOT_FOUND();
  const { order } = snapshot;
  // The hold ended after the cart was read, so the cart is open and can be ordered again.
  if (order.status === "cancelled" && snapshot.cart?.converted_order_id !== id) throw new Contention();
  if (order.status === "cancelled" || needsNextPage(ctx, snapshot)) {
    const checkedUrl = (field: string, url: string | null | undefined, known: string | null) =>
      url ? checkReturnUrl(business, field, url, { order_id: id }) : known;
    await openNextPage(ctx, snapshot, {
      return_url: checkedUrl("return_url", input.return_url, order.return_url),
      cancel_url: checkedUrl("cancel_url", input.cancel_url, order.cancel_url),
    });
  }
  return { store_id: cart.store_id, order_id: id, again: true };
}

// The buyer can still pay on an open page; a declined or ended page is replaced.
function needsNextPage(ctx: Context, { order, payment }: FullOrderSnapshot): boolean {
  if (order.status !== "pending" || !payment) return false;
  if (payment.status === "failed" || payment.status === "expired") return true;
  return payment.status === "pending" && payment.expires_at <= ctx.now();
}

async function openNextPage(
  ctx: Context,
  snapshot: FullOrderSnapshot,
  checkedUrl: Pick<Order, "return_url" | "cancel_url">,
): Promise<void> {
  const { order, payment, reservation, shop } = snapshot;
  const page = { status: "pending", until: 0, ...checkedUrl } as const;
  const another = { type: "payment page renewed", by: ctx } as const;
  // Throws, because an order that has ended gets no payment page.
  if (order.status !== "pending" || !payment)
    return void orderLife.transition(snapshot, { ...another, page, times: [] });
  const next = await renewPayment(ctx, payment, paymentRequest({ ...order, ...checkedUrl }, shop.business));
  const times = await extendHold(ctx, reservation, next.holdUntil);
  if (!times)
    throw takenTimesError(order.items.filter(({ type }) => type === "service").map(({ line_id }) => line_id));
  const shown = { ...page, status: next.payment.status, until: next.holdUntil };
  const outcome = orderLife.transition(snapshot, { ...another, page: shown, times });
  await commitOrder(ctx, snapshot, outcome, { beside: next.writes });
}

function takenTimesError(lineIds: readonly string[]): Error {
  const { code } = RESERVATION.TIME_SLOT_NOT_AVAILABLE;
  return RESERVATION.TIME_SLOT_NOT_AVAILABLE({
    validationErrors: lineIds.map((field) => ({ field, message: "is at a time that is taken", error: code })),
  });
}
