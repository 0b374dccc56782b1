import type { Schemas } from "#console/shared/api/types.ts";
import type { Quantities } from "./quantities.tsx";

type Order = Schemas["Order"];

/** Grams of what goes into a parcel, as far as its goods say; nothing if none does. */
export function weightOf({ items }: Order, chosen: Quantities): number | "" {
  const grams = items.reduce((sum, { id, snapshot }) => sum + (snapshot.weight ?? 0) * (chosen[id] ?? 0), 0);
  return grams > 0 ? grams : "";
}

/** Where the goods of a parcel lie: a parcel leaves one place. */
export function locationOf({ items }: Order, chosen: Quantities): string {
  const sent = items.filter(({ id }) => (chosen[id] ?? 0) > 0);
  const held = sent.flatMap(({ location_id, allocations }) => [
    location_id,
    ...allocations.map((each) => each.location_id),
  ]);
  return held.find((each) => each !== null && each !== undefined) ?? "";
}
