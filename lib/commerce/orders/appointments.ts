import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { orderEventWrites } from "#lib/booking/reservations/event-writes.ts";
import { reservationLife } from "#lib/booking/reservations/lifecycle.ts";
import { claimsOf } from "#lib/booking/reservations/parts.ts";
import { newReservation, reservationCreation } from "#lib/booking/reservations/record.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import { firstHoldEnd, firstStatus } from "#lib/booking/reservations/status-change.ts";
import type { Calendar } from "#lib/booking/schedules/bookings.ts";
import type { EvaluatedCart } from "#lib/commerce/carts/evaluate.ts";
import { ORDER } from "./errors.ts";
import type { Order } from "./schema.ts";

/**
 * Makes the reservation of an order with appointments and takes its time in the calendar.
 *
 * @param until second at which the hold ends; null for a confirmed reservation
 * @throws ORDER.FAILED_CREATE if a time is no longer free
 */
export function bookAppointments(
  ctx: Context,
  { units }: Pick<EvaluatedCart, "units">,
  order: Order,
  { calendar, until }: { calendar: Calendar; until: number | null },
): { reservation: Reservation | undefined; writes: Write[] } {
  const reservation = newOrderReservation(ctx, { units }, order, { until });
  if (!takeTimes(calendar, units, until ?? 0)) throw ORDER.FAILED_CREATE({ message: "a time is taken" });
  return {
    reservation,
    writes: [...(reservation ? reservationCreation(ctx, reservation) : []), ...calendar.writes()],
  };
}

/** An order has one reservation with a part for each slot; an order of goods alone has none. */
function newOrderReservation(
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
  const customerFields = { orderId: order.id, customer_id, email, language, name };
  return newReservation(ctx, customerFields, {
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
    holdExpiresAt: firstHoldEnd(status, { now: ctx.now(), ends: held.until }),
  });
}

/** Takes the appointments' times in the calendar; returns false if one is no longer free. */
function takeTimes(calendar: Calendar, units: EvaluatedCart["units"], holdEnd: number): boolean {
  const booked = units.flatMap(({ appointment }) =>
    appointment?.part && appointment.offer ? [{ part: appointment.part, offer: appointment.offer }] : [],
  );
  const claims = claimsOf(
    booked.map(({ part }) => part),
    booked.map(({ offer }) => offer),
    holdEnd,
  );
  return claims.every((claim) => calendar.take(claim));
}

/** Returns the writes that end the reservation of an order that failed or was cancelled. */
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
 * Returns the writes that confirm a reservation, or hold it while the payment is pending. `undefined` if its
 * time is no longer free.
 */
export function confirmReservation(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  mode: "booked" | "held",
): Promise<Write[] | undefined> {
  const held = { type: "hold extended", until: null } as const;
  return orderEventWrites(ctx, reservation, mode === "held" ? held : { type: "order confirmed" });
}

/**
 * Returns the writes that book the reservation of an ended order again. `undefined` if its time is no longer
 * free, or if staff have cancelled it meanwhile.
 */
export async function rebookReservation(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
): Promise<Write[] | undefined> {
  const rebooking = { type: "order reinstated" } as const;
  const refusal = reservation && reservationLife.refusal({ reservation, now: ctx.now() }, rebooking);
  return refusal ? undefined : orderEventWrites(ctx, reservation, rebooking);
}

/** Returns the writes that set when a hold ends; `undefined` if the reservation's time is no longer free. */
export function extendHold(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  until: number,
): Promise<Write[] | undefined> {
  return orderEventWrites(ctx, reservation, { type: "hold extended", until });
}

/** Returns the writes that remove parts of a reservation; removing all of them cancels it. */
export async function releaseParts(
  ctx: Context,
  reservation: Stored<Reservation> | undefined,
  partIds: ReadonlySet<string>,
): Promise<Write[]> {
  return (await orderEventWrites(ctx, reservation, { type: "parts cancelled", partIds })) ?? [];
}
