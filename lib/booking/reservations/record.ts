import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce, change, isSame } from "#core/events.ts";
import { statusHistory } from "#core/records/history.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { checkSize } from "#lib/content/blocks/size.ts";
import { freeCash } from "#lib/money/payments/cash-holds.ts";
import { spanOf } from "./parts.ts";
import { type Part, Reservation, type Status } from "./schema.ts";
import { eventOf, isOpen, remindedSince } from "./states.ts";
import { reservations, reservationTenants } from "./table.ts";

/** Seconds that an unpaid reservation holds its time. */
const HOLD = 900;

type New = Pick<
  Reservation,
  | "id"
  | "businessId"
  | "customerId"
  | "market"
  | "currency"
  | "status"
  | "parts"
  | "payment"
  | "total"
  | "promoCode"
  | "isApprovalRequired"
  | "holdExpiresAt"
>;

/**
 * Until when a reservation that begins now holds its time; `null` for one whose time is its own.
 *
 * @param request seconds that a customer's request waits for an answer; staff's own wait without end
 */
export function holdOf(ctx: Context, status: Status, request?: number): number | null {
  if (status === "CREATED") return ctx.now() + HOLD;
  return status === "PENDING" && request !== undefined ? ctx.now() + request : null;
}

/** What of a reservation is said by who books: where, what for, and who comes. */
type Said = Partial<Omit<Reservation, keyof New>>;

/** A reservation as it begins. */
export function newReservation(ctx: Context, said: Said, fields: New): Reservation {
  const now = ctx.now();
  const begins = { email: null, name: null, blocks: [], location: null, orderId: null, language: null };
  const span = spanOf(fields.parts);
  return newRecord(Reservation, begins, said, {
    ...fields,
    ...span,
    statuses: statusHistory(ctx, [], fields.status),
    movedAt: null,
    remindedAt: remindedSince({ ...fields, ...span }, now),
    notRefunded: [],
    cashHolds: [],
    createdAt: now,
    updatedAt: now,
  });
}

/** The writes of a new reservation, without those of its time. */
export function creation(ctx: Context, reservation: Reservation): Write[] {
  const { id: reservation_id, businessId, status } = reservation;
  checkSize(reservation);
  return [
    reservations.create(reservation),
    reservationTenants.create({ reservation_id, businessId }),
    announce(ctx, "reservation.created", reservations, reservation),
    ...(status === "CONFIRMED" ? [announce(ctx, "reservation.confirmed", reservations, reservation)] : []),
  ];
}

/** What of a reservation is another now. */
export interface Change {
  status?: Status | undefined;
  parts?: Part[] | undefined;
  /** What who comes, or who writes it down, says of it. */
  said?: Said | undefined;
  payment?: Reservation["payment"] | undefined;
  total?: number | undefined;
  /** Parts that are cancelled by this without giving their money back. */
  notRefunded?: readonly string[] | undefined;
}

/** A reservation with some of it changed, or as it was if nothing is. A new time makes a reminder due again. */
export function changed(ctx: Context, before: Stored<Reservation>, changes: Change): Stored<Reservation> {
  const now = ctx.now();
  const status = changes.status ?? before.status;
  const parts = changes.parts ?? before.parts;
  const moved = timesOf(parts) !== timesOf(before.parts);
  const span = spanOf(parts);
  const isNews = moved || status !== before.status;
  const after = changedRecord(Reservation, before, changes.said ?? {}, {
    ...span,
    parts,
    status,
    statuses: statusHistory(ctx, before.statuses, status),
    payment: changes.payment,
    total: changes.total,
    holdExpiresAt: status === before.status ? before.holdExpiresAt : null,
    movedAt: moved ? now : before.movedAt,
    remindedAt: isNews ? remindedSince({ status, ...span }, now) : before.remindedAt,
    notRefunded: [...before.notRefunded, ...(changes.notRefunded ?? [])],
    updatedAt: now,
  });
  return isSame(before, after) ? before : after;
}

/** The writes of a changed reservation, without those of its time. */
export function replacement(ctx: Context, before: Stored<Reservation>, after: Stored<Reservation>): Write[] {
  const type = after.status === before.status ? "reservation.updated" : eventOf(after.status);
  const { reservation, writes } = isOpen(after.status)
    ? { reservation: after, writes: [] }
    : uncounted(ctx, after);
  return [...change(ctx, type, reservations, before, reservation).writes, ...writes];
}

/** A reservation that counts no more as what is to be paid in cash, and the writes that take it off the counts. */
export function uncounted<T extends Reservation>(
  ctx: Context,
  reservation: T,
): { reservation: T; writes: Write[] } {
  const { businessId, cashHolds } = reservation;
  return { reservation: { ...reservation, cashHolds: [] }, writes: freeCash(ctx, businessId, cashHolds) };
}

/** Demands that nobody has changed a reservation since it was read. */
export function unchanged(reservation: Stored<Reservation>): Write {
  return reservations.check(reservation);
}

function timesOf(parts: readonly Part[]): string {
  return JSON.stringify(
    parts.map(({ id, providerId, startTime, endTime }) => [id, providerId, startTime, endTime]),
  );
}
