import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { checkSameRequest, findByIntent, intentOf } from "#lib/money/payments/intent.ts";
import type { Intent } from "#lib/money/payments/intent-schema.ts";
import type { Payable } from "#lib/money/payments/payable.ts";
import {
  checkRefundPermission,
  policyRefundError,
  type RefundableBalance,
} from "#lib/money/payments/refund-permission.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { CASH } from "./books.ts";
import { ORDER } from "./errors.ts";
import { orderLife } from "./lifecycle.ts";
import { reconcileOrderPayment } from "./reconcile-payment.ts";
import { commitOrder, getOrderSnapshot } from "./record.ts";
import { refundableAmountOfOrder, sourceRefund } from "./refund-sources.ts";
import type { RefundResult } from "./refund-view-schema.ts";
import type { RefundOrder } from "./request-schema.ts";
import type { Order } from "./schema.ts";
import { buyerMayCancel } from "./statuses.ts";
import { orders } from "./table.ts";

export const orderPayable: Payable = {
  name: "order",
  owns: (reference) => reference.startsWith("order_"),
  applyPayment: (ctx, storeId, orderId) => reconcileOrderPayment(ctx, storeId, orderId),
  notFound: () => ORDER.NOT_FOUND(),
  refundableBalance: orderPaymentBalance,
  refund: refundOrder,
};

/**
 * Refunds an order for staff. The amount is reserved at once, so that concurrent refunds never exceed what
 * was paid. A repeated `refund_id` gets the first answer again.
 *
 * @throws ORDER.INVALID_STATUS if nothing was paid, PAYMENT.INVALID_AMOUNT if less is left,
 * @throws GENERAL.FORBIDDEN see `checkRefundPermission`, GENERAL.IDEMPOTENCY_KEY_REUSED see
 *   `checkSameRequest`
 */
export async function refundOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  { refundId, refund_id: named, ...requested }: RefundOrder,
): Promise<RefundResult> {
  const refund_id = named ?? refundId;
  const snapshot = await getOrderSnapshot(storeId, orderId);
  const intent = intentOf(refund_id, requested);
  const before = previousRefund(snapshot.order, intent);
  if (before) return before;
  const customerMay = buyerMayCancel(snapshot.order, ctx.now());
  if ((await checkRefundPermission(ctx, storeId, requested.refund, customerMay)) === "nothing")
    throw policyRefundError();
  const outcome = orderLife.transition(snapshot, {
    type: "refund requested",
    asked: requested,
    intent,
    by: ctx,
  });
  if (!outcome.refunded) throw new Error(`Of ${orderId} nothing was given back.`);
  const answer = refundAnswer(snapshot.order, refund_id, outcome.refunded, ctx.now());
  await commitOrder(ctx, snapshot, outcome, { answer });
  return answer;
}

// A repeated request gets the first answer; the order itself shows whether the refund succeeded.
function previousRefund(order: Order, intent: Intent | undefined): RefundResult | undefined {
  const own = findByIntent(order.entries, (entry) => entry.intent, intent);
  const sources = own.map(({ source, refund_id, amount }) =>
    sourceRefund(source === CASH ? "cash" : "card", refund_id ?? "", amount),
  );
  const [first] = own;
  if (!first) return undefined;
  checkSameRequest("refund_id", first.intent, intent);
  return refundAnswer(order, intent?.key, sources, first.at);
}

function refundAnswer(
  { payment: { id: payment_id, currency } }: Order,
  key: string | null | undefined,
  sources: RefundResult["sources"],
  created_at: number,
): RefundResult {
  const [first] = sources;
  if (!first) throw new Error("A refund is given from somewhere.");
  const { refund_id: id, status } = first;
  const amount = sources.reduce((sum, each) => sum + each.amount, 0);
  const refund_id = key ?? id;
  return { id, refund_id, payment_id: payment_id ?? "", amount, currency, status, created_at, sources };
}

/** What can be refunded, and whether the buyer could cancel now; `undefined` if there is no such order. */
export async function orderPaymentBalance(
  ctx: Context,
  storeId: string,
  id: string,
): Promise<RefundableBalance | undefined> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  if (!order) return undefined;
  const [payment] = await readTogether([paymentRead(storeId, order.payment.id ?? "")], ctx);
  const customerMay = buyerMayCancel(order, ctx.now());
  return {
    left: refundableAmountOfOrder(order, payment),
    customerMayCancel: customerMay,
    unchangedCheck: orders.check(order),
  };
}
