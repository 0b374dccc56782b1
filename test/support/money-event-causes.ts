import { sumEntries, sumOverpayments } from "#lib/commerce/orders/books.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { amountDue } from "#lib/commerce/orders/statuses.ts";
import { roundDownForProvider } from "#lib/money/payments/refunds.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { isCreated, OTHER_CHANGE, reachesStatus } from "./event-cause.ts";

type ChangeTest<T> = (was: T, is: T) => boolean;

/** For changes of a record that exists before and after. */
function onChange<T>(cause: ChangeTest<T>) {
  return (was: T | undefined, is: T | undefined) => was !== undefined && is !== undefined && cause(was, is);
}

export const ORDER_EVENT_CAUSES = {
  "order.created": isCreated,
  "order.updated": OTHER_CHANGE,
  "order.confirmed": (was: Order | undefined, is: Order | undefined) => !isConfirmed(was) && isConfirmed(is),
  // The change pays all that was still due.
  "order.paid": onChange<Order>(
    (was, is) =>
      amountReceived(was, is) > excessAmount(was, is) &&
      keepsMoney(was, is) &&
      is.status !== "cancelled" &&
      amountDue(is) === 0,
  ),
  // The payment failed while the order was pending.
  "order.payment_failed": onChange<Order>(
    (was, is) => is.status === "pending" && is.payment.status === "failed" && was.payment.status !== "failed",
  ),
  "order.payment_refused": onChange<Order>(
    (was, is) => amountReceived(was, is) > 0 && (excessAmount(was, is) > 0 || is.status === "cancelled"),
  ),
  "order.cancelled": reachesStatus("cancelled"),
  // Each refund is announced once, even if the bank reverses and repeats it.
  "order.refunded": onChange<Order>((was, is) => refundCount(is) > refundCount(was)),
  "order.completed": reachesStatus("completed"),
  "order.shipment_created": onChange<Order>((was, is) => shippedIds(is).length > shippedIds(was).length),
  "order.annotated": onChange<Order>((was, is) => is.annotated > was.annotated),
  "order.shipment_status_changed": onChange<Order>((was, is) => movedShipments(was, is).length > 0),
  "order.shipment_in_transit": shipmentsReach("in_transit"),
  "order.shipment_out_for_delivery": shipmentsReach("out_for_delivery"),
  "order.shipment_delivered": shipmentsReach("delivered"),
  "order.shipment_failed": shipmentsReach("failed"),
  "order.shipment_returned": shipmentsReach("returned"),
  "order.shipment_updated": onChange<Order>((was, is) => {
    const fresh = new Set(shippedIds(is).filter((id) => !shippedIds(was).includes(id)));
    return was.shipments.some((old) => {
      const now = is.shipments.find(({ id }) => id === old.id);
      return now !== undefined && !fresh.has(old.id) && trackingText(now) !== trackingText(old);
    });
  }),
} as const;

export const PAYMENT_EVENT_CAUSES = {
  "payment.created": isCreated,
  "payment.updated": OTHER_CHANGE,
  "payment.authorized": reachesStatus("authorized"),
  "payment.captured": (was: Payment | undefined, is: Payment | undefined) =>
    is?.status === "captured" && (was?.status !== "captured" || is.captured > was.captured),
  "payment.failed": reachesStatus("failed", "expired"),
  "payment.refunded": onChange<Payment>(
    (was, is) => returnCount(is, "succeeded") > returnCount(was, "succeeded"),
  ),
  "payment.refund_failed": onChange<Payment>((was, is) => failedRefundCount(is) > failedRefundCount(was)),
} as const;

function isConfirmed(order: Order | undefined): boolean {
  return order !== undefined && order.status !== "pending" && order.status !== "cancelled";
}

/** The amount received between two states of an order. */
function amountReceived(was: Order, is: Order): number {
  return sumEntries(is.entries).captured - sumEntries(was.entries).captured;
}

/** The refunds of overpayments, pending or done, that were added between two states of an order. */
function excessAmount(was: Order, is: Order): number {
  const [before, after] = [sumOverpayments(was.entries), sumOverpayments(is.entries)];
  return Math.max(0, after.refunded + after.refund_pending - before.refunded - before.refund_pending);
}

/**
 * Whether something of the money was still due, or is too little for the provider to return. A refund that somebody made
 * at the provider may have returned some of the excess before.
 */
function keepsMoney(was: Order, is: Order): boolean {
  const received = amountReceived(was, is);
  const excess = received - amountDue(was);
  // A cancelled order that is placed again owes everything.
  if (excess <= 0 || was.status === "cancelled") return received > 0;
  const { provider, currency } = is.payment;
  return provider !== null && received > roundDownForProvider({ provider, currency }, excess);
}

function refundCount({ entries }: Order): number {
  const refunds = entries.filter((entry, at) => {
    const own = entries.slice(0, at + 1).filter(({ refund_id }) => refund_id === entry.refund_id);
    return entry.refund_id !== null && sumEntries(own).refunded > 0;
  });
  return new Set(refunds.map(({ refund_id }) => refund_id)).size;
}

/** Shipments that are shipped or have a label. */
function shippedIds({ shipments }: Order): string[] {
  return shipments
    .filter(({ label_status }) => label_status === null || label_status === "purchased")
    .map(({ id }) => id);
}

/** Shipments whose tracking status changed; a label's status does not count. */
function movedShipments(was: Order, is: Order): Order["shipments"] {
  return is.shipments.filter(({ id, status, label_status }) =>
    was.shipments.some((old) => old.id === id && old.status !== status && old.label_status === label_status),
  );
}

function shipmentsReach(to: string) {
  return onChange<Order>((was, is) => movedShipments(was, is).some(({ status }) => status === to));
}

function trackingText({
  status,
  label_status,
  tracking_number,
  tracking_url,
}: Order["shipments"][number]): string {
  return JSON.stringify([status, label_status, tracking_number, tracking_url]);
}

function returnCount({ returns }: Payment, status: "succeeded"): number {
  return returns.filter((each) => each.status === status && each.counted > 0).length;
}

function failedRefundCount({ returns }: Payment): number {
  return returns.filter(({ kind, status }) => kind === "refund" && status === "failed").length;
}
