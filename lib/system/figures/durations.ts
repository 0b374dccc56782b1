// Durations are counted by class, so that the sums of several days give their percentiles.

import { averageOf, type Sums, type Values } from "./amounts.ts";

/** Classes per doubling of a duration. */
const CLASSES_PER_DOUBLING = 8;

/** What a duration adds: one to its class, and itself for the average. */
export function durationSums(name: string, seconds: number): Sums {
  return { [`${name}.${durationClass(seconds)}`]: 1, [`${name}.sum`]: seconds };
}

/** The average duration in seconds, rounded half up; null without durations. */
export function averageDuration(sums: Sums, name: string): number | null {
  const count = classesIn(sums, name).reduce((all, [, of]) => all + of, 0);
  return averageOf(sums[`${name}.sum`] ?? 0, count);
}

/** Percentiles of durations: each is the end of the class in which its rank falls; null without durations. */
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

/** The smallest class that includes a duration. */
export function durationClass(seconds: number): number {
  let number = Math.max(0, Math.ceil(CLASSES_PER_DOUBLING * Math.log2(Math.max(1, seconds))));
  while (durationClassEnd(number) < seconds) number++;
  while (number > 0 && durationClassEnd(number - 1) >= seconds) number--;
  return number;
}

/** The inclusive end of a class, in seconds. */
export function durationClassEnd(number: number): number {
  return Math.ceil(2 ** (number / CLASSES_PER_DOUBLING));
}
