import * as fc from "fast-check";
import { expect, test } from "vitest";
import { worthOfUnits } from "#lib/commerce/orders/books.ts";
import { priceLines } from "#lib/money/money/pricing.ts";

const line = fc.record({
  amount: fc.integer({ min: 0, max: 99_999 }),
  quantity: fc.integer({ min: 1, max: 40 }),
  discounted: fc.boolean(),
  taxBps: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined }),
});
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  charges: fc.array(fc.record({ amount: fc.integer({ min: 0, max: 5000 }) }), { maxLength: 2 }),
  discounts: fc.record({
    percentages: fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 2 }),
    amounts: fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 2 }),
    shippingPercentages: fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 1 }),
  }),
  tax: fc.record({ bps: fc.integer({ min: 0, max: 3000 }), inclusive: fc.boolean() }),
  /** Units of a line in each refund. */
  steps: fc.array(fc.record({ at: fc.nat(7), units: fc.integer({ min: 1, max: 12 }) }), { maxLength: 60 }),
});

test("refunds of all lines and shipping add up exactly to the total", () => {
  fc.assert(
    fc.property(order, ({ lines, charges, discounts, tax, steps }) => {
      const priced = priceLines(lines, discounts, charges, tax);
      const items = lines.map(({ quantity }, at) => ({
        quantity,
        money: { unit_price: 0, subtotal: 0, discount: 0, tax: 0, total: priced.lines[at]?.total ?? 0 },
      }));
      const done = items.map(() => 0);
      let back = 0;
      const give = (at: number, units: number) => {
        const item = items[at];
        if (!item) return;
        const before = done[at] ?? 0;
        const after = Math.min(item.quantity, before + units);
        const amount = worthOfUnits(item, after) - worthOfUnits(item, before);
        expect(amount).toBeGreaterThanOrEqual(0);
        back += amount;
        done[at] = after;
        expect(back).toBeLessThanOrEqual(priced.total);
      };
      for (const { at, units } of steps) give(at % items.length, units);
      for (const at of items.keys()) give(at, 1000);
      const shipping = priced.shippingLines.reduce((sum, { total }) => sum + total, 0);
      expect(back + shipping).toBe(priced.total);
    }),
    { numRuns: 3000 },
  );
});
