// Amounts: what lines, discounts, shipping and taxes add up to, and how they are rounded.

import type { Totals } from "./totals-schema.ts";

/** A line of a cart: a quantity of one item at a price in minor units. */
interface Line {
  amount: number;
  quantity: number;
  /** Whether the promo code's item discounts apply to this line. */
  discounted: boolean;
  /** Basis points, if the line's tax differs from the cart's. */
  taxBps?: number | undefined;
}

/** A shipping charge in minor units before discounts. `taxBps` is set only if it differs from the cart's. */
interface Charge {
  amount: number;
  taxBps?: number | undefined;
}

/** What a promo code takes off in one market: basis points, and amounts in minor units. */
export interface Discounts {
  percentages: readonly number[];
  amounts: readonly number[];
  shippingPercentages: readonly number[];
}

/** Largest subtotal in minor units whose total with tax is still an exact number. */
export const MAX_SUBTOTAL = Number.MAX_SAFE_INTEGER / 2;

export const NO_DISCOUNTS: Discounts = { percentages: [], amounts: [], shippingPercentages: [] };

interface Tax {
  bps: number;
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
  /** Discount on the lines. A shipping discount is already subtracted from `shipping`. */
  discount: number;
  /** After discount; without tax where tax is added on top. */
  shipping: number;
  /** Tax of the lines and of the shipping. */
  tax: number;
  total: number;
}

/**
 * Prices a cart in whole minor units. Each line rounds its percentages half up; an amount off the order is
 * split over its discounted lines. Tax is computed once per line and per shipping charge, after the discount,
 * so that the totals are the sums of the lines.
 */
export function priceLines(
  lines: readonly Line[],
  discounts: Discounts,
  charges: readonly Charge[],
  tax: Tax,
): PricedLines {
  const subtotals = lines.map(({ amount, quantity }) => amount * quantity);
  const reductions = lineDiscounts(lines, subtotals, discounts);
  const priced = lines.map(({ taxBps = tax.bps }, index) =>
    priceLine(subtotals[index] ?? 0, reductions[index] ?? 0, { ...tax, bps: taxBps }),
  );
  const shippingLines = charges.map(({ amount, taxBps = tax.bps }) =>
    priceLine(amount, shippingDiscount(amount, discounts), { ...tax, bps: taxBps }),
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

function shippingDiscount(amount: number, { shippingPercentages }: Discounts): number {
  const left = shippingPercentages.reduce((rest, bps) => rest - Math.min(rest, share(amount, bps)), amount);
  return amount - left;
}

function lineDiscounts(
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
  const tax = inclusive ? scale(net, bps, BASIS_POINTS + bps) : share(net, bps);
  return { subtotal, discount, tax, total: inclusive ? net : net + tax };
}

/** Picks the totals object that orders, quotes and carts show. */
export function totalsOf({ currency, market, subtotal, shipping, discount, tax, total }: Totals): Totals {
  return { currency, market, subtotal, shipping, discount, tax, total };
}

const BASIS_POINTS = 10_000;

/** `amount * factor / divisor`, rounded half up. Exact also where the product exceeds safe integers. */
export function scale(amount: number, factor: number, divisor: number): number {
  const product = amount * factor;
  if (Number.isSafeInteger(product * 2 + divisor)) return Math.floor((product * 2 + divisor) / (divisor * 2));
  return Number((BigInt(amount) * BigInt(factor) * 2n + BigInt(divisor)) / (BigInt(divisor) * 2n));
}

/** A part of an amount in basis points, rounded half up. */
export function share(amount: number, bps: number): number {
  return scale(amount, bps, BASIS_POINTS);
}

/**
 * Splits an amount by weights so that the parts add up to it. Each part is rounded down, and the rest goes to
 * the largest remainders, first of equals first (Hamilton's method).
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
