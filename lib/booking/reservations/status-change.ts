import type { Stored } from "#core/dynamo/entity.ts";
import { changedRecord } from "#core/records/record.ts";
import { withNewMovements } from "#lib/money/payments/movements.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { type Part, Reservation, type Status } from "./schema.ts";
import { initialRemindedAt, isOpenStatus, spanOf, timesKey } from "./states.ts";

/** A reservation with everything that decides about its transitions. */
export interface ReservationSnapshot {
  reservation: Stored<Reservation>;
  now: number;
  /** The reservation's own payment; absent if it belongs to an order, which handles the payment itself. */
  payment?: Payment | undefined;
  /** Whether a time that the reservation needs is taken by others. */
  isTimeGone?: boolean;
}

export interface Outcome<S extends Status = Status> {
  record: Stored<Reservation> & { status: S };
  mails?: "reminder";
  /** Whether the rest of the payment is refunded. */
  givesBack?: boolean;
}

/** Changed fields besides the status. */
export interface Change {
  /** Fields from the customer or staff. */
  said?: Partial<Reservation> | undefined;
  parts?: Part[] | undefined;
  total?: number | undefined;
  /** Parts that are cancelled without a refund. */
  notRefunded?: readonly string[] | undefined;
  /** Second at which the hold now ends; null for a hold without end. */
  holdExpiresAt?: number | null | undefined;
}

/**
 * Sets the status and fields of a reservation. A new status ends the hold, a new time makes a reminder due again, and a
 * reservation that has ended no longer counts as unpaid cash.
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

/** Default seconds of a hold. */
const HOLD_SECONDS = 900;

/** A new reservation waits for its payment, waits for staff, or is confirmed. */
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
 * When the hold of a new reservation ends; `null` for one without a hold.
 *
 * @param ends second at which the payment page or the order's hold ends
 * @param request seconds for which a customer's request waits for an answer; requests by staff wait without end
 */
export function firstHoldEnd(
  status: Status,
  { now, ends, request }: { now: number; ends?: number | null | undefined; request?: number | undefined },
): number | null {
  if (status === "CREATED") return ends ?? now + HOLD_SECONDS;
  return status === "PENDING" && request !== undefined ? now + request : null;
}
