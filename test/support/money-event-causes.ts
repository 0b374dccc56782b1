import { sumEntries, sumOverpayments } from "#lib/commerce/orders/books.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { amountDue } from "#lib/commerce/orders/statuses.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { isCreated, OTHER_CHANGE, reachesStatus } from "./event-cause.ts";

type Changed<T> = (was: T, is: T) => boolean;

/** For changes of a record that exists before and after. */
function onChange<T>(cause: Changed<T>) {
  return (was: T | undefined, is: T | undefined) => was !== undefined && is !== undefined && cause(was, is);
}

export const MONEY_OF_ORDERS = {
  "order.created": isCreated,
  "order.updated": OTHER_CHANGE,
  "order.confirmed": (was: Order | undefined, is: Order | undefined) => !isConfirmed(was) && isConfirmed(is),
  // The change pays all that was still due.
  "order.paid": onChange<Order>(
    (was, is) => receivedIn(was, is) > excessIn(was, is) && is.status !== "cancelled" && amountDue(is) === 0,
  ),
  // The payment failed while the order was pending.
  "order.payment_failed": onChange<Order>(
    (was, is) => is.status === "pending" && is.payment.status === "failed" && was.payment.status !== "failed",
  ),
  "order.payment_refused": onChange<Order>(
    (was, is) => receivedIn(was, is) > 0 && (excessIn(was, is) > 0 || is.status === "cancelled"),
  ),
  "order.cancelled": reachesStatus("cancelled"),
  // Each refund is announced once, even if the bank reverses and repeats it.
  "order.refunded": onChange<Order>((was, is) => refundsIn(is) > refundsIn(was)),
  "order.completed": reachesStatus("completed"),
  "order.shipment_created": onChange<Order>((was, is) => shippedIn(is).length > shippedIn(was).length),
  "order.annotated": onChange<Order>((was, is) => is.annotated > was.annotated),
  "order.shipment_status_changed": onChange<Order>((was, is) => movedParcels(was, is).length > 0),
  "order.shipment_in_transit": parcelsReach("in_transit"),
  "order.shipment_out_for_delivery": parcelsReach("out_for_delivery"),
  "order.shipment_delivered": parcelsReach("delivered"),
  "order.shipment_failed": parcelsReach("failed"),
  "order.shipment_returned": parcelsReach("returned"),
  "order.shipment_updated": onChange<Order>((was, is) => {
    const fresh = new Set(shippedIn(is).filter((id) => !shippedIn(was).includes(id)));
    return was.shipments.some((old) => {
      const now = is.shipments.find(({ id }) => id === old.id);
      return now !== undefined && !fresh.has(old.id) && parcelOf(now) !== parcelOf(old);
    });
  }),
} as const;

export const MONEY_OF_PAYMENTS = {
  "payment.created": isCreated,
  "payment.updated": OTHER_CHANGE,
  "payment.authorized": reachesStatus("authorized"),
  "payment.captured": (was: Payment | undefined, is: Payment | undefined) =>
    is?.status === "captured" && (was?.status !== "captured" || is.captured > was.captured),
  "payment.failed": reachesStatus("failed", "expired"),
  "payment.refunded": onChange<Payment>(
    (was, is) => returnedIn(is, "succeeded") > returnedIn(was, "succeeded"),
  ),
  "payment.refund_failed": onChange<Payment>((was, is) => refusedIn(is) > refusedIn(was)),
} as const;

function isConfirmed(order: Order | undefined): boolean {
  return order !== undefined && order.status !== "pending" && order.status !== "cancelled";
}

/** The amount received between two states of an order. */
function receivedIn(was: Order, is: Order): number {
  return sumEntries(is.entries).captured - sumEntries(was.entries).captured;
}

/** The refunds of overpayments, pending or done, that were added between two states of an order. */
function excessIn(was: Order, is: Order): number {
  const [before, after] = [sumOverpayments(was.entries), sumOverpayments(is.entries)];
  return Math.max(0, after.refunded + after.refund_pending - before.refunded - before.refund_pending);
}

function refundsIn({ entries }: Order): number {
  const refunds = entries.filter((entry, at) => {
    const own = entries.slice(0, at + 1).filter(({ refund_id }) => refund_id === entry.refund_id);
    return entry.refund_id !== null && sumEntries(own).refunded > 0;
  });
  return new Set(refunds.map(({ refund_id }) => refund_id)).size;
}

/** Shipments that are shipped or have a label. */
function shippedIn({ shipments }: Order): string[] {
  return shipments
    .filter(({ label_status }) => label_status === null || label_status === "purchased")
    .map(({ id }) => id);
}

/** Shipments whose tracking status changed; a label's status does not count. */
function movedParcels(was: Order, is: Order): Order["shipments"] {
  return is.shipments.filter(({ id, status, label_status }) =>
    was.shipments.some((old) => old.id === id && old.status !== status && old.label_status === label_status),
  );
}

function parcelsReach(to: string) {
  return onChange<Order>((was, is) => movedParcels(was, is).some(({ status }) => status === to));
}

function parcelOf({
  status,
  label_status,
  tracking_number,
  tracking_url,
}: Order["shipments"][number]): string {
  return JSON.stringify([status, label_status, tracking_number, tracking_url]);
}

function returnedIn({ returns }: Payment, status: "succeeded"): number {
  return returns.filter((each) => each.status === status && each.counted > 0).length;
}

function refusedIn({ returns }: Payment): number {
  return returns.filter(({ kind, status }) => kind === "refund" && status === "failed").length;
}
