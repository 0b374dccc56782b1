import { type Budget, spend } from "#core/budget.ts";
import { type Context, person } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { ipNetwork } from "#core/http/caller.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { cashHoldsOf, cashLimitsOf, takeCashHolds } from "#lib/money/payments/cash-holds.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { RESERVATION } from "./errors.ts";
import type { Reservation, Status } from "./schema.ts";
import { reservations } from "./table.ts";

/** Hours that a customer's request waits for an answer, unless the business says otherwise. */
const ANSWERED_WITHIN = 48;
const PER_PERSON: Budget = [60, HOUR];
/** Requests from one network to one business. */
const PER_NETWORK: Budget = [30, HOUR];
/** Requests of one customer to one business that may wait for an answer at once. */
const MAX_WAITING = 10;
/** Bookings of a customer that are looked at for those that wait: the newest. */
const LOOKED_AT = 50;

/** Draws on what a customer may ask of a business. */
export async function spendOnRequest(ctx: Context, businessId: string): Promise<void> {
  await sideBySide([spend(ctx, "bookings", person(ctx).id, PER_PERSON), spendOnNetwork(ctx, businessId)]);
}

/** Draws on what one network may book at a business; staff do not. */
export async function spendOnNetwork(ctx: Context, businessId: string): Promise<void> {
  if (await ctx.may("WRITE", businessId)) return;
  await spend(ctx, "bookings_per_network", `${businessId}\n${ipNetwork(ctx.ip)}`, PER_NETWORK);
}

/**
 * Demands of a customer what the business asks for before a time is held.
 *
 * @returns seconds that the request holds its time without an answer
 * @throws RESERVATION.FAILED_CREATE for a guest where the business takes bookings of proven addresses alone;
 *   GENERAL.TOO_MANY_REQUESTS where too many requests of the customer wait already
 */
export async function requestHoldTime(
  ctx: Context,
  { id: businessId, configs }: Business,
  status: Status = "PENDING",
): Promise<number> {
  const { requireContact = false, pendingHours } = configs.bookings ?? {};
  const { id, guest } = person(ctx);
  if (requireContact && guest) {
    throw RESERVATION.FAILED_CREATE({ message: "it takes a proven address: sign in with a code first" });
  }
  if (status === "PENDING") await checkFewWaiting(businessId, id);
  return (pendingHours ?? ANSWERED_WITHIN) * HOUR;
}

/**
 * Counts a new booking that is to be paid in cash, until it is over. Guests alone are limited: whoever has signed in is
 * known by a proven address, and staff book for others.
 *
 * @returns the booking that says what it counts as, and the writes that count it, for the transaction that makes it
 */
export async function addBookingCashHolds(
  ctx: Context,
  reservation: Reservation,
  staff: boolean,
): Promise<{ reservation: Reservation; writes: Write[] }> {
  const { id: customer, guest } = person(ctx);
  if (staff || !guest || reservation.payment?.type !== "cash") return { reservation, writes: [] };
  const { businessId, email } = reservation;
  const limits = await cashLimitsOf("bookings", { customer, email, ip: ctx.ip }, (by, most) => {
    const message = `${most} bookings of this ${by} are to be paid in cash and are still to come: sign in with a code, pay by card, or book again after one of them`;
    return RESERVATION.FAILED_CREATE({ message, reason: "cash_limit" });
  });
  return {
    reservation: { ...reservation, cashHolds: cashHoldsOf(limits) },
    writes: takeCashHolds(ctx, businessId, limits),
  };
}

async function checkFewWaiting(businessId: string, customerId: string): Promise<void> {
  const { items } = await queryItems(reservations.child({ customerId }), {
    index: "child_created",
    descending: true,
    limit: LOOKED_AT,
  });
  const here = items.map(reservations.slots).filter((each) => each.businessId === businessId);
  const found = await reservations.batchGet(here);
  const waiting = found.filter((each) => each.status === "PENDING" && each.holdExpiresAt !== null);
  if (waiting.length < MAX_WAITING) return;
  throw GENERAL.TOO_MANY_REQUESTS({ seconds: HOUR, retryAfter: HOUR });
}
