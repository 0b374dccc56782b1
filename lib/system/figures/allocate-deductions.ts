import { scale, split } from "#lib/money/money/pricing.ts";

/** What a sale is made of: a line, or the shipping. */
export interface Bucket {
  id: string;
  total: number;
  tax: number;
}

/** Money that goes back or will not come, or below 0 what turned out otherwise. */
export interface Deduction {
  /** The refund or write-off that it is of. */
  of: string;
  amount: number;
  /** What it names; the rest is laid on all that is left. */
  named: readonly { bucket: string; amount: number }[];
}

/** What one taking-back took of one bucket. */
interface Laid {
  bucket: string;
  amount: number;
  tax: number;
}

/**
 * Lays what is taken back on what a sale is made of, in the order given: named parts on their bucket up to what that has
 * left, the rest over all by what they have left, by largest remainders. A bucket that gave back so much has given back
 * that part of its tax, and each taking-back carries the difference: what goes back wholly gives back exactly its tax.
 * What turns out otherwise is put back where it was taken, the last first.
 */
export function allocateDeductions(buckets: readonly Bucket[], takings: readonly Deduction[]): Laid[][] {
  const gone = new Map(buckets.map(({ id }) => [id, 0]));
  const taken = new Map<string, { bucket: string; amount: number }[]>();
  return takings.map((taking) => {
    const parts =
      taking.amount > 0 ? parted(buckets, gone, taking) : putBack(taken.get(taking.of) ?? [], -taking.amount);
    const own = taken.get(taking.of) ?? [];
    if (taking.amount > 0) taken.set(taking.of, [...own, ...parts]);
    return parts.map(({ bucket, amount }) => {
      const { total = 0, tax = 0 } = buckets.find(({ id }) => id === bucket) ?? {};
      const before = gone.get(bucket) ?? 0;
      gone.set(bucket, before + amount);
      return { bucket, amount, tax: taxOf(tax, before + amount, total) - taxOf(tax, before, total) };
    });
  });
}

function taxOf(tax: number, back: number, total: number): number {
  return total === 0 ? 0 : scale(tax, back, total);
}

function parted(
  buckets: readonly Bucket[],
  gone: ReadonlyMap<string, number>,
  { amount, named }: Deduction,
): { bucket: string; amount: number }[] {
  const left = new Map(buckets.map(({ id, total }) => [id, total - (gone.get(id) ?? 0)]));
  const parts = new Map<string, number>();
  let rest = amount;
  const take = (bucket: string, most: number) => {
    const part = Math.max(0, Math.min(most, rest, left.get(bucket) ?? 0));
    parts.set(bucket, (parts.get(bucket) ?? 0) + part);
    left.set(bucket, (left.get(bucket) ?? 0) - part);
    rest -= part;
  };
  for (const each of named) take(each.bucket, each.amount);
  const room = [...left.values()].reduce((sum, each) => sum + each, 0);
  const shares = split(Math.min(rest, room), [...left.values()]);
  for (const [index, bucket] of [...left.keys()].entries()) take(bucket, shares[index] ?? 0);
  return [...parts].flatMap(([bucket, part]) => (part === 0 ? [] : [{ bucket, amount: part }]));
}

function putBack(
  own: { bucket: string; amount: number }[],
  amount: number,
): { bucket: string; amount: number }[] {
  const parts: { bucket: string; amount: number }[] = [];
  let rest = amount;
  for (const each of own.toReversed()) {
    const part = Math.min(rest, each.amount);
    each.amount -= part;
    rest -= part;
    if (part > 0) parts.push({ bucket: each.bucket, amount: -part });
  }
  return parts;
}
