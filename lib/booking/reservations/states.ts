import { DAY } from "#core/seconds.ts";
import type { Part, Reservation, Status } from "./schema.ts";

const OPEN: readonly Status[] = ["CREATED", "PENDING", "AUTHORIZED", "CONFIRMED"];

const REMINDER = DAY;

/** Whether a reservation of this status has its time. */
export function holdsTime(status: Status): boolean {
  return status !== "CANCELLED" && status !== "FAILED";
}

/** Whether a reservation can still be moved to another time. */
export function isOpenStatus(status: Status): boolean {
  return OPEN.includes(status);
}

/** Whether its customer may cancel or move it, on its page: before it begins, where no order says what becomes of it. */
export function customerMayCancel(
  { status, parts, orderId }: Pick<Reservation, "status" | "parts" | "orderId">,
  now: number,
): boolean {
  return !orderId && isOpenStatus(status) && parts.every(({ startTime }) => startTime > now);
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
  return cashHolds.length > 0 && isOpenStatus(status) ? endTime : null;
}

/** When the customer counts as reminded of a reservation that is confirmed, or moved, now: of what is near there is no mail. */
export function initialRemindedAt(
  { status, startTime }: Pick<Reservation, "status" | "startTime">,
  now: number,
): number | null {
  return status === "CONFIRMED" && startTime - REMINDER <= now ? now : null;
}

/** The event that tells what has become of a reservation. */
export function eventOf(
  before: Reservation,
  { status }: Reservation,
): "reservation.confirmed" | "reservation.cancelled" | "reservation.updated" {
  if (status === before.status) return "reservation.updated";
  if (status === "CONFIRMED") return "reservation.confirmed";
  return status === "CANCELLED" ? "reservation.cancelled" : "reservation.updated";
}

/** Whether a reservation was confirmed once, whatever became of it. */
export function wasConfirmed({ statuses }: Pick<Reservation, "statuses">): boolean {
  return statuses.some(({ status }) => status === "CONFIRMED");
}

/** Beginning and end of all parts. */
export function spanOf(parts: readonly Part[]): { startTime: number; endTime: number } {
  return {
    startTime: Math.min(...parts.map(({ startTime }) => startTime)),
    endTime: Math.max(...parts.map(({ endTime }) => endTime)),
  };
}

/** When parts are, and with whom, to be compared. */
export function timesKey(parts: readonly Part[]): string {
  return JSON.stringify(
    parts.map(({ id, providerId, startTime, endTime }) => [id, providerId, startTime, endTime]),
  );
}

/** What a change of a reservation means for the time of its providers. */
interface TimeMoves {
  frees: Part[];
  /** Held until a second, or its own from now on where that is 0. */
  takes: Part[];
  /** Held until now, and its own from now on. */
  keeps: Part[];
  until: number;
}

/** The moves of time between a reservation as it was and as it is. */
export function timeChanges(before: Reservation, after: Reservation): TimeMoves {
  const [was, is] = [before, after].map(({ status, parts }) => (holdsTime(status) ? parts : []));
  const isIn = (parts: readonly Part[] = [], part: Part) =>
    parts.some((each) => timesKey([each]) === timesKey([part]));
  const until = after.holdExpiresAt ?? 0;
  const isHeldAnew = until !== (before.holdExpiresAt ?? 0) && until !== 0;
  const isKeptOn = until === 0 && before.holdExpiresAt !== null;
  const stays = (is ?? []).filter((part) => isIn(was, part));
  return {
    frees: [...(was ?? []).filter((part) => !isIn(is, part)), ...(isHeldAnew ? stays : [])],
    takes: [...(is ?? []).filter((part) => !isIn(was, part)), ...(isHeldAnew ? stays : [])],
    keeps: isKeptOn ? stays : [],
    until,
  };
}
