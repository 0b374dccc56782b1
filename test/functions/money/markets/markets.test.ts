import { expect, test } from "vitest";
import { markets } from "#functions/money/markets/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

const CARD = { id: "credit_card", key: "credit_card", type: "credit_card", method: "CREDIT_CARD" };

test("a new store has two markets with payment methods and free shipping everywhere", async () => {
  const { id: storeId } = await openStore();
  const { items } = await ok(markets.listMarkets, { params: { storeId } });
  expect(items.map(({ key }) => key)).toEqual(["us", "eu"]);
  for (const market of items) {
    expect(market.payment_methods).toEqual([{ id: "cash", key: "cash", type: "cash", method: "CASH" }, CARD]);
    expect(market.zones).toMatchObject([
      { countries: [], tax_rates: [], shipping_methods: [{ id: "standard", key: "standard", amount: 0 }] },
    ]);
  }
});

test("a zone keeps its id, tax rates, and methods with tiers, location and tax", async () => {
  const { id: storeId, owner } = await openStore();
  const zone = {
    id: "home",
    countries: ["DE"],
    states: [],
    postal_codes: ["10*"],
    tax_bps: 1900,
    tax_rates: [{ category: "books", name: "Books", tax_bps: 700 }],
    shipping_methods: [
      {
        id: "m1",
        key: "parcel",
        name: "Parcel",
        taxable: true,
        eta_text: "2 days",
        location_id: "loc_1",
        amount: 500,
        free_above: 5000,
        weight_tiers: [{ up_to_grams: 1000, amount: 400 }],
      },
    ],
  };
  const body = { key: "de", currency: "eur", zones: [zone] };
  const made = await ok(markets.createMarket, { params: { storeId }, as: owner, body });
  expect(made).toMatchObject({ currency: "EUR", zones: [zone] });
  expect(await ok(markets.getMarket, { params: { storeId, marketId: "de" } })).toEqual(made);
});

test("a payment method may be sent by any one of its fields", async () => {
  const { id: storeId, owner } = await openStore();
  const methods = [
    { method: "CREDIT_CARD" },
    { type: "credit_card" },
    { key: "credit_card" },
    { id: "credit_card" },
  ];
  for (const [index, one] of methods.entries()) {
    const body = { key: `m${index}`, currency: "EUR", payment_methods: [one] };
    const { payment_methods } = await ok(markets.createMarket, { params: { storeId }, as: owner, body });
    expect(payment_methods).toEqual([CARD]);
  }
  const configs = { markets: [{ id: "us", currency: "USD", paymentMethods: [{ method: "CASH" }] }] };
  const business = await ok(businesses.updateBusiness, {
    params: { businessId: storeId },
    as: owner,
    body: { configs },
  });
  expect(business.configs.markets?.[0]?.paymentMethods).toEqual([
    { id: "cash", key: "cash", type: "cash", method: "CASH" },
  ]);
});

test("settings with an invalid currency, method or language are refused, naming the field", async () => {
  const { id: storeId, owner } = await openStore();
  const market = { id: "us", currency: "USD" };
  const wrong: [configs: object, field: string][] = [
    [{ markets: [] }, "configs.markets"],
    [{ markets: [{ ...market, currency: "ZZZ" }] }, "configs.markets[0].currency"],
    [{ markets: [market, { ...market, currency: "EUR" }] }, "configs.markets[1].id"],
    [{ markets: [market, { id: "b", key: "us", currency: "EUR" }] }, "configs.markets[1].key"],
    [
      { markets: [{ ...market, paymentMethods: [{ method: "BITCOIN" }] }] },
      "configs.markets[0].paymentMethods[0].method",
    ],
    [
      {
        languages: [
          { code: "en", isDefault: true },
          { code: "de", isDefault: true },
        ],
      },
      "configs.languages",
    ],
  ];
  for (const [configs, field] of wrong) {
    const reply = await refused(businesses.updateBusiness, {
      params: { businessId: storeId },
      as: owner,
      raw: JSON.stringify({ configs }),
    });
    expect(reply, field).toMatchObject({ status: 400, error: "GENERAL.VALIDATION_FAILED" });
    expect(reply.body.validationErrors[0]?.field).toBe(field);
  }
  const body = { key: "x", currency: "ZZZ" };
  expect(await refused(markets.createMarket, { params: { storeId }, as: owner, body })).toMatchObject({
    status: 400,
  });
});
