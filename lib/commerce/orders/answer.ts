import type { Context } from "#core/context.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { type OpenPage, openPage, pageToPay } from "#lib/money/payments/pages.ts";
import { isVisitors } from "#lib/tenancy/visitors/own.ts";
import type { Placed } from "./place.ts";
import type { Order } from "./schema.ts";
import { shownPayment } from "./shown.ts";
import { orders } from "./table.ts";
import type { CheckedOut } from "./view-schema.ts";

/**
 * What a checkout answers, of the order as it is now. It may be the first to open the payment page; when that fails, the
 * order stays, and another checkout of the same cart tries again.
 */
export async function viewCheckout(
  { store_id, order_id, again, made }: Placed,
  ctx: Context,
): Promise<CheckedOut> {
  if (again) ctx.status = 200;
  if (made) return answerOf(made.order, made.attempt && (await openPage(ctx, made.attempt)));
  const order = await orders.get({ store_id, id: order_id }, ORDER.NOT_FOUND(), ctx);
  return answerOf(order, await pageOf(ctx, order));
}

/** The same for the store's people. */
export async function getPaymentOfOrder(ctx: Context, storeId: string, orderId: string): Promise<CheckedOut> {
  const order = await orders.get({ store_id: storeId, id: orderId }, ORDER.NOT_FOUND(), ctx);
  return answerOf(order, await pageOf(ctx, order));
}

/** The same for the visitor whose order it is. */
export async function getOrderPayment(ctx: Context, storeId: string, orderId: string): Promise<CheckedOut> {
  const order = await orders.find({ store_id: storeId, id: orderId }, ctx);
  if (!order || !isVisitors(ctx, order.contact_id)) throw ORDER.NOT_FOUND();
  return answerOf(order, await pageOf(ctx, order));
}

async function pageOf(ctx: Context, { status, payment, store_id }: Order): Promise<OpenPage | undefined> {
  return status === "pending" && payment.id ? pageToPay(ctx, store_id, payment.id) : undefined;
}

function answerOf(order: Order, page: OpenPage | undefined): CheckedOut {
  const { id, number, status, payment_status, total, currency } = order;
  const url = page?.url ?? null;
  return {
    order_id: id,
    number,
    status,
    payment_status,
    total,
    currency,
    payment_action: { type: url ? "redirect" : "none", url, expires_at: page?.expires_at ?? null },
    checkoutUrl: url,
    paymentUrl: url,
    payment: shownPayment(order),
  };
}
