import type { Schemas } from "#console/shared/api/types.ts";
import type { Quantities } from "./quantities.tsx";

type Order = Schemas["Order"];

/** The weight in grams of the chosen units; empty if it is not known. */
export function weightOf({ items }: Order, chosen: Quantities): number | "" {
  const grams = items.reduce((sum, { id, snapshot }) => sum + (snapshot.weight ?? 0) * (chosen[id] ?? 0), 0);
  return grams > 0 ? grams : "";
}

/** The location that sends the parcel: the first one that has a chosen item. */
export function locationOf({ items }: Order, chosen: Quantities): string {
  const sent = items.filter(({ id }) => (chosen[id] ?? 0) > 0);
  const locations = sent.flatMap(({ location_id, allocations }) => [
    location_id,
    ...allocations.map((each) => each.location_id),
  ]);
  return locations.find((each) => each !== null && each !== undefined) ?? "";
}
