import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce, announceChange } from "#core/events.ts";
import { statusHistory } from "#core/records/history.ts";
import { checkSize, newRecord } from "#core/records/record.ts";
import { releaseCashHolds } from "#lib/money/payments/cash-holds.ts";
import { addPartLines, partLinesOf } from "./part-lines.ts";
import { Reservation } from "./schema.ts";
import { eventTypeOf, initialRemindedAt, spanOf } from "./states.ts";
import { reservations, reservationTenants } from "./table.ts";

type NewFields = Pick<
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

/** The fields of a reservation that come from the request. */
type RequestFields = Partial<Omit<Reservation, keyof NewFields>>;

export function newReservation(ctx: Context, requestFields: RequestFields, fields: NewFields): Reservation {
  const now = ctx.now();
  const initial = { email: null, name: null, blocks: [], location: null, orderId: null, language: null };
  const span = spanOf(fields.parts);
  const by = ctx.actor.kind === "person" && ctx.actor.id !== fields.customerId ? "staff" : "customer";
  return newRecord(Reservation, initial, requestFields, {
    ...fields,
    ...span,
    statuses: statusHistory(ctx, [], fields.status),
    part_lines: addPartLines([], [], fields, { by, at: now }),
    is_first: null,
    movedAt: null,
    remindedAt: initialRemindedAt({ ...fields, ...span }, now),
    notRefunded: [],
    cashHolds: [],
    cancelled_by: null,
    createdAt: now,
    updatedAt: now,
  });
}

/** The writes of a new reservation, except those of its time, which the calendar makes. */
export function reservationCreation(ctx: Context, reservation: Reservation): Write[] {
  const { id: reservation_id, businessId, status } = reservation;
  checkSize(reservation);
  return [
    reservations.create(reservation),
    reservationTenants.create({ reservation_id, businessId }),
    announce(ctx, "reservation.created", reservations, reservation),
    ...(status === "CONFIRMED" ? [announce(ctx, "reservation.confirmed", reservations, reservation)] : []),
  ];
}

/**
 * The writes of a changed reservation with its event and status history, and the new record. The writes of its time
 * come from `bookTime`.
 */
export function reservationReplacement(
  ctx: Context,
  before: Stored<Reservation>,
  after: Stored<Reservation>,
): { record: Reservation; writes: Write[] } {
  const statuses = statusHistory(ctx, before.statuses, after.status, after.updatedAt);
  const isEnded = after.status === "CANCELLED" && before.status !== "CANCELLED";
  const by = callerOf(ctx, before);
  const cancelled_by = isEnded ? by : before.cancelled_by;
  const part_lines = addPartLines(partLinesOf(before), before.parts, after, { by, at: after.updatedAt });
  const { record, writes } = announceChange(ctx, eventTypeOf(before, after), reservations, before, {
    ...after,
    statuses,
    cancelled_by,
    part_lines,
  });
  const { businessId, cashHolds } = before;
  const isUncounted = after.cashHolds.length < cashHolds.length;
  return {
    record,
    writes: [...writes, ...(isUncounted ? releaseCashHolds(ctx, businessId, cashHolds) : [])],
  };
}

/** An unknown caller, such as on the reservation's page, counts as its customer. */
function callerOf({ actor }: Context, { customerId }: Reservation): "customer" | "staff" | "system" {
  if (actor.kind === "person") return actor.id === customerId ? "customer" : "staff";
  return actor.kind === "system" ? "system" : "customer";
}

/** The condition that a reservation was not changed since it was read. */
export function reservationUnchanged(reservation: Stored<Reservation>): Write {
  return reservations.check(reservation);
}
