import { expect, test } from "vitest";
import { type Basket, refusalReason, refusalReasonInMarket } from "#lib/money/promo-codes/rules.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";
import { CreatePromoCode } from "#lib/money/promo-codes/schema.ts";

const cart = { subtotal: 5000, productIds: ["p1"], serviceIds: ["s1"], ships: true, now: 1000 };
const range = (start: number | undefined, end: number | undefined) => ({
  type: "DATE_RANGE",
  value: { type: "DATE_RANGE", value: { start, end } },
});

test.each([
  [[], undefined],
  [[{ type: "MIN_ORDER_AMOUNT", value: { type: "AMOUNT", value: 5000 } }], undefined],
  [[{ type: "MIN_ORDER_AMOUNT", value: { type: "AMOUNT", value: 5001 } }], "min_order"],
  [[{ type: "PRODUCTS", value: { type: "IDS", value: ["p1", "p9"] } }], undefined],
  [[{ type: "PRODUCTS", value: { type: "IDS", value: ["p9"] } }], "products"],
  [[{ type: "SERVICES", value: { type: "IDS", value: ["s9"] } }], "services"],
  [[range(1000, 1000)], undefined],
  [[range(1001, undefined)], "not_started"],
  [[range(undefined, 999)], "expired"],
  [[range(undefined, 2000), { type: "services", value: { type: "ids", value: ["s9"] } }], "services"],
] as const)("conditions %j refuse a code as %s", (conditions, reason) => {
  const parsed = CreatePromoCode.parse({ code: "X", discounts: [], conditions });
  expect(refusalReason({ status: "active", discounts: [], conditions: parsed.conditions ?? [] }, cart)).toBe(
    reason,
  );
});

test("an archived code applies nowhere", () => {
  expect(refusalReason({ status: "archived", discounts: [], conditions: [] }, cart)).toBe("archived");
});

test("a code applies only if it takes something off in this market, or off real shipping", () => {
  const cart = { subtotal: 1000, productIds: [], serviceIds: [], ships: false, now: 1 };
  const market = { id: "mkt_1", key: "eu" };
  const code = (discounts: PromoCode["discounts"]) => ({
    status: "active" as const,
    discounts,
    conditions: [],
  });
  const shipping = code([{ type: "shipping_percentage", market_id: "eu", bps: 10_000 }]);
  expect(refusalReasonInMarket(code([]), cart, market)).toBe("market");
  expect(
    refusalReasonInMarket(code([{ type: "items_fixed", market_id: "us", amount: 5 }]), cart, market),
  ).toBe("market");
  expect(
    refusalReasonInMarket(code([{ type: "items_fixed", market_id: "mkt_1", amount: 5 }]), cart, market),
  ).toBeUndefined();
  expect(refusalReasonInMarket(shipping, cart, market)).toBe("shipping");
  expect(refusalReasonInMarket(shipping, { ...cart, ships: true }, market)).toBeUndefined();
});

/** Fields of a basket that a caller could leave out. */
type OptionalField = { [K in keyof Basket]-?: object extends Pick<Basket, K> ? K : never }[keyof Basket];

test("no field of a basket can be left out: it would count as no", () => {
  // Does not compile if one is optional.
  const none: [OptionalField] extends [never] ? true : OptionalField = true;
  expect(none).toBe(true);
});
