import { readTogether } from "#core/dynamo/together.ts";
import { refundRead } from "#lib/money/payments/refunds.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import type { Order, OrderItem, OrderPayment, OrderRefund } from "./schema.ts";

/** What an order says of its payment, from the payment as it is. */
export function paidAs({ payment: before }: Pick<Order, "payment">, payment: Payment): OrderPayment {
  const { status, captured, refunded, refund_pending } = payment;
  return { ...before, status, captured, refunded, refund_pending };
}

/** The same with what became of each refund. What a provider refused to give back is not given back. */
export async function withRefunds(order: Order, payment: Payment): Promise<Pick<Order, "payment" | "items">> {
  const open = order.payment.refunds.filter(({ status }) => status === "pending");
  const found = await readTogether(open.map(({ id }) => refundRead(order.store_id, id)));
  const ends = new Map(found.flatMap((refund) => (refund ? [[refund.id, refund.status] as const] : [])));
  const refunds = order.payment.refunds.map(
    (refund): OrderRefund => ({ ...refund, status: ends.get(refund.id) ?? refund.status }),
  );
  const failed = open.filter(({ id }) => ends.get(id) === "failed");
  return {
    payment: { ...paidAs(order, payment), refunds },
    items: order.items.map((item) => withoutFailed(item, failed)),
  };
}

function withoutFailed(item: OrderItem, failed: readonly OrderRefund[]): OrderItem {
  const units = failed
    .flatMap(({ lines }) => lines)
    .filter(({ order_item_id }) => order_item_id === item.id)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return units > 0 ? { ...item, refunded_quantity: item.refunded_quantity - units } : item;
}
