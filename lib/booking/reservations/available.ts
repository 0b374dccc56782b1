import type { Context } from "#core/context.ts";
import type { Loaded } from "./load.ts";
import { claimsOf, partOf, problemOf } from "./parts.ts";
import type { PartInput } from "./request-schema.ts";
import type { QuoteItem } from "./schema.ts";

/** Whether each of some parts could be booked now, all of them together. Nothing is held by asking. */
export async function availabilityOf(
  ctx: Context,
  { offers, calendar: read }: Loaded,
  wanted: readonly PartInput[],
): Promise<QuoteItem["availability"][]> {
  const parts = offers.flatMap((offer, index) => {
    const part = wanted[index];
    return part ? [{ offer, part, claims: claimsOf([partOf(ctx, offer, part, 0)], [offer], 0) }] : [];
  });
  const calendar = await read(parts.flatMap(({ claims }) => claims));
  return parts.map(({ offer, part, claims }) => {
    const problem = problemOf(ctx, offer, part);
    if (problem) return { ok: false, reason: problem.reason };
    const free = claims.every((claim) => calendar.take(claim));
    return { ok: free, reason: free ? null : "slot_taken" };
  });
}
