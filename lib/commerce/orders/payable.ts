import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { givenBack, nothingByPolicy, type Standing } from "#lib/money/payments/giving-back.ts";
import type { Payable } from "#lib/money/payments/payable.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { ORDER } from "./errors.ts";
import { leftIn } from "./give.ts";
import { orderLife } from "./lifecycle.ts";
import { commit, getWhole } from "./record.ts";
import type { RefundOrder } from "./request-schema.ts";
import { settleOrder } from "./settle.ts";
import { buyerMayCancel } from "./statuses.ts";
import { orders } from "./table.ts";
import type { RefundMade } from "./view-schema.ts";

/** Orders as payments know them. */
export const orderPayable: Payable = {
  name: "order",
  owns: (reference) => reference.startsWith("order_"),
  settle: (ctx, storeId, orderId) => settleOrder(ctx, storeId, orderId),
  missing: () => ORDER.NOT_FOUND(),
  standing: orderStanding,
  refund: async (ctx, storeId, orderId, asked) => {
    const {
      refund_id,
      amount: given,
      status,
      payment_id,
      currency,
    } = await refundOrder(ctx, storeId, orderId, asked);
    return { id: refund_id, payment_id, amount: given, currency, status, created_at: ctx.now() };
  },
};

/**
 * Gives money back, as staff ask for it. It is set aside at once, so that refunds at the same moment never exceed what was
 * paid.
 *
 * @throws ORDER.INVALID_STATUS when nothing was paid, PAYMENT.INVALID_AMOUNT when that much is not left,
 *   GENERAL.FORBIDDEN see `givenBack`
 */
export async function refundOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  asked: RefundOrder,
): Promise<RefundMade> {
  const whole = await getWhole(storeId, orderId);
  const customerMay = buyerMayCancel(whole.order, ctx.now());
  if ((await givenBack(ctx, storeId, asked.refund, customerMay)) === "nothing") throw nothingByPolicy();
  const outcome = orderLife.step(whole, { is: "be refunded", asked, by: ctx });
  if (!outcome.refunded) throw new Error(`Of ${orderId} nothing was given back.`);
  await commit(ctx, whole, outcome, { answer: outcome.refunded });
  return outcome.refunded;
}

/** What can be given back of an order, and whether its buyer could cancel it now; `undefined` when there is none. */
export async function orderStanding(
  ctx: Context,
  storeId: string,
  id: string,
): Promise<Standing | undefined> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  if (!order) return undefined;
  const [payment] = await readTogether([paymentRead(storeId, order.payment.id ?? "")], ctx);
  const customerMay = buyerMayCancel(order, ctx.now());
  return { left: leftIn(order, payment), customerMay, still: orders.check(order) };
}
