import { OTHER } from "#lib/commerce/carts/source-schema.ts";
import type { Row } from "./sums.ts";

/** Most sources that a day shows separately. Visitors' pages name them, so there could be any number. */
const MAX_SOURCES = 200;

/** The rows of the largest sources per day; all others become one row. */
export function limitSources(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ date }) => date).values()].flatMap((day) => {
    const sizes = new Map<string, number>();
    for (const { id = "", sums } of day)
      sizes.set(id, (sizes.get(id) ?? 0) + (sums.orders ?? sums.carts ?? 0));
    const largest = [...sizes].toSorted(([one, size], [other, its]) => its - size || (one < other ? -1 : 1));
    const named = new Set(largest.slice(0, MAX_SOURCES).map(([id]) => id));
    return day.map((row) => (named.has(row.id ?? "") ? row : { ...row, id: OTHER }));
  });
}
