// Amounts: what they come to, how they are rounded, and what currencies have.
import type { Totals } from "./totals-schema.ts";

/** What is bought: so many of one thing at a price each, in minor units. */
interface Line {
  amount: number;
  quantity: number;
  /** Whether the promo code's discounts on items are for this line. */
  discounted: boolean;
  /** Basis points of its own tax; the cart's unless said. */
  taxBps?: number | undefined;
}

/** What bringing it costs before any discount, in minor units; its own tax unless said is the cart's. */
interface Charge {
  amount: number;
  taxBps?: number | undefined;
}

/** Discounts of a promo code in one market: basis points, and amounts in minor units. */
export interface Discounts {
  percentages: readonly number[];
  amounts: readonly number[];
  shippingPercentages: readonly number[];
}

export const NO_DISCOUNTS: Discounts = { percentages: [], amounts: [], shippingPercentages: [] };

interface Tax {
  bps: number;
  /** Whether prices have the tax in them. */
  inclusive: boolean;
}

interface PricedLine {
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
}

export interface PricedLines {
  lines: PricedLine[];
  shippingLines: PricedLine[];
  subtotal: number;
  /** That of the lines; what a code takes off the shipping is off `shipping` already. */
  discount: number;
  /** After the promo code's part of it; without the tax where that comes on top. */
  shipping: number;
  /** That of the lines and of the shipping. */
  tax: number;
  total: number;
}

/**
 * Prices a cart in whole minor units. A percentage is rounded half up on each line; an amount off the order is split
 * over the lines it is for; tax is taken once from each line, and from each charge of the shipping, after its discount.
 * So the sums are the lines' sums: the total is that of all lines and charges.
 */
export function priceLines(
  lines: readonly Line[],
  discounts: Discounts,
  charges: readonly Charge[],
  tax: Tax,
): PricedLines {
  const subtotals = lines.map(({ amount, quantity }) => amount * quantity);
  const reductions = reduce(lines, subtotals, discounts);
  const priced = lines.map(({ taxBps = tax.bps }, index) =>
    priceLine(subtotals[index] ?? 0, reductions[index] ?? 0, { ...tax, bps: taxBps }),
  );
  const shippingLines = charges.map(({ amount, taxBps = tax.bps }) =>
    priceLine(amount, reduceCharge(amount, discounts), { ...tax, bps: taxBps }),
  );
  const sum = (all: readonly PricedLine[], field: keyof PricedLine) =>
    all.reduce((total, line) => total + line[field], 0);
  return {
    lines: priced,
    shippingLines,
    subtotal: sum(priced, "subtotal"),
    discount: sum(priced, "discount"),
    shipping: sum(shippingLines, "subtotal") - sum(shippingLines, "discount"),
    tax: sum(priced, "tax") + sum(shippingLines, "tax"),
    total: sum(priced, "total") + sum(shippingLines, "total"),
  };
}

function reduceCharge(amount: number, { shippingPercentages }: Discounts): number {
  const left = shippingPercentages.reduce((rest, bps) => rest - Math.min(rest, share(amount, bps)), amount);
  return amount - left;
}

function reduce(
  lines: readonly Line[],
  subtotals: readonly number[],
  { percentages, amounts }: Discounts,
): number[] {
  const left = subtotals.map((subtotal, index) => (lines[index]?.discounted ? subtotal : 0));
  const before = [...left];
  for (const bps of percentages) {
    for (const [index, subtotal] of before.entries()) {
      left[index] = Math.max(0, (left[index] ?? 0) - share(subtotal, bps));
    }
  }
  for (const amount of amounts) {
    const most = left.reduce((sum, rest) => sum + rest, 0);
    for (const [index, part] of split(Math.min(amount, most), left).entries()) {
      left[index] = (left[index] ?? 0) - part;
    }
  }
  return before.map((subtotal, index) => subtotal - (left[index] ?? 0));
}

function priceLine(subtotal: number, discount: number, { bps, inclusive }: Tax): PricedLine {
  const net = subtotal - discount;
  const tax = inclusive ? scale(net, bps, WHOLE + bps) : share(net, bps);
  return { subtotal, discount, tax, total: inclusive ? net : net + tax };
}

/** What a sale comes to, as orders, quotes and carts say it in one object. */
export function totalsOf({ currency, market, subtotal, shipping, discount, tax, total }: Totals): Totals {
  return { currency, market, subtotal, shipping, discount, tax, total };
}

/** Basis points of a whole. */
const WHOLE = 10_000;

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
