import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { orderEventWrites } from "#lib/booking/reservations/event-writes.ts";
import { reservationLife } from "#lib/booking/reservations/lifecycle.ts";
import { claimsOf } from "#lib/booking/reservations/parts.ts";
import { newReservation, reservationCreation } from "#lib/booking/reservations/record.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import { firstHold, firstStatus } from "#lib/booking/reservations/status-change.ts";
import type { Calendar } from "#lib/booking/schedules/bookings.ts";
import type { EvaluatedCart } from "#lib/commerce/carts/evaluate.ts";
import { ORDER } from "./errors.ts";
import type { Order } from "./schema.ts";

/**
 * The reservation of an order that has appointments, its time taken in their calendar.
 *
 * @param until the second in which its hold ends; null for one that is certain
 * @throws ORDER.FAILED_CREATE where a time is not free by now
 */
export function bookAppointments(
  ctx: Context,
  { units }: Pick<EvaluatedCart, "units">,
  order: Order,
  { calendar, until }: { calendar: Calendar; until: number | null },
): { reservation: Reservation | undefined; writes: Write[] } {
  const reservation = reservationOf(ctx, { units }, order, { until });
  if (!areFree(calendar, units, until ?? 0)) throw ORDER.FAILED_CREATE({ message: "a time is taken" });
  return {
    reservation,
    writes: [...(reservation ? reservationCreation(ctx, reservation) : []), ...calendar.writes()],
  };
}

/** The one reservation of an order, with a part for each slot; `undefined` for an order of goods alone. */
function reservationOf(
  ctx: Context,
  { units }: Pick<EvaluatedCart, "units">,
  order: Pick<
    Order,
    | "id"
    | "store_id"
    | "customer_id"
    | "email"
    | "language"
    | "market"
    | "currency"
    | "shipping_address"
    | "billing_address"
  >,
  held: { until: number | null },
): Reservation | undefined {
  const booked = units.flatMap(({ appointment, price }) =>
    appointment?.part ? [{ ...appointment, part: { ...appointment.part, price: price ?? 0 } }] : [],
  );
  if (booked.length === 0) return undefined;
  const parts = booked.map(({ part }) => part);
  const isApprovalRequired = booked.some(({ needsApproval }) => needsApproval);
  const status = firstStatus({ isToPay: held.until !== null, isApprovalRequired });
  const name = order.shipping_address?.name ?? order.billing_address?.name ?? null;
  const { customer_id, email, language } = order;
  const said = { orderId: order.id, customer_id, email, language, name };
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
    holdExpiresAt: firstHold(status, { now: ctx.now(), ends: held.until }),
  });
}

/** Takes the times of appointments in a calendar; false where one of them is not free by now. */
function areFree(calendar: Calendar, units: EvaluatedCart["units"], hold: number): boolean {
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

/** The writes that end a reservation of an order that came to nothing. */
export async function releaseReservation(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  status: "FAILED" | "CANCELLED",
): Promise<Write[]> {
  if (status === "CANCELLED")
    return releaseParts(ctx, reservation, new Set(reservation?.parts.map(({ id }) => id)));
  return (await orderEventWrites(ctx, reservation, { type: "order failed" })) ?? [];
}

/**
 * The writes that make a reservation certain, or hold it on while its money is on its way. `undefined` where its time is
 * gone.
 */
export function confirmReservation(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  how: "booked" | "held",
): Promise<Write[] | undefined> {
  const held = { type: "hold extended", until: null } as const;
  return orderEventWrites(ctx, reservation, how === "held" ? held : { type: "order confirmed" });
}

/**
 * The writes that book a reservation anew whose order was over; `undefined` where its time is gone, or staff have
 * cancelled it meanwhile.
 */
export async function rebookReservation(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
): Promise<Write[] | undefined> {
  const anew = { type: "order reinstated" } as const;
  const refusal = reservation && reservationLife.refusal({ reservation, now: ctx.now() }, anew);
  return refusal ? undefined : orderEventWrites(ctx, reservation, anew);
}

/** The writes that hold a reservation until another second; `undefined` where its time is gone. */
export function extendHold(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  until: number,
): Promise<Write[] | undefined> {
  return orderEventWrites(ctx, reservation, { type: "hold extended", until });
}

/** The writes that change which parts of a reservation still count; all gone is the end of it. */
export async function releaseParts(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  partIds: ReadonlySet<string>,
): Promise<Write[]> {
  return (await orderEventWrites(ctx, reservation, { type: "parts cancelled", partIds })) ?? [];
}
