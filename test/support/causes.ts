import type { EventType } from "#core/event-types.ts";

/** The status that a record comes to, and those that it comes from where not each is one. */
interface Cause {
  to: string;
  from?: readonly string[];
}

/** The causes of events: each is announced when its record comes to this status, and by no other event then. */
export const CAUSES: Readonly<Partial<Record<EventType, Cause>>> = {
  "cart.abandoned": { to: "abandoned" },
  "cart.converted": { to: "converted" },
  "conversation.escalated": { to: "escalated" },
  "conversation.resolved": { to: "resolved" },
  "order.cancelled": { to: "cancelled" },
  "order.completed": { to: "completed" },
  "order.confirmed": { to: "confirmed", from: ["pending", "cancelled"] },
  "publication.failed": { to: "failed" },
  "publication.published": { to: "published" },
  "publication.unknown": { to: "unknown" },
  "reservation.cancelled": { to: "CANCELLED" },
  "reservation.confirmed": { to: "CONFIRMED" },
  "social_account.reconnect_required": { to: "reconnect_required" },
};
