// How long things took: counted by classes, so that what many days took is known from the sums of each.

import { averageOf, type Sums, type Values } from "./amounts.ts";

/** Classes to each doubling of a length of time. */
const FINENESS = 8;

/** What a length of time adds to sums: its class, and itself for the average. */
export function durationSums(name: string, seconds: number): Sums {
  return { [`${name}.${durationClass(seconds)}`]: 1, [`${name}.sum`]: seconds };
}

/** The average of what was summed, half up; null of nothing. */
export function averageDuration(sums: Sums, name: string): number | null {
  const count = classesIn(sums, name).reduce((all, [, of]) => all + of, 0);
  return averageOf(sums[`${name}.sum`] ?? 0, count);
}

/** Percentiles of what was summed: of each the end of the class that holds its rank; null of nothing. */
export function percentiles(sums: Sums, name: string, wanted: readonly number[]): Values {
  const classes = classesIn(sums, name);
  const count = classes.reduce((all, [, of]) => all + of, 0);
  return Object.fromEntries(
    wanted.map((percent) => [`${name}_p${percent}`, endOfRank(classes, Math.ceil((percent * count) / 100))]),
  );
}

function endOfRank(classes: readonly [number, number][], rank: number): number | null {
  let seen = 0;
  for (const [number, count] of classes) {
    seen += count;
    if (rank > 0 && seen >= rank) return durationClassEnd(number);
  }
  return null;
}

function classesIn(sums: Sums, name: string): [number: number, count: number][] {
  return Object.entries(sums)
    .flatMap(([measure, count]): [number, number][] => {
      const number = measure.startsWith(`${name}.`) ? Number(measure.slice(name.length + 1)) : Number.NaN;
      return Number.isNaN(number) || count === 0 ? [] : [[number, count]];
    })
    .toSorted(([one], [other]) => one - other);
}

/** The first class that a length of time fits into. */
export function durationClass(seconds: number): number {
  let number = Math.max(0, Math.ceil(FINENESS * Math.log2(Math.max(1, seconds))));
  while (durationClassEnd(number) < seconds) number++;
  while (number > 0 && durationClassEnd(number - 1) >= seconds) number--;
  return number;
}

/** Seconds that a class ends at, inclusive. */
export function durationClassEnd(number: number): number {
  return Math.ceil(2 ** (number / FINENESS));
}
