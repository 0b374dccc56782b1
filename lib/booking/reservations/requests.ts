import { type Budget, spendBudget } from "#core/budget.ts";
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

/** Hours for which a request waits for an answer by default. */
const DEFAULT_ANSWER_HOURS = 48;
const PERSON_BUDGET: Budget = [60, HOUR];
const NETWORK_BUDGET: Budget = [30, HOUR];
/** Most pending requests of one customer at one business. */
const MAX_PENDING = 10;
/** Newest bookings of a customer among which pending ones are counted. */
const MAX_BOOKINGS_READ = 50;

/** Counts a request towards the limits of its customer and network. */
export async function spendOnRequest(ctx: Context, businessId: string): Promise<void> {
  await sideBySide([
    spendBudget(ctx, "bookings", person(ctx).id, PERSON_BUDGET),
    spendOnNetwork(ctx, businessId),
  ]);
}

/** Counts a booking towards the limit of the caller's network; staff have no limit. */
export async function spendOnNetwork(ctx: Context, businessId: string): Promise<void> {
  if (await ctx.may("WRITE", businessId)) return;
  await spendBudget(ctx, "bookings_per_network", `${businessId}\n${ipNetwork(ctx.ip)}`, NETWORK_BUDGET);
}

/**
 * Checks what the business requires of a customer before a time is held.
 *
 * @returns for how many seconds the request holds its time if staff do not answer
 * @throws RESERVATION.FAILED_CREATE for a guest if the business requires a proven email address
 * @throws GENERAL.TOO_MANY_REQUESTS if too many requests of the customer are pending
 */
export async function requestHoldSeconds(
  ctx: Context,
  { id: businessId, configs }: Business,
  status: Status = "PENDING",
): Promise<number> {
  const { requireContact = false, pendingHours } = configs.bookings ?? {};
  const { id, guest } = person(ctx);
  if (requireContact && guest) {
    throw RESERVATION.FAILED_CREATE({ message: "it takes a proven address: sign in with a code first" });
  }
  if (status === "PENDING") await checkPendingRequests(businessId, id);
  return (pendingHours ?? DEFAULT_ANSWER_HOURS) * HOUR;
}

/**
 * Counts a cash booking until it ends. Only guests are limited: other customers have a proven email address, and staff
 * book for others.
 *
 * @returns the booking with its cash holds, and the writes that count them, for its transaction
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

async function checkPendingRequests(businessId: string, customerId: string): Promise<void> {
  const { items } = await queryItems(reservations.child({ customerId }), {
    index: "child_created",
    descending: true,
    limit: MAX_BOOKINGS_READ,
  });
  const here = items.map(reservations.slots).filter((each) => each.businessId === businessId);
  const found = await reservations.batchGet(here);
  const waiting = found.filter((each) => each.status === "PENDING" && each.holdExpiresAt !== null);
  if (waiting.length < MAX_PENDING) return;
  throw GENERAL.TOO_MANY_REQUESTS({ seconds: HOUR, retryAfter: HOUR });
}
