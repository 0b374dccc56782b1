import { scale, share, split, WHOLE } from "./rounding.ts";

/** What is bought: so many of one thing at a price each, in minor units. */
export interface Line {
  amount: number;
  quantity: number;
  /** Whether the promo code's discounts on items are for this line. */
  discounted: boolean;
}

/** Discounts of a promo code in one market: basis points, and amounts in minor units. */
export interface Discounts {
  percentages: readonly number[];
  amounts: readonly number[];
  shippingPercentages: readonly number[];
}

export const NO_DISCOUNTS: Discounts = { percentages: [], amounts: [], shippingPercentages: [] };

export interface Tax {
  bps: number;
  /** Whether prices have the tax in them. */
  inclusive: boolean;
}

export interface PricedLine {
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
}

export interface Priced {
  lines: PricedLine[];
  subtotal: number;
  discount: number;
  /** After the promo code's part of it. */
  shipping: number;
  tax: number;
  total: number;
}

/**
 * Prices a cart in whole minor units. A percentage is rounded half up on each line; an amount off the order is split
 * over the lines it is for; tax is taken once from each line after its discount. So the sums are the lines' sums.
 */
export function price(lines: readonly Line[], discounts: Discounts, shipping: number, tax: Tax): Priced {
  const subtotals = lines.map(({ amount, quantity }) => amount * quantity);
  const reductions = reduce(lines, subtotals, discounts);
  const priced = subtotals.map((subtotal, index) => priceLine(subtotal, reductions[index] ?? 0, tax));
  const delivery = discounts.shippingPercentages.reduce(
    (left, bps) => left - Math.min(left, share(shipping, bps)),
    shipping,
  );
  const sum = (field: keyof PricedLine) => priced.reduce((total, line) => total + line[field], 0);
  return {
    lines: priced,
    subtotal: sum("subtotal"),
    discount: sum("discount"),
    shipping: delivery,
    tax: sum("tax"),
    total: sum("total") + delivery,
  };
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
