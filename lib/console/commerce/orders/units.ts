import type { Schemas } from "#console/shared/api/types.ts";

type Order = Schemas["Order"];
type Item = Schemas["OrderItem"];
export type Units = { order_item_id: string; quantity: number };

/** How many units of an item are still to be sent. */
export function leftToSend(item: Item): number {
  return item.type === "product" && item.status.status !== "cancelled"
    ? item.quantity - item.cancelled_quantity - item.fulfilled_quantity
    : 0;
}

/** The lines of an order that can be sent now. */
export function sendableLines({ status, items }: Pick<Order, "status" | "items">): Units[] {
  if (status !== "confirmed" && status !== "partially_cancelled") return [];
  return items.flatMap((item) =>
    leftToSend(item) > 0 ? [{ order_item_id: item.id, quantity: leftToSend(item) }] : [],
  );
}

/** How many units of an item can be returned. */
export function leftToReturn(item: Item): number {
  return item.type === "product" ? item.fulfilled_quantity - item.returned_quantity : 0;
}

/** How many units of an item can be refunded. */
export function leftToRefund(item: Item): number {
  return item.quantity - item.cancelled_quantity - item.refunded_quantity;
}

/** The amount in minor units that can still be refunded. */
export function refundableAmount({ payment }: Pick<Order, "payment">): number {
  return Math.max(0, payment.captured - payment.refunded - payment.refund_pending);
}

/** The price of some units of an item, in minor units of the currency, rounded. */
export function worthOf(item: Item, quantity: number): number {
  return Math.round((item.money.total * quantity) / item.quantity);
}
