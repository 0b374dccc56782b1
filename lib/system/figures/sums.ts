import { rowsBetween } from "#core/sums/range.ts";
import type { SumsReading } from "#core/sums/read.ts";
import { addSums, type Sums } from "./amounts.ts";
import type { DateRange } from "./figures-request.ts";
import { hourMeasureName, parseRowName, type RowName, rowNameRange } from "./rows.ts";

/** A row's sums and the parts of its name. */
export interface Row extends RowName {
  sums: Sums;
}

/** Which rows of sales a request selects. */
export interface FiguresFilter {
  tests: "included" | "excluded" | "only";
  market?: string | undefined;
  currency?: string | undefined;
}

export async function readFigureRows(
  reading: SumsReading | undefined,
  kind: string,
  { from, to }: DateRange,
): Promise<Row[]> {
  if (!reading) return [];
  const rows = await rowsBetween(reading, ...rowNameRange(kind, from, to));
  return [...rows].map(([name, sums]) => ({ ...parseRowName(kind, name), sums }));
}

export function isInMarket({ market, currency }: FiguresFilter, row: RowName): boolean {
  return (
    (market === undefined || row.market === market) && (currency === undefined || row.currency === currency)
  );
}

export function isTestModeShown({ tests }: FiguresFilter, { isTest }: RowName): boolean {
  return tests === "included" || (tests === "only") === isTest;
}

export function totalOfRows(rows: readonly { sums: Sums }[]): Sums {
  return rows.reduce<Sums>((all, { sums }) => addSums(all, sums), {});
}

/** The sums of some hours of a day. */
export function sumHours(row: Row, from: number, to: number): Row {
  const sums: Record<string, number> = {};
  for (const [name, amount] of Object.entries(row.sums)) {
    const measure = name.slice(3);
    const hour = Number(name.slice(0, 2));
    if (hour < from || hour >= to || name !== hourMeasureName(hour, measure)) continue;
    sums[measure] = (sums[measure] ?? 0) + amount;
  }
  return { ...row, sums };
}

export function groupRows<R extends RowName>(
  rows: readonly R[],
): [market: string, currency: string, rows: R[]][] {
  const groups = Map.groupBy(rows, ({ market, currency }) => `${market}|${currency}`);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, own]) => {
      const at = name.lastIndexOf("|");
      return [name.slice(0, at), name.slice(at + 1), own];
    });
}
