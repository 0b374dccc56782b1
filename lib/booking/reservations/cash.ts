import { type Context, person } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { holdsOf, payerLimits, takeCash } from "#lib/money/payments/cash-holds.ts";
import { RESERVATION } from "./errors.ts";
import type { Reservation } from "./schema.ts";

/**
 * Counts a new booking that is to be paid in cash, until it is over. Guests alone are limited: whoever has signed in is
 * known by a proven address, and staff book for others.
 *
 * @returns the booking that says what it counts as, and the writes that count it, for the transaction that makes it
 */
export async function countCash(
  ctx: Context,
  reservation: Reservation,
  staff: boolean,
): Promise<{ reservation: Reservation; writes: Write[] }> {
  const { id: customer, guest } = person(ctx);
  if (staff || !guest || reservation.payment?.type !== "cash") return { reservation, writes: [] };
  const { businessId, email } = reservation;
  const limits = await payerLimits("bookings", { customer, email, ip: ctx.ip }, (by, most) => {
    const message = `${most} bookings of this ${by} are to be paid in cash and are still to come: sign in with a code, pay by card, or book again after one of them`;
    return RESERVATION.FAILED_CREATE({ message, reason: "cash_limit" });
  });
  return {
    reservation: { ...reservation, cashHolds: holdsOf(limits) },
    writes: takeCash(ctx, businessId, limits),
  };
}
