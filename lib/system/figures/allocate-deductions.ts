import { scale, split } from "#lib/money/money/pricing.ts";

/** A part of a sale: a line, or the shipping. */
export interface Bucket {
  id: string;
  total: number;
  tax: number;
}

/** Money that was refunded or written off; negative when a refund failed later. */
export interface Deduction {
  /** Id of the refund or write-off. */
  of: string;
  amount: number;
  /** Amounts for certain parts of the sale; the rest is spread over all parts. */
  named: readonly { bucket: string; amount: number }[];
}

/** What one deduction took from one bucket. */
interface Allocation {
  bucket: string;
  amount: number;
  tax: number;
}

/**
 * Allocates deductions to the parts of a sale, in the given order. Named amounts are taken from their bucket as
 * far as it lasts, the rest from all buckets in proportion to what is left. Tax follows in proportion to the
 * bucket's total deduction, so that a full deduction returns exactly its tax. A negative deduction undoes the
 * earlier ones of the same refund, last first.
 */
export function allocateDeductions(
  buckets: readonly Bucket[],
  deductions: readonly Deduction[],
): Allocation[][] {
  const gone = new Map(buckets.map(({ id }) => [id, 0]));
  const taken = new Map<string, { bucket: string; amount: number }[]>();
  return deductions.map((deduction) => {
    const { of, amount: whole } = deduction;
    const own = taken.get(of) ?? [];
    const parts = whole > 0 ? allocate(buckets, gone, deduction) : undoAllocation(own, -whole);
    if (whole > 0) taken.set(of, [...own, ...parts]);
    return parts.map(({ bucket, amount }) => {
      const { total = 0, tax = 0 } = buckets.find(({ id }) => id === bucket) ?? {};
      const before = gone.get(bucket) ?? 0;
      gone.set(bucket, before + amount);
      return { bucket, amount, tax: taxShare(tax, before + amount, total) - taxShare(tax, before, total) };
    });
  });
}

function taxShare(tax: number, back: number, total: number): number {
  return total === 0 ? 0 : scale(tax, back, total);
}

function allocate(
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

function undoAllocation(
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
