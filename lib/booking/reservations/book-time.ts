import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { findProviders } from "#lib/booking/bookables/links.ts";
import { type LoadedBooking, loadCalendar } from "./load-booking.ts";
import { claimOf } from "./parts.ts";
import type { Part, Reservation } from "./schema.ts";
import { timeChanges } from "./states.ts";

type KnownOffers = Pick<LoadedBooking, "offers" | "calendar">;

/**
 * Frees and takes the time of providers for a change of a reservation.
 *
 * @returns `undefined` if some of the time is taken by others
 */
export async function bookTime(
  ctx: Context,
  before: Reservation,
  after: Reservation,
  known?: KnownOffers,
): Promise<Write[] | undefined> {
  const { frees, takes, keeps, until } = timeChanges(before, after);
  const all = [...frees, ...takes, ...keeps];
  if (all.length === 0) return [];
  const { businessId } = before;
  const calendar = known ? await known.calendar(all) : await loadCalendar(ctx, businessId, all);
  for (const part of frees) calendar.free(claimOf(part));
  // An active hold is made permanent; the time of an expired one is taken again.
  const needed = [...keeps, ...takes].filter((part) => until !== 0 || !calendar.confirm(claimOf(part)));
  const limits = await limitsOf(businessId, needed, known);
  const isFree = needed.every((part) =>
    calendar.take({ ...claimOf(part), hold: until, atOnce: limits.get(part.providerId) ?? 1 }),
  );
  return isFree ? calendar.writes() : undefined;
}

/** How many customers each provider serves at once. */
async function limitsOf(
  businessId: string,
  parts: readonly Part[],
  known: KnownOffers | undefined,
): Promise<Map<string, number>> {
  const offered = known?.offers.map(({ provider }) => provider) ?? [];
  const unknown = parts.filter(({ providerId }) => !offered.some(({ id }) => id === providerId));
  const found = await findProviders(
    businessId,
    unknown.map(({ providerId }) => providerId),
  );
  return new Map([...offered, ...found].map(({ id, concurrentLimit }) => [id, concurrentLimit]));
}
