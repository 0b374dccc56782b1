import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exponentOf, toDecimal, toMinor } from "#lib/money/currency.ts";
import { type Discounts, NO_DISCOUNTS, price } from "#lib/money/pricing.ts";
import { share, split } from "#lib/money/rounding.ts";

const RUNS = Number(process.env.CARTS ?? 2000);
const money = fc.oneof(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 99_999_999_999 }));
const bps = fc.integer({ min: 0, max: 10_000 });
const line = fc.record({ amount: money, quantity: fc.integer({ min: 1, max: 9 }), discounted: fc.boolean() });
const lines = fc.array(line, { minLength: 1, maxLength: 12 });
const discounts: fc.Arbitrary<Discounts> = fc.record({
  percentages: fc.array(bps, { maxLength: 3 }),
  amounts: fc.array(money, { maxLength: 3 }),
  shippingPercentages: fc.array(bps, { maxLength: 2 }),
});

describe("a price", () => {
  test("adds up in whole units, whatever the cart, the discounts, the shipping and the tax", () => {
    const cart = fc.record({ lines, discounts, shipping: money, bps, inclusive: fc.boolean() });
    fc.assert(
      fc.property(cart, (given) => {
        const { shipping, inclusive } = given;
        const priced = price(given.lines, given.discounts, shipping, { bps: given.bps, inclusive });
        const { subtotal, discount, tax, total } = priced;
        const all = [
          subtotal,
          discount,
          priced.shipping,
          tax,
          total,
          ...priced.lines.flatMap((each) => Object.values(each)),
        ];
        expect(all.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
        expect(discount).toBeLessThanOrEqual(subtotal);
        expect(priced.shipping).toBeLessThanOrEqual(shipping);
        expect(total).toBe(subtotal - discount + priced.shipping + (inclusive ? 0 : tax));
        if (inclusive) expect(tax).toBeLessThanOrEqual(subtotal - discount);
        for (const [index, each] of priced.lines.entries()) {
          expect(each.discount).toBeLessThanOrEqual(each.subtotal);
          if (!given.lines[index]?.discounted) expect(each.discount).toBe(0);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("of 24.99 with 10.75 % tax is 27.68", () => {
    const cart = [{ amount: 2499, quantity: 1, discounted: false }];
    expect(price(cart, NO_DISCOUNTS, 0, { bps: 1075, inclusive: false })).toMatchObject({
      tax: 269,
      total: 2768,
    });
  });

  test("with ten percent off is the sum of its lines to the cent", () => {
    const cart = Array.from({ length: 37 }, (_, index) => ({
      amount: 105 + index,
      quantity: 1,
      discounted: true,
    }));
    const off = { ...NO_DISCOUNTS, percentages: [1000] };
    const { discount, lines: priced } = price(cart, off, 0, { bps: 0, inclusive: false });
    expect(discount).toBe(cart.reduce((sum, { amount }) => sum + Math.floor((amount + 5) / 10), 0));
    expect(discount).toBe(priced.reduce((sum, each) => sum + each.discount, 0));
  });

  test("with a fixed discount takes just that off, or all there is", () => {
    fc.assert(
      fc.property(lines, money, (cart, amount) => {
        const off = { ...NO_DISCOUNTS, amounts: [amount] };
        const most = cart.reduce((sum, each) => sum + (each.discounted ? each.amount * each.quantity : 0), 0);
        expect(price(cart, off, 0, { bps: 0, inclusive: false }).discount).toBe(Math.min(amount, most));
      }),
    );
  });
});

describe("rounding", () => {
  test("is half up", () => {
    expect([share(5, 1000), share(4, 1000), share(15, 1000), share(25, 1000)]).toEqual([1, 0, 2, 3]);
  });

  test("splits an amount into parts that add up to it, none further than one from its quota", () => {
    fc.assert(
      fc.property(money, fc.array(money, { minLength: 1, maxLength: 20 }), (amount, weights) => {
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const parts = split(amount, weights);
        expect(parts.reduce((total, part) => total + part, 0)).toBe(sum === 0 ? 0 : amount);
        for (const [index, part] of parts.entries()) {
          if (sum > 0)
            expect(Math.abs(part - (amount * (weights[index] ?? 0)) / sum)).toBeLessThanOrEqual(1.001);
        }
      }),
    );
  });
});

test.each([
  ["JPY", 0, "1234", 1234],
  ["EUR", 2, "24.99", 2499],
  ["KWD", 3, "1.2345", 1235],
] as const)("%s has %i decimals", (currency, exponent, text, minor) => {
  expect(exponentOf(currency)).toBe(exponent);
  expect(toMinor(text, currency)).toBe(minor);
  expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor);
});
