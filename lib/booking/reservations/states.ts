import { DAY } from "#core/seconds.ts";
import type { Reservation, Status } from "./schema.ts";

const NEXT: Record<Status, readonly Status[]> = {
  CREATED: ["PENDING", "AUTHORIZED", "CONFIRMED", "CANCELLED", "FAILED"],
  PENDING: ["AUTHORIZED", "CONFIRMED", "CANCELLED", "FAILED"],
  AUTHORIZED: ["CONFIRMED", "CANCELLED", "FAILED"],
  CONFIRMED: ["COMPLETED", "CANCELLED", "NO_SHOW"],
  COMPLETED: [],
  CANCELLED: [],
  FAILED: [],
  NO_SHOW: [],
};

const REMINDER = DAY;

/** Whether a reservation may go from one status to another. */
export function canBecome(from: Status, to: Status): boolean {
  return NEXT[from].includes(to);
}

/** Whether a reservation of this status has its time. */
export function holdsTime(status: Status): boolean {
  return status !== "CANCELLED" && status !== "FAILED";
}

/** Whether staff have taken a reservation on, or it is over as it was meant to be: no hold and no payment decides it. */
export function isSettled(status: Status): boolean {
  return status === "CONFIRMED" || status === "COMPLETED" || status === "NO_SHOW";
}

/** Whether a reservation can still be moved to another time. */
export function isOpen(status: Status): boolean {
  return NEXT[status].length > 0;
}

/** Whether its customer may cancel or move it, on its page: before it begins, where no order says what becomes of it. */
export function mayCancelIt(
  { status, parts, orderId }: Pick<Reservation, "status" | "parts" | "orderId">,
  now: number,
): boolean {
  return !orderId && isOpen(status) && parts.every(({ startTime }) => startTime > now);
}

/** Whether its customer was promised the time: who cancels after that has no money back without the business. */
export function isPromised(status: Status): boolean {
  return status === "CONFIRMED";
}

/**
 * When the minute tick has something to do: an unpaid hold or an unanswered request to end, a reminder to send, what is
 * to be paid in cash to count no more.
 */
export function dueOf(reservation: Reservation): number | null {
  const { status, holdExpiresAt, remindedAt, startTime, endTime, orderId, cashHolds } = reservation;
  // What is held for an order ends with the order's own hold.
  if (status === "CREATED" && orderId) return null;
  if (status === "CREATED" || status === "PENDING") return holdExpiresAt;
  if (status === "CONFIRMED" && remindedAt === null) return startTime - REMINDER;
  return cashHolds.length > 0 && isOpen(status) ? endTime : null;
}

/** When the customer counts as reminded of a reservation that is confirmed, or moved, now: of what is near there is no mail. */
export function remindedSince(
  { status, startTime }: Pick<Reservation, "status" | "startTime">,
  now: number,
): number | null {
  return status === "CONFIRMED" && startTime - REMINDER <= now ? now : null;
}

/** The event that tells of a new status. */
export function eventOf(
  status: Status,
): "reservation.confirmed" | "reservation.cancelled" | "reservation.updated" {
  if (status === "CONFIRMED") return "reservation.confirmed";
  return status === "CANCELLED" ? "reservation.cancelled" : "reservation.updated";
}
