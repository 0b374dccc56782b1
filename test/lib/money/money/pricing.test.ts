import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exponentOf, toDecimal, toMinorUnits } from "#lib/money/money/currency.ts";
import { NO_DISCOUNTS, priceLines, share, split } from "#lib/money/money/pricing.ts";
import { anyAmount, anyLines, proveCartPricing } from "#test/proofs/cart-pricing.ts";
import { newSeed } from "#test/support/random.ts";

const RUNS = Number(process.env.CARTS ?? 2000);

describe("a price", () => {
  test("adds up exactly, whatever the cart, discounts, shipping, tax and currency", () => {
    const { carts, discounted } = proveCartPricing(newSeed(), RUNS);
    expect(carts).toBe(RUNS);
    expect(discounted).toBeGreaterThan(RUNS / 4);
  });

  test("of 24.99 with 10.75 % tax is 27.68", () => {
    const cart = [{ amount: 2499, quantity: 1, discounted: false }];
    expect(priceLines(cart, NO_DISCOUNTS, [], { bps: 1075, inclusive: false })).toMatchObject({
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
    const { discount, lines: priced } = priceLines(cart, off, [], { bps: 0, inclusive: false });
    expect(discount).toBe(cart.reduce((sum, { amount }) => sum + Math.floor((amount + 5) / 10), 0));
    expect(discount).toBe(priced.reduce((sum, each) => sum + each.discount, 0));
  });

  test("with a fixed discount takes just that off, or all there is", () => {
    fc.assert(
      fc.property(anyLines, anyAmount, (cart, amount) => {
        const off = { ...NO_DISCOUNTS, amounts: [amount] };
        const most = cart.reduce((sum, each) => sum + (each.discounted ? each.amount * each.quantity : 0), 0);
        expect(priceLines(cart, off, [], { bps: 0, inclusive: false }).discount).toBe(Math.min(amount, most));
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
      fc.property(anyAmount, fc.array(anyAmount, { minLength: 1, maxLength: 20 }), (amount, weights) => {
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
  expect(toMinorUnits(text, currency)).toBe(minor);
  expect(toMinorUnits(toDecimal(minor, currency), currency)).toBe(minor);
});
