import type { Contributions } from "./declaration.ts";

/** Most measures of one row that one write adds: an expression has at most 4 KB. */
export const MAX_MEASURES = 200;

/** Amounts by row and measure, while they are collected. */
export type Amounts = Map<string, Map<string, number>>;

/**
 * Adds the difference between two contributions of a record. A new measure is added even with 0, so that readers see
 * that it was counted.
 */
export function addDifference(to: Amounts, before: Contributions, after: Contributions): void {
  const add = (row: string, measure: string, amount: number) => {
    const measures = to.get(row) ?? new Map<string, number>();
    to.set(row, measures);
    measures.set(measure, (measures.get(measure) ?? 0) + amount);
  };
  for (const [row, measures] of Object.entries(before)) {
    for (const [measure, amount] of Object.entries(measures)) {
      const now = after[row]?.[measure];
      if (now !== amount) add(row, measure, (now ?? 0) - amount);
    }
  }
  for (const [row, measures] of Object.entries(after)) {
    for (const [measure, amount] of Object.entries(measures)) {
      if (before[row]?.[measure] === undefined) add(row, measure, amount);
    }
  }
}
