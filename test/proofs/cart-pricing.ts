import assert from "node:assert/strict";
import fc from "fast-check";
import { exponentOf, toDecimal, toMinorUnits } from "#lib/money/money/currency.ts";
import { type Discounts, type PricedLines, priceLines, share } from "#lib/money/money/pricing.ts";

/** The largest amount that can be parsed in every currency. */
const MAX_PARSED_AMOUNT = 999_999_999_999;
/** Currencies with zero, two and three decimals. */
const CURRENCIES = ["JPY", "EUR", "KWD"] as const;

export const anyAmount = fc.oneof(
  fc.integer({ min: 0, max: 500_000 }),
  fc.integer({ min: 0, max: 99_999_999_999 }),
);
const anyBps = fc.integer({ min: 0, max: 10_000 });
const anyTaxBps = fc.option(anyBps, { nil: undefined });
const smallLine = fc.record({
  amount: anyAmount,
  quantity: fc.integer({ min: 1, max: 9 }),
  discounted: fc.boolean(),
  taxBps: anyTaxBps,
});
const largeLine = fc.record({
  amount: fc.integer({ min: 0, max: 500_000 }),
  quantity: fc.integer({ min: 10, max: 9999 }),
  discounted: fc.boolean(),
  taxBps: anyTaxBps,
});
const anyLine = fc.oneof(smallLine, largeLine);
export const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 12 });
const anyDiscounts: fc.Arbitrary<Discounts> = fc.record({
  percentages: fc.array(anyBps, { maxLength: 3 }),
  amounts: fc.array(anyAmount, { maxLength: 3 }),
  shippingPercentages: fc.array(anyBps, { maxLength: 2 }),
});
const anyCart = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  lines: anyLines,
  discounts: anyDiscounts,
  charges: fc.array(fc.record({ amount: anyAmount, taxBps: anyTaxBps }), { maxLength: 3 }),
  tax: fc.record({ bps: anyBps, inclusive: fc.boolean() }),
});
type Cart = typeof anyCart extends fc.Arbitrary<infer T> ? T : never;

type CartCounts = { carts: number; lines: number; discounted: number };

/**
 * Prices random carts. Every amount is a whole number and not negative, no discount exceeds its line, totals are the sums
 * of the lines, the tax of a line is rounded once after its discount, and an amount survives formatting and parsing.
 */
export function proveCartPricing(seed: number, runs: number): CartCounts {
  const total: CartCounts = { carts: 0, lines: 0, discounted: 0 };
  fc.assert(
    fc.property(anyCart, (cart) => {
      const priced = priceLines(cart.lines, cart.discounts, cart.charges, cart.tax);
      checkSums(cart, priced);
      checkLines(cart, priced);
      for (const amount of [priced.total, priced.tax, priced.discount].filter(
        (each) => each <= MAX_PARSED_AMOUNT,
      ))
        assert.equal(toMinorUnits(toDecimal(amount, cart.currency), cart.currency), amount);
      total.carts++;
      total.lines += priced.lines.length;
      total.discounted += Number(priced.discount > 0);
    }),
    { numRuns: runs, seed },
  );
  assert.deepEqual(CURRENCIES.map(exponentOf), [0, 2, 3]);
  return total;
}

function checkSums({ charges, tax: { inclusive } }: Cart, priced: PricedLines): void {
  const { subtotal, discount, tax, total } = priced;
  const parts = [...priced.lines, ...priced.shippingLines];
  const shipping = charges.reduce((sum, { amount }) => sum + amount, 0);
  const all = [subtotal, discount, priced.shipping, tax, total];
  for (const amount of [...all, ...parts.flatMap((part) => Object.values(part))])
    assert.ok(Number.isSafeInteger(amount) && amount >= 0, `${amount} is no amount.`);
  assert.ok(discount <= subtotal && priced.shipping <= shipping);
  assert.equal(total, subtotal - discount + priced.shipping + (inclusive ? 0 : tax));
  const sum = (all: PricedLines["lines"], field: keyof PricedLines["lines"][number]) =>
    all.reduce((whole, line) => whole + line[field], 0);
  assert.deepEqual([sum(priced.lines, "subtotal"), sum(priced.lines, "discount")], [subtotal, discount]);
  assert.deepEqual([sum(parts, "tax"), sum(parts, "total")], [tax, total]);
}

function checkLines({ lines: given, charges, tax: { bps, inclusive } }: Cart, priced: PricedLines): void {
  const all = [
    ...given,
    ...charges.map(({ amount, taxBps: own }) => ({ amount, quantity: 1, discounted: true, taxBps: own })),
  ];
  for (const [index, { subtotal, discount, tax }] of [...priced.lines, ...priced.shippingLines].entries()) {
    const line = all[index];
    assert.ok(line && subtotal === line.amount * line.quantity && discount <= subtotal);
    assert.ok(line.discounted || discount === 0);
    const rate = line.taxBps ?? bps;
    const net = subtotal - discount;
    if (!inclusive) assert.equal(tax, share(net, rate));
    // Tax included in the price: it is within half a minor unit of the exact share.
    else assert.ok(Math.abs(tax - (net * rate) / (10_000 + rate)) <= 0.5 + net * 1e-12);
  }
}
