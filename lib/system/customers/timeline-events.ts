// What happened to orders and reservations that a timeline tells of, from the records themselves.

import type { Reservation } from "#lib/booking/reservations/schema.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import type { TimelineEventType } from "./timeline-schema.ts";

/** Of one record at most, the newest. */
const MOST = 30;

type Told = { type: TimelineEventType; at: number };

export function orderTimeline({ created_at, entries, shipments, returns, history }: Order): Told[] {
  const money = entries.flatMap(({ kind, at }): Told[] =>
    kind === "paid"
      ? [{ type: "order.paid", at }]
      : kind === "refund_given"
        ? [{ type: "order.refunded", at }]
        : [],
  );
  const sent = shipments.map(({ created_at: at }): Told => ({ type: "order.shipped", at }));
  const asked = returns.map(({ created_at: at }): Told => ({ type: "order.return_asked", at }));
  const cancelled = history
    .filter(({ action }) => action === "cancelled")
    .map(({ timestamp: at }): Told => ({ type: "order.cancelled", at }));
  return newest({ type: "order.created", at: created_at }, [...money, ...sent, ...asked, ...cancelled]);
}

const BY_STATUS: Readonly<Record<string, TimelineEventType>> = {
  CONFIRMED: "reservation.confirmed",
  CANCELLED: "reservation.cancelled",
  COMPLETED: "reservation.completed",
  NO_SHOW: "reservation.no_show",
};

export function reservationTimeline({ createdAt, statuses, parts }: Reservation): Told[] {
  if (parts.length === 0) return [];
  const later = statuses.flatMap(({ status, timestamp: at }): Told[] => {
    const type = BY_STATUS[status];
    return type ? [{ type, at }] : [];
  });
  return newest({ type: "reservation.created", at: createdAt }, later);
}

function newest(first: Told, later: readonly Told[]): Told[] {
  return [first, ...later.toSorted((one, other) => one.at - other.at).slice(-MOST)];
}
