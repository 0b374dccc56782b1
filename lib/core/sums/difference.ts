import type { Contributions } from "./declaration.ts";

/** Measures of one row that are added to at once: an expression has no more than 4 KB. */
export const MAX_MEASURES = 200;

/** Amounts by row and measure, as they are put together. */
export type Amounts = Map<string, Map<string, number>>;

/**
 * Adds to some amounts what a record adds now more than it did. A measure that is new is named also with 0, so that
 * whoever reads the row sees that it was counted.
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
