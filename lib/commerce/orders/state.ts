import { scale } from "#lib/money/money/rounding.ts";
import { over, sums } from "./books.ts";
import type { Order, OrderItem, OrderStatus } from "./schema.ts";

/** Whether all of an item is cancelled. */
export function isCancelled({ quantity, cancelled_quantity }: OrderItem): boolean {
  return cancelled_quantity >= quantity;
}

/**
 * What is still to be paid of an order: of what it is worth, without units that were cancelled before they were paid for,
 * what has not come yet. Money that went back again had come; what came over and went back for that had not.
 */
export function owed({
  total,
  items,
  entries,
  status,
}: Pick<Order, "total" | "items" | "entries" | "status">): number {
  if (status === "cancelled" || items.every(isCancelled)) return 0;
  const unpaid = items.reduce((sum, item) => sum + worth(item, item.unpaid_quantity), 0);
  const { refunded, refund_pending } = over(entries);
  return Math.max(0, total - unpaid - (sums(entries).captured - refunded - refund_pending));
}

/** What so many units of an item came to: by cumulative rounding, so that all of them come to the whole. */
export function worth({ quantity, money }: Pick<OrderItem, "quantity" | "money">, units: number): number {
  return scale(money.total, units, quantity);
}

/** Units of an item that were paid for, or will be, and whose money did not go back. */
export function refundableUnits(item: OrderItem): number {
  return item.quantity - item.unpaid_quantity - item.refunded_quantity;
}

/** What the next units of an item are worth that are refunded: all of them come to what was paid for the item. */
export function worthOfNext(item: OrderItem, units: number): number {
  const before = item.unpaid_quantity + item.refunded_quantity;
  return worth(item, before + units) - worth(item, before);
}

/** An order with the statuses that follow from its items and its payment. */
export function withStatuses<T extends Order>(order: T): T {
  const items = order.items.map(withItemStatus);
  const known = { ...order, items };
  const payment_status = paymentStatus(known);
  const fulfillment_status = fulfillmentOf(items);
  const paid = { ...known, payment_status, fulfillment_status };
  return { ...paid, status: statusOf(paid) };
}

function withItemStatus(item: OrderItem): OrderItem {
  const sent = item.fulfilled_quantity;
  const wanted = item.quantity - item.cancelled_quantity;
  const fulfillment_status = sent === 0 ? "unfulfilled" : sent < wanted ? "partially_fulfilled" : "fulfilled";
  const status = isCancelled(item) ? ({ ...item.status, status: "cancelled" } as const) : item.status;
  return { ...item, status, fulfillment_status };
}

function fulfillmentOf(items: readonly OrderItem[]): Order["fulfillment_status"] {
  const shipped = items.filter(({ snapshot }) => snapshot.requires_shipping);
  const left = shipped.filter((item) => !isCancelled(item));
  if (shipped.length === 0 || left.length === 0) return "not_required";
  if (left.every(({ fulfillment_status }) => fulfillment_status === "fulfilled")) return "fulfilled";
  return left.some(({ fulfilled_quantity }) => fulfilled_quantity > 0)
    ? "partially_fulfilled"
    : "unfulfilled";
}

function paymentStatus({ payment, payment_status, entries }: Order): Order["payment_status"] {
  const { type, status } = payment;
  const { captured, refunded } = sums(entries);
  if (type === "free") return "paid";
  if (captured > 0 && refunded >= captured) return "refunded";
  if (captured > 0) return refunded > over(entries).refunded ? "partially_refunded" : "paid";
  if (type === "cash") return "unpaid";
  return PAGE[status] ?? payment_status;
}

const PAGE: Partial<Record<string, Order["payment_status"]>> = {
  pending: "pending",
  authorized: "authorized",
  failed: "failed",
  expired: "expired",
};

function statusOf(order: Order): OrderStatus {
  const { status, items } = order;
  if (status === "cancelled") return status;
  const gone = items.filter(({ cancelled_quantity }) => cancelled_quantity > 0);
  if (items.every(isCancelled)) return "cancelled";
  if (status === "pending") return status;
  const done = items.every((item) => item.fulfilled_quantity >= item.quantity - item.cancelled_quantity);
  // What was completed is open again once a label was given back, and its goods are to be sent once more.
  if (done && (owed(order) === 0 || status === "completed")) return "completed";
  return gone.length > 0 ? "partially_cancelled" : "confirmed";
}
