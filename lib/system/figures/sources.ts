import { OTHER } from "#lib/commerce/carts/source-schema.ts";
import type { Row } from "./sums.ts";

/** Sources that a day tells apart: what they are called is free text of visitors' pages. */
const MOST = 200;

/** Rows of sources, of which a day has at most so many: the largest, and what all others come to as one. */
export function limitSources(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ date }) => date).values()].flatMap((day) => {
    const sizes = new Map<string, number>();
    for (const { id = "", sums } of day)
      sizes.set(id, (sizes.get(id) ?? 0) + (sums.orders ?? sums.carts ?? 0));
    const largest = [...sizes].toSorted(([one, size], [other, its]) => its - size || (one < other ? -1 : 1));
    const named = new Set(largest.slice(0, MOST).map(([id]) => id));
    return day.map((row) => (named.has(row.id ?? "") ? row : { ...row, id: OTHER }));
  });
}
