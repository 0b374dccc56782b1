import { DAY } from "#core/seconds.ts";
import type { Part, Reservation, Status } from "./schema.ts";

const OPEN_STATUSES: readonly Status[] = ["CREATED", "PENDING", "AUTHORIZED", "CONFIRMED"];

const REMINDER_LEAD = DAY;

export function holdsTime(status: Status): boolean {
  return status !== "CANCELLED" && status !== "FAILED";
}

/** Whether a reservation can still be moved. */
export function isOpenStatus(status: Status): boolean {
  return OPEN_STATUSES.includes(status);
}

/** A customer may cancel or move a booking on its page until it begins, unless the booking belongs to an order. */
export function customerMayCancel(
  { status, parts, orderId }: Pick<Reservation, "status" | "parts" | "orderId">,
  now: number,
): boolean {
  return !orderId && isOpenStatus(status) && parts.every(({ startTime }) => startTime > now);
}

/** True for a confirmed booking: if its customer cancels, only the business can refund it. */
export function isConfirmed(status: Status): boolean {
  return status === "CONFIRMED";
}

/**
 * When the due worker must end an unpaid hold or unanswered request, send a reminder, or stop counting a cash booking.
 */
export function dueOf(reservation: Reservation): number | null {
  const { status, holdExpiresAt, remindedAt, startTime, endTime, orderId, cashHolds } = reservation;
  // The order's hold ends the reservation too, so the worker does nothing here.
  if (status === "CREATED" && orderId) return null;
  if (status === "CREATED" || status === "PENDING") return holdExpiresAt;
  if (status === "CONFIRMED" && remindedAt === null) return startTime - REMINDER_LEAD;
  return cashHolds.length > 0 && isOpenStatus(status) ? endTime : null;
}

/** Returns `now` if the appointment is less than a day away, so that no reminder is sent; otherwise null. */
export function initialRemindedAt(
  { status, startTime }: Pick<Reservation, "status" | "startTime">,
  now: number,
): number | null {
  return status === "CONFIRMED" && startTime - REMINDER_LEAD <= now ? now : null;
}

export function eventTypeOf(
  before: Reservation,
  { status }: Reservation,
): "reservation.confirmed" | "reservation.cancelled" | "reservation.updated" {
  if (status === before.status) return "reservation.updated";
  if (status === "CONFIRMED") return "reservation.confirmed";
  return status === "CANCELLED" ? "reservation.cancelled" : "reservation.updated";
}

/** Whether a reservation was ever confirmed. */
export function wasConfirmed({ statuses }: Pick<Reservation, "statuses">): boolean {
  return statuses.some(({ status }) => status === "CONFIRMED");
}

export function spanOf(parts: readonly Part[]): { startTime: number; endTime: number } {
  return {
    startTime: Math.min(...parts.map(({ startTime }) => startTime)),
    endTime: Math.max(...parts.map(({ endTime }) => endTime)),
  };
}

/** A key that is equal for parts with the same times and providers. */
export function timesKey(parts: readonly Part[]): string {
  return JSON.stringify(
    parts.map(({ id, providerId, startTime, endTime }) => [id, providerId, startTime, endTime]),
  );
}

interface TimeChanges {
  frees: Part[];
  /** Parts whose time is taken: held until `until`, or booked if that is 0. */
  takes: Part[];
  /** Parts whose time was held before and is now booked. */
  keeps: Part[];
  until: number;
}

export function timeChanges(before: Reservation, after: Reservation): TimeChanges {
  const [was, is] = [before, after].map(({ status, parts }) => (holdsTime(status) ? parts : []));
  const isIn = (parts: readonly Part[] = [], part: Part) =>
    parts.some((each) => timesKey([each]) === timesKey([part]));
  const until = after.holdExpiresAt ?? 0;
  const isHeldAnew = until !== (before.holdExpiresAt ?? 0) && until !== 0;
  const isKeptOn = until === 0 && before.holdExpiresAt !== null;
  const unchanged = (is ?? []).filter((part) => isIn(was, part));
  return {
    frees: [...(was ?? []).filter((part) => !isIn(is, part)), ...(isHeldAnew ? unchanged : [])],
    takes: [...(is ?? []).filter((part) => !isIn(was, part)), ...(isHeldAnew ? unchanged : [])],
    keeps: isKeptOn ? unchanged : [],
    until,
  };
}
