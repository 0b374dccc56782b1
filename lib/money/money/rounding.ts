/** Basis points of a whole. */
export const WHOLE = 10_000;

/** `amount * factor / divisor` of whole numbers, rounded half up, exact at any size. */
export function scale(amount: number, factor: number, divisor: number): number {
  const product = amount * factor;
  if (Number.isSafeInteger(product * 2 + divisor)) return Math.floor((product * 2 + divisor) / (divisor * 2));
  return Number((BigInt(amount) * BigInt(factor) * 2n + BigInt(divisor)) / (BigInt(divisor) * 2n));
}

/** A part of an amount in basis points, rounded half up. */
export function share(amount: number, bps: number): number {
  return scale(amount, bps, WHOLE);
}

/**
 * Splits an amount by weights so that the parts add up to it: each gets its quota rounded down, and what is left goes
 * one by one to the largest remainders, the first of equal ones first (Hamilton's method).
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const quotas = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { index, part: Number(exact / sum), remainder: exact % sum };
  });
  let left = amount - quotas.reduce((total, { part }) => total + part, 0);
  const parts = quotas.map(({ part }) => part);
  for (const { index } of quotas.toSorted(byRemainder)) {
    if (left === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left--;
  }
  return parts;
}

interface Quota {
  index: number;
  remainder: bigint;
}

function byRemainder(one: Quota, other: Quota): number {
  if (one.remainder === other.remainder) return one.index - other.index;
  return one.remainder > other.remainder ? -1 : 1;
}
