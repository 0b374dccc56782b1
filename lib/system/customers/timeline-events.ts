// The timeline of orders and reservations, computed from the records themselves.

import type { Reservation } from "#lib/booking/reservations/schema.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import type { TimelineEventType } from "./timeline-schema.ts";

/** Most entries per record beside its first; the newest are shown. */
const MAX_ENTRIES = 30;

type TimelineEvent = { type: TimelineEventType; at: number };

export function orderTimeline({ created_at, entries, shipments, returns, history }: Order): TimelineEvent[] {
  const money = entries.flatMap(({ kind, at }): TimelineEvent[] =>
    kind === "paid"
      ? [{ type: "order.paid", at }]
      : kind === "refund_given"
        ? [{ type: "order.refunded", at }]
        : [],
  );
  const sent = shipments.map(({ created_at: at }): TimelineEvent => ({ type: "order.shipped", at }));
  const asked = returns.map(({ created_at: at }): TimelineEvent => ({ type: "order.return_asked", at }));
  const cancelled = history
    .filter(({ action }) => action === "cancelled")
    .map(({ timestamp: at }): TimelineEvent => ({ type: "order.cancelled", at }));
  return newestEvents({ type: "order.created", at: created_at }, [...money, ...sent, ...asked, ...cancelled]);
}

const EVENT_BY_STATUS: Readonly<Record<string, TimelineEventType>> = {
  CONFIRMED: "reservation.confirmed",
  CANCELLED: "reservation.cancelled",
  COMPLETED: "reservation.completed",
  NO_SHOW: "reservation.no_show",
};

export function reservationTimeline({ createdAt, statuses, parts }: Reservation): TimelineEvent[] {
  if (parts.length === 0) return [];
  const later = statuses.flatMap(({ status, timestamp: at }): TimelineEvent[] => {
    const type = EVENT_BY_STATUS[status];
    return type ? [{ type, at }] : [];
  });
  return newestEvents({ type: "reservation.created", at: createdAt }, later);
}

function newestEvents(first: TimelineEvent, later: readonly TimelineEvent[]): TimelineEvent[] {
  return [first, ...later.toSorted((one, other) => one.at - other.at).slice(-MAX_ENTRIES)];
}
