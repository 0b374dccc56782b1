/** Summed measures. All other measures are computed from them. */
export type Sums = Readonly<Record<string, number>>;

/** Measures of an answer; null is unknown. */
export type Values = Record<string, number | null>;

/** The change in percent with one decimal, rounded half away from zero. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  const tenths = ((now - before) * 1000) / Math.abs(before);
  return (Math.sign(tenths) * Math.floor(Math.abs(tenths) + 0.5)) / 10 + 0;
}

export function changesBetween(now: Values, before: Values): Values {
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, changeOf(value, before[name] ?? null)]),
  );
}

/** A ratio with four decimals; null where the whole is 0. */
export function rateOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part * 10_000) / whole) / 10_000 : null;
}

/** An average, rounded half up; null if there is nothing to divide by. */
export function averageOf(amount: number, by: number): number | null {
  return by > 0 ? Math.floor((2 * amount + by) / (2 * by)) : null;
}

export function countsOf(sums: Sums, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, sums[name] ?? 0]));
}

export function addSums(one: Sums, other: Sums): Sums {
  const sums: Record<string, number> = { ...one };
  for (const [measure, amount] of Object.entries(other)) sums[measure] = (sums[measure] ?? 0) + amount;
  return sums;
}
