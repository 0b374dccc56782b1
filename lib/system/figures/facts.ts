// The rows to which a record adds: of the day of each fact, of its hours, and of its splits.

import { HOUR } from "#core/seconds.ts";
import type { Contributions } from "#core/sums/declaration.ts";
import type { Sums } from "./amounts.ts";
import { dayAt } from "./days.ts";
import { dayRowKind, hourMeasureName, hourRowKind, rowName, splitRowKind } from "./rows.ts";
import type { FamilyName } from "./schema.ts";

/** The group of a figure. Figures without money have one group. */
interface Group {
  isTest: boolean;
  market: string;
  currency: string;
}

export const NO_MONEY: Group = { isTest: false, market: "", currency: "" };

/** Something that happened at a time, and what it adds to the sums. */
export interface Fact {
  at: number;
  all: Sums;
  /** What it adds to rows of splits. */
  parts: readonly { split: string; id: string; amounts: Sums }[];
}

/** Puts all of a fact into one row of each split. */
export function inEverySplit(all: Sums, marks: Readonly<Record<string, string | null>>): Fact["parts"] {
  return Object.entries(marks).map(([split, id]) => ({ split, id: id ?? "", amounts: all }));
}

/** What facts add to the rows of a family. */
export function contributionsOf(
  family: FamilyName,
  of: Group,
  facts: readonly Fact[],
  zone: string,
): Contributions {
  const rows: Record<string, Record<string, number>> = {};
  const add = (row: string, measure: string, amount: number) => {
    if (amount === 0) return;
    const measures = rows[row] ?? {};
    rows[row] = measures;
    measures[measure] = (measures[measure] ?? 0) + amount;
  };
  for (const { at, all, parts } of facts) {
    const { date, from } = dayAt(zone, at);
    const group = { date, ...of };
    const hour = Math.floor((at - from) / HOUR);
    for (const [measure, amount] of Object.entries(all)) {
      add(rowName(dayRowKind(family), group), measure, amount);
      add(rowName(hourRowKind(family), group), hourMeasureName(hour, measure), amount);
    }
    for (const { split, id, amounts } of parts)
      for (const [measure, amount] of Object.entries(amounts))
        add(rowName(splitRowKind(family, split), group, id), measure, amount);
  }
  return rows;
}

export function mergeContributions(...some: readonly Contributions[]): Contributions {
  return Object.fromEntries(some.flatMap((each) => Object.entries(each)));
}
