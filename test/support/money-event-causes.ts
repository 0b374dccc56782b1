import { sumEntries, sumOverpayments } from "#lib/commerce/orders/books.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { amountDue } from "#lib/commerce/orders/statuses.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { isCreated, OTHER_CHANGE, reachesStatus } from "./event-cause.ts";

type Changed<T> = (was: T, is: T) => boolean;

/** For what tells of a change alone, and not of a beginning or an end. */
function changes<T>(cause: Changed<T>) {
  return (was: T | undefined, is: T | undefined) => was !== undefined && is !== undefined && cause(was, is);
}

export const MONEY_OF_ORDERS = {
  "order.created": isCreated,
  "order.updated": OTHER_CHANGE,
  "order.confirmed": (was: Order | undefined, is: Order | undefined) => !isFirm(was) && isFirm(is),
  // All that is owed has come with it.
  "order.paid": changes<Order>(
    (was, is) => cameIn(was, is) > overIn(was, is) && is.status !== "cancelled" && amountDue(is) === 0,
  ),
  // The end of an order that was promised its money is told as that.
  "order.payment_failed": changes<Order>(
    (was, is) => is.status === "pending" && is.payment.status === "failed" && was.payment.status !== "failed",
  ),
  "order.payment_refused": changes<Order>(
    (was, is) => cameIn(was, is) > 0 && (overIn(was, is) > 0 || is.status === "cancelled"),
  ),
  "order.cancelled": reachesStatus("cancelled"),
  // Each refund is told of once, although its bank takes it back and gives it again.
  "order.refunded": changes<Order>((was, is) => givenIn(is) > givenIn(was)),
  "order.completed": reachesStatus("completed"),
  "order.shipment_created": changes<Order>((was, is) => sentIn(is).length > sentIn(was).length),
  "order.annotated": changes<Order>((was, is) => is.annotated > was.annotated),
  "order.shipment_status_changed": changes<Order>((was, is) => movedIn(was, is).length > 0),
  "order.shipment_in_transit": moves("in_transit"),
  "order.shipment_out_for_delivery": moves("out_for_delivery"),
  "order.shipment_delivered": moves("delivered"),
  "order.shipment_failed": moves("failed"),
  "order.shipment_returned": moves("returned"),
  "order.shipment_updated": changes<Order>((was, is) => {
    const fresh = new Set(sentIn(is).filter((id) => !sentIn(was).includes(id)));
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
  "payment.refunded": changes<Payment>(
    (was, is) => returnedIn(is, "succeeded") > returnedIn(was, "succeeded"),
  ),
  "payment.refund_failed": changes<Payment>((was, is) => refusedIn(is) > refusedIn(was)),
} as const;

function isFirm(order: Order | undefined): boolean {
  return order !== undefined && order.status !== "pending" && order.status !== "cancelled";
}

/** What has come between two states of an order. */
function cameIn(was: Order, is: Order): number {
  return sumEntries(is.entries).captured - sumEntries(was.entries).captured;
}

/** What of it is beyond what was owed, and goes back. */
function overIn(was: Order, is: Order): number {
  const [before, after] = [sumOverpayments(was.entries), sumOverpayments(is.entries)];
  return Math.max(0, after.refunded + after.refund_pending - before.refunded - before.refund_pending);
}

function givenIn({ entries }: Order): number {
  const given = entries.filter((entry, at) => {
    const own = entries.slice(0, at + 1).filter(({ refund_id }) => refund_id === entry.refund_id);
    return entry.refund_id !== null && sumEntries(own).refunded > 0;
  });
  return new Set(given.map(({ refund_id }) => refund_id)).size;
}

/** Parcels that are on their way, or have the label for it. */
function sentIn({ shipments }: Order): string[] {
  return shipments
    .filter(({ label_status }) => label_status === null || label_status === "purchased")
    .map(({ id }) => id);
}

/** Parcels that are elsewhere now; what its label becomes is no way that a parcel goes. */
function movedIn(was: Order, is: Order): Order["shipments"] {
  return is.shipments.filter(({ id, status, label_status }) =>
    was.shipments.some((old) => old.id === id && old.status !== status && old.label_status === label_status),
  );
}

function moves(to: string) {
  return changes<Order>((was, is) => movedIn(was, is).some(({ status }) => status === to));
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
