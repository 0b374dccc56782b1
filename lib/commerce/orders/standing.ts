import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Standing } from "#lib/money/payments/giving-back.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { buyerMayCancel } from "./buyers-cancel.ts";
import { leftIn } from "./give.ts";
import { orders } from "./table.ts";

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
