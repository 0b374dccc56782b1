import { csvLine } from "#core/csv.ts";
import { toDecimal } from "#lib/money/money/currency.ts";
import type { Values } from "./amounts.ts";
import type { Family } from "./family.ts";
import { measuresOf } from "./figures-request.ts";
import { TOTAL_PREFIX } from "./newsletters.ts";
import type { Figures } from "./schema.ts";

export const MAX_CSV_LINES = 10_000;

/** Figures as CSV: a line per point or row, amounts as decimals, unknown values empty. */
export function csvOf(family: Family, split: string | undefined, { groups, from, to }: Figures): string {
  const fixed = measuresOf(family, split);
  const others = groups.flatMap(({ totals }) => Object.keys(totals).filter((name) => !fixed.includes(name)));
  const measures = [...fixed, ...new Set(others)];
  const heading = ["from", "to", "market", "currency", "id", "label", ...measures];
  const lines = groups.flatMap(({ market, currency, points, rows, totals }) => {
    const line = (
      at: { from: string; to: string },
      id: string | null,
      label: string | null,
      values: Values,
    ) => [
      ...[at.from, at.to, market, currency, id, label],
      ...measures.map((name) => decimalText(family, name, values[name] ?? null, currency)),
    ];
    if (rows) return rows.map(({ id, label, values }) => line({ from, to }, id, label, values));
    if (points) return points.map((point) => line(point, null, null, point.values));
    return [line({ from, to }, null, null, totals)];
  });
  return [heading, ...lines.slice(0, MAX_CSV_LINES)].map(csvLine).join("");
}

function decimalText({ amounts }: Family, name: string, value: number | null, currency: string | null) {
  const of = name.startsWith(TOTAL_PREFIX)
    ? name.slice(TOTAL_PREFIX.length)
    : amounts.has(name)
      ? currency
      : null;
  return value === null || of === null ? value : toDecimal(value, of);
}
