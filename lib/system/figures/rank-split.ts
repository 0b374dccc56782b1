import type { Sums, Values } from "./amounts.ts";
import type { FiguresRequest } from "./figures-request.ts";
import type { FigureRow } from "./schema.ts";
import { type Row, totalOfRows } from "./sums.ts";

interface RankedSplit {
  rows: FigureRow[];
  rest: Values | null;
  outside: Values;
}

/**
 * The rows of a split by rank, the rest beyond the limit, and what the split does not cover.
 *
 * @param of computes the shown measures from sums
 * @param all sums of what is split
 */
export function rankSplit(
  { sort, limit }: Pick<FiguresRequest, "sort" | "limit">,
  of: (sums: Sums) => Values,
  all: Sums,
  rows: readonly Row[],
): RankedSplit {
  const found = [...Map.groupBy(rows, ({ id }) => id ?? "")].map(([id, own]) => ({
    id,
    sums: totalOfRows(own),
  }));
  const shown = found
    .map(({ id, sums }) => ({ id, sums, values: of(sums) }))
    .filter(({ sums }) => Object.values(sums).some((amount) => amount !== 0))
    .toSorted(
      (one, other) =>
        (other.values[sort] ?? -Infinity) - (one.values[sort] ?? -Infinity) || (one.id < other.id ? -1 : 1),
    );
  const rest = shown.slice(limit);
  const covered = totalOfRows(shown);
  const left = Object.fromEntries(
    Object.entries(all).map(([name, amount]) => [name, amount - (covered[name] ?? 0)]),
  );
  return {
    rows: shown
      .slice(0, limit)
      .map(({ id, values }): FigureRow => ({ id: id || null, label: id || null, values })),
    rest: rest.length > 0 ? of(totalOfRows(rest)) : null,
    outside: of(left),
  };
}
