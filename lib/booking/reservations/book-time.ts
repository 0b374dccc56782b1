import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { findProviders } from "#lib/booking/bookables/links.ts";
import { type LoadedBooking, loadCalendar } from "./load-booking.ts";
import { claimOf } from "./parts.ts";
import type { Part, Reservation } from "./schema.ts";
import { timeChanges } from "./states.ts";

/** What of a booking was read before. */
type Known = Pick<LoadedBooking, "offers" | "calendar">;

/**
 * The writes that give and take what a change of a reservation means for the time of its providers.
 *
 * @returns `undefined` where some of the time is somebody else's by now
 */
export async function bookTime(
  ctx: Context,
  before: Reservation,
  after: Reservation,
  known?: Known,
): Promise<Write[] | undefined> {
  const { frees, takes, keeps, until } = timeChanges(before, after);
  const all = [...frees, ...takes, ...keeps];
  if (all.length === 0) return [];
  const { businessId } = before;
  const calendar = known ? await known.calendar(all) : await loadCalendar(ctx, businessId, all);
  for (const part of frees) calendar.free(claimOf(part));
  // A hold that still stands is made its own, and taken anew where it had ended.
  const wanted = [...keeps, ...takes].filter((part) => until !== 0 || !calendar.firm(claimOf(part)));
  const limits = await limitsOf(businessId, wanted, known);
  const isFree = wanted.every((part) =>
    calendar.take({ ...claimOf(part), hold: until, atOnce: limits.get(part.providerId) ?? 1 }),
  );
  return isFree ? calendar.writes() : undefined;
}

/** How many each provider serves at once. */
async function limitsOf(
  businessId: string,
  parts: readonly Part[],
  known: Known | undefined,
): Promise<Map<string, number>> {
  const offered = known?.offers.map(({ provider }) => provider) ?? [];
  const unknown = parts.filter(({ providerId }) => !offered.some(({ id }) => id === providerId));
  const found = await findProviders(
    businessId,
    unknown.map(({ providerId }) => providerId),
  );
  return new Map([...offered, ...found].map(({ id, concurrentLimit }) => [id, concurrentLimit]));
}
