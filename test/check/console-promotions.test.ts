import fc from "fast-check";
import { expect, test } from "vitest";
import {
  amountFieldName,
  bodyOf,
  fieldOf,
  kindOf,
  type Market,
  valuesOf,
} from "#lib/console/money/promotions/form/values.ts";

const MARKETS = [
  { id: "m1", key: "eu", currency: "EUR" },
  { id: "m2", key: "us", currency: "USD" },
] as unknown as Market[];

type Promo = NonNullable<Parameters<typeof valuesOf>[0]>;

const discount = fc.oneof(
  fc.record({
    type: fc.constantFrom("items_percentage" as const, "shipping_percentage" as const),
    market_id: fc.constantFrom("eu", "m2", "gone"),
    bps: fc.constantFrom(0, 1500, 10_000),
  }),
  fc.record({
    type: fc.constant("items_fixed" as const),
    market_id: fc.constantFrom("eu", "us", "gone"),
    amount: fc.integer({ min: 0, max: 9999 }),
  }),
);
const condition = fc.oneof(
  fc.record({
    type: fc.constantFrom("max_uses" as const, "max_uses_per_user" as const),
    value: fc.record({ type: fc.constant("count" as const), value: fc.nat(100) }),
  }),
  fc.record({
    type: fc.constantFrom("products" as const, "services" as const),
    value: fc.record({ type: fc.constant("ids" as const), value: fc.constant(["prod_1"]) }),
  }),
);
const promos = fc.record({
  ...{ id: fc.constant("promo_1"), store_id: fc.constant("s"), code: fc.constant("A") },
  ...{ status: fc.constant("active" as const), uses: fc.nat(9), version: fc.constant(2) },
  ...{ created_at: fc.constant(1), updated_at: fc.constant(1) },
  discounts: fc.array(discount, { maxLength: 3 }),
  conditions: fc.array(condition, { maxLength: 3 }),
});

// The generated records have the type's fields, which the types of fast-check do not show.
const promo = promos as unknown as fc.Arbitrary<Promo>;

test("an unchanged promo code sends nothing, whatever its discounts and conditions", () => {
  fc.assert(
    fc.property(promo, (one) => {
      expect(bodyOf(valuesOf(one, MARKETS), one, MARKETS)).toEqual({});
    }),
  );
});

test("a change of one condition keeps the discounts and the other conditions of a code", () => {
  fc.assert(
    fc.property(promo, (one) => {
      const body = bodyOf({ ...valuesOf(one, MARKETS), smallest: 2000 }, one, MARKETS);
      const added = { type: "min_order_amount", value: { type: "amount", value: 2000 } };
      expect(body).toEqual({ conditions: [...one.conditions, added] });
    }),
  );
});

test("free shipping takes 100 % in each market, and a percentage applies to the chosen markets", () => {
  const made = { ...valuesOf(undefined, MARKETS), code: " FREE " };
  expect(bodyOf({ ...made, kind: "shipping" }, undefined, MARKETS)).toEqual({
    code: "FREE",
    discounts: [
      { type: "shipping_percentage", market_id: "eu", bps: 10_000 },
      { type: "shipping_percentage", market_id: "us", bps: 10_000 },
    ],
  });
  expect(
    bodyOf({ ...made, kind: "percentage", percent: 1250, markets: ["us"] }, undefined, MARKETS).discounts,
  ).toEqual([{ type: "items_percentage", market_id: "us", bps: 1250 }]);
});

test("an amount is set for each market, and a fault of the API leads to its field", () => {
  const made = {
    ...valuesOf(undefined, MARKETS),
    kind: "amount",
    [amountFieldName("us")]: 500,
    uses: 10,
    ends: 99,
  };
  const body = bodyOf(made, undefined, MARKETS);
  expect(body.discounts).toEqual([{ type: "items_fixed", market_id: "us", amount: 500 }]);
  expect(fieldOf("discounts[0].amount", body)).toBe(amountFieldName("us"));
  expect(fieldOf("conditions[0].value.value.end", body)).toBe("ends");
  expect(fieldOf("conditions[1].value.value", body)).toBe("uses");
  expect(fieldOf("code", body)).toBe("code");
});

test("a code with several kinds of discount is mixed, and never shown as one kind", () => {
  expect(kindOf([{ type: "items_percentage", market_id: "eu", bps: 1000 }])).toBe("percentage");
  expect(kindOf([{ type: "shipping_percentage", market_id: "eu", bps: 10_000 }])).toBe("shipping");
  expect(kindOf([{ type: "shipping_percentage", market_id: "eu", bps: 5_000 }])).toBe("mixed");
  expect(
    kindOf([
      { type: "items_percentage", market_id: "eu", bps: 1000 },
      { type: "items_percentage", market_id: "us", bps: 2000 },
    ]),
  ).toBe("mixed");
});
