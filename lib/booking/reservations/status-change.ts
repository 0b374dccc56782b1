import type { Stored } from "#core/dynamo/entity.ts";
import { changedRecord } from "#core/records/record.ts";
import { withNewMovements } from "#lib/money/payments/movements.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { type Part, Reservation, type Status } from "./schema.ts";
import { initialRemindedAt, isOpenStatus, spanOf, timesKey } from "./states.ts";

/** A reservation with all that decides about its transitions. */
export interface ReservationSnapshot {
  reservation: Stored<Reservation>;
  now: number;
  /** Its own; the payment of an order is the order's to heed. */
  payment?: Payment | undefined;
  /** Whether a time that it would take, or take on, is somebody else's by now. */
  isTimeGone?: boolean;
}

export interface Outcome<S extends Status = Status> {
  record: Stored<Reservation> & { status: S };
  mails?: "reminder";
  /** Whether what is left of its payment goes back: nothing is given for it. */
  givesBack?: boolean;
}

/** What of a reservation is another now, whatever becomes of it. */
export interface Change {
  /** What who comes, or who writes it down, says of it. */
  said?: Partial<Reservation> | undefined;
  parts?: Part[] | undefined;
  total?: number | undefined;
  /** Parts that are cancelled by this without giving their money back. */
  notRefunded?: readonly string[] | undefined;
  /** Second at which an unpaid hold ends, where it is another. */
  holdExpiresAt?: number | null | undefined;
}

/**
 * A reservation of another status, or with some of it changed, and with all that follows from that: a hold ends with the
 * status that it was for, a new time makes a reminder due again, and what is over counts no more as to be paid in cash.
 */
export function withStatus<S extends Status>(
  { reservation: before, payment, now }: ReservationSnapshot,
  status: S,
  {
    said = {},
    parts = before.parts,
    total,
    notRefunded = [],
    holdExpiresAt = before.holdExpiresAt,
  }: Change = {},
): Outcome<S> {
  const span = spanOf(parts);
  const isMoved = timesKey(parts) !== timesKey(before.parts);
  const isOther = status !== before.status;
  const record = changedRecord(Reservation, before, said, {
    ...span,
    parts,
    payment: paymentSnapshot(before, payment),
    total,
    holdExpiresAt: isOther ? null : holdExpiresAt,
    movedAt: isMoved ? now : before.movedAt,
    remindedAt: isMoved || isOther ? initialRemindedAt({ status, ...span }, now) : before.remindedAt,
    notRefunded: [...before.notRefunded, ...notRefunded],
    cashHolds: isOpenStatus(status) ? before.cashHolds : [],
    updatedAt: now,
  });
  return { record: { ...record, status } };
}

function paymentSnapshot(before: Reservation, payment: Payment | undefined): Reservation["payment"] {
  if (!payment || before.payment?.id !== payment.id) return before.payment;
  const { status, captured, refunded, refund_pending: refundPending } = payment;
  const movements = withNewMovements(before.payment.movements, payment);
  return { ...before.payment, status, captured, refunded, refundPending, movements };
}

/** Seconds that a reservation holds its time which nobody has named an end for. */
const HOLD = 900;

/** What a new reservation is: one to pay for, one that waits for staff, or one that stands. */
export function firstStatus({
  isToPay,
  isApprovalRequired,
}: {
  isToPay: boolean;
  isApprovalRequired: boolean;
}): "CREATED" | "PENDING" | "CONFIRMED" {
  if (isToPay) return "CREATED";
  return isApprovalRequired ? "PENDING" : "CONFIRMED";
}

/**
 * Until when a new reservation holds its time; `null` for one whose time is its own.
 *
 * @param ends second at which its payment page, or its order's hold, has ended
 * @param request seconds that a customer's request waits for an answer; staff's own wait without end
 */
export function firstHold(
  status: Status,
  { now, ends, request }: { now: number; ends?: number | null | undefined; request?: number | undefined },
): number | null {
  if (status === "CREATED") return ends ?? now + HOLD;
  return status === "PENDING" && request !== undefined ? now + request : null;
}
