import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { findProviders } from "#lib/booking/bookables/links.ts";
import { loadCalendar } from "#lib/booking/reservations/load.ts";
import { claimOf, claimsOf, makeFirm } from "#lib/booking/reservations/parts.ts";
import { changed, creation, newReservation, replacement } from "#lib/booking/reservations/record.ts";
import type { Part, Reservation, Status } from "#lib/booking/reservations/schema.ts";
import { holdsTime, isSettled } from "#lib/booking/reservations/states.ts";
import type { Calendar } from "#lib/booking/schedules/bookings.ts";
import type { Judged } from "#lib/commerce/carts/judge.ts";
import type { Order } from "./schema.ts";

/** The one reservation of an order, with a part for each slot; `undefined` for an order of goods alone. */
export function reservationOf(
  ctx: Context,
  { units }: Pick<Judged, "units">,
  order: Pick<
    Order,
    "id" | "store_id" | "email" | "language" | "market" | "currency" | "shipping_address" | "billing_address"
  >,
  held: { until: number | null },
): Reservation | undefined {
  const booked = units.flatMap(({ appointment, price }) =>
    appointment?.part ? [{ ...appointment, part: { ...appointment.part, price: price ?? 0 } }] : [],
  );
  if (booked.length === 0) return undefined;
  const parts = booked.map(({ part }) => part);
  const isApprovalRequired = booked.some(({ needsApproval }) => needsApproval);
  const status: Status = held.until === null ? (isApprovalRequired ? "PENDING" : "CONFIRMED") : "CREATED";
  const name = order.shipping_address?.name ?? order.billing_address?.name ?? null;
  const said = { orderId: order.id, email: order.email, language: order.language, name };
  return newReservation(ctx, said, {
    id: newId("rsv", ctx.clock()),
    businessId: order.store_id,
    customerId: null,
    market: order.market,
    currency: order.currency,
    status,
    parts,
    payment: null,
    total: parts.reduce((sum, { price }) => sum + price, 0),
    promoCode: null,
    isApprovalRequired,
    holdExpiresAt: held.until,
  });
}

/** The writes of an order's new reservation, without those of its time. */
export function bookingWrites(ctx: Context, reservation: Reservation | undefined): Write[] {
  return reservation ? creation(ctx, reservation) : [];
}

/** The writes that end a reservation of an order that came to nothing. */
export async function freeing(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  status: "FAILED" | "CANCELLED",
): Promise<Write[]> {
  if (!reservation || !holdsTime(reservation.status)) return [];
  const calendar = await loadCalendar(ctx, reservation.businessId, reservation.parts);
  for (const part of reservation.parts) calendar.free(claimOf(part));
  const after = changed(ctx, reservation, { status });
  return [...replacement(ctx, reservation, after), ...calendar.writes()];
}

/**
 * The writes that make a reservation certain, or hold it on while its money is on its way; taken anew where its hold had
 * ended. `undefined` where its time is gone.
 */
export async function firming(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  how: "booked" | "held",
): Promise<Write[] | undefined> {
  if (!reservation) return [];
  const { businessId, parts, isApprovalRequired } = reservation;
  const calendar = await loadCalendar(ctx, businessId, parts);
  if (!(await makeFirm(calendar, reservation))) return undefined;
  // What staff have decided is not decided again by money that comes.
  if (isSettled(reservation.status)) return calendar.writes();
  const booked: Status = isApprovalRequired ? "PENDING" : "CONFIRMED";
  const after = changed(ctx, reservation, { status: how === "booked" ? booked : "CREATED" });
  const kept = how === "held" ? { ...after, holdExpiresAt: null } : after;
  return [...replacement(ctx, reservation, kept), ...calendar.writes()];
}

/** The writes that hold a reservation until another second; `undefined` where its time is gone. */
export async function holdingOn(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  until: number,
): Promise<Write[] | undefined> {
  if (!reservation) return [];
  if (isSettled(reservation.status)) return firming(ctx, reservation, "held");
  const { businessId, parts } = reservation;
  const calendar = await loadCalendar(ctx, businessId, parts);
  for (const part of parts) calendar.free(claimOf(part));
  if (!(await takeParts(calendar, businessId, parts, until))) return undefined;
  const after = { ...changed(ctx, reservation, { status: "CREATED" }), holdExpiresAt: until };
  return [...replacement(ctx, reservation, after), ...calendar.writes()];
}

/** The writes that change which parts of a reservation still count; all gone is the end of it. */
export async function withoutParts(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  partIds: ReadonlySet<string>,
): Promise<Write[]> {
  if (!reservation || !holdsTime(reservation.status)) return [];
  const left = reservation.parts.filter(({ id }) => !partIds.has(id));
  if (left.length === reservation.parts.length) return [];
  if (left.length === 0) return freeing(ctx, reservation, "CANCELLED");
  const calendar = await loadCalendar(ctx, reservation.businessId, reservation.parts);
  for (const part of reservation.parts) if (partIds.has(part.id)) calendar.free(claimOf(part));
  const total = left.reduce((sum, { price }) => sum + price, 0);
  const after = changed(ctx, reservation, { parts: left, total });
  return [...replacement(ctx, reservation, after), ...calendar.writes()];
}

async function takeParts(
  calendar: Calendar,
  businessId: string,
  parts: readonly Part[],
  hold: number,
): Promise<boolean> {
  const providers = await findProviders(
    businessId,
    parts.map(({ providerId }) => providerId),
  );
  return parts.every((part) => {
    const atOnce = providers.find(({ id }) => id === part.providerId)?.concurrentLimit ?? 1;
    return calendar.take({ ...claimOf(part), hold, atOnce });
  });
}

/** The days' writes of a new order's appointments; false where one of them is not free by now. */
export function bookTimes(calendar: Calendar, units: Judged["units"], hold: number): boolean {
  const booked = units.flatMap(({ appointment }) =>
    appointment?.part && appointment.offer ? [{ part: appointment.part, offer: appointment.offer }] : [],
  );
  const claims = claimsOf(
    booked.map(({ part }) => part),
    booked.map(({ offer }) => offer),
    hold,
  );
  return claims.every((claim) => calendar.take(claim));
}
