import type { EventOf } from "#core/lifecycle.ts";
import type { Part, Status } from "./schema.ts";
import type { Change } from "./status-change.ts";

/** The event that happens when staff or the customer request a status. */
export const EVENT_OF_STATUS = {
  CREATED: "reopened",
  PENDING: "requested",
  AUTHORIZED: "authorized",
  CONFIRMED: "confirmed",
  COMPLETED: "completed",
  CANCELLED: "cancelled",
  FAILED: "failed",
  NO_SHOW: "missed",
} as const satisfies Record<Status, string>;
export type StatusEvent = (typeof EVENT_OF_STATUS)[Status];

export type LifecycleEvent =
  | { type: StatusEvent }
  | { type: "changed"; change: Change }
  | { type: "rescheduled"; parts: Part[]; total: number }
  | { type: "payment received" | "payment authorized" | "payment failed" | "payment pending" }
  | { type: "became due" }
  | { type: "order confirmed" | "order reinstated" }
  /** `until` is null while a payment is pending. */
  | { type: "hold extended"; until: number | null }
  | { type: "order failed" }
  | { type: "parts cancelled"; partIds: ReadonlySet<string> };
export type Event<E extends LifecycleEvent["type"]> = EventOf<LifecycleEvent, E>;
