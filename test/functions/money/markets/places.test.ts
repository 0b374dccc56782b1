import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { tenants } from "#lib/tenancy/tenants/table.ts";
import { ok, refused } from "#test/support/client.ts";
import { BERLIN, openShop, visitorWith } from "#test/support/shop.ts";
import { openStore, testContext } from "#test/support/world.ts";

type Store = Awaited<ReturnType<typeof openStore>>;

/** Each door by which a country comes in, with what it keeps. */
const DOORS = {
  location: ({ id: storeId, owner: as }: Store, country: string) => ({
    taken: async () =>
      (await ok(locations.createLocation, { params: { storeId }, as, body: body(country) })).address?.country,
    refused: () => refused(locations.createLocation, { params: { storeId }, as, body: body(country) }),
  }),
  customer: ({ id: storeId, owner: as }: Store, country: string) => {
    const sent = { params: { storeId }, as, body: { name: "Grace", addresses: [{ country }] } };
    return {
      taken: async () => (await ok(customers.createCustomer, sent)).addresses[0]?.country,
      refused: () => refused(customers.createCustomer, sent),
    };
  },
  market: ({ id: storeId, owner: as }: Store, country: string) => {
    const sent = {
      params: { storeId },
      as,
      body: { key: `m-${country.trim().toLowerCase()}`, currency: "EUR", zones: [{ countries: [country] }] },
    };
    return {
      taken: async () => (await ok(markets.createMarket, sent)).zones[0]?.countries[0],
      refused: () => refused(markets.createMarket, sent),
    };
  },
  settings: ({ id: businessId, owner: as }: Store, country: string) => {
    const zones = [{ countries: [country] }];
    const sent = {
      params: { businessId },
      as,
      body: { configs: { markets: [{ id: "eu", currency: "EUR", zones }] } },
    };
    return {
      taken: async () =>
        (await ok(businesses.updateBusiness, sent)).configs.markets?.[0]?.zones?.[0]?.countries[0],
      refused: () => refused(businesses.updateBusiness, sent),
    };
  },
};
const body = (country: string) => ({ key: `l-${country.trim().toLowerCase()}`, address: { country } });

test("each door takes the countries of ISO 3166-1 and XK, reads UK as GB, and names the code that was meant", async () => {
  const store = await openStore();
  for (const [door, at] of Object.entries(DOORS)) {
    const taken = [];
    for (const code of ["uk", "De", "XK"]) taken.push(await at(store, code).taken());
    expect([door, ...taken]).toEqual([door, "GB", "DE", "XK"]);
    for (const [code, said] of [
      ["XX", "ISO 3166-1"],
      ["EL", "Greece is GR"],
      ["EU", "each country of the union"],
    ] as const) {
      const { status, body: answer } = await at(store, code).refused();
      expect([door, code, status, JSON.stringify(answer).includes(said)]).toEqual([door, code, 400, true]);
    }
  }
});

async function californian(state: string | null) {
  const shop = await openShop();
  const zones = [
    { id: "us", countries: ["US"], tax_bps: 0, shipping_methods: [{ id: "post", amount: 500 }] },
    {
      ...{ id: "ca", countries: ["US"], states: ["California"], tax_bps: 725 },
      shipping_methods: [{ id: "post", amount: 500 }],
    },
  ];
  const params = { storeId: shop.id, marketId: "eu" };
  await ok(markets.updateMarket, { params, as: shop.owner, body: { tax_mode: "EXCLUSIVE", zones } });
  const address = { ...BERLIN, country: "US", postal_code: "94103", state };
  const { as, cart } = await visitorWith(shop, [shop.mug], { shipping_address: address });
  const call = { params: { storeId: shop.id, cartId: cart.id }, as };
  return { shop, cart, call };
}

test("a buyer in California pays its tax, however the state is written, and the address keeps its code", async () => {
  for (const state of ["CA", "ca", "California", "US-CA"]) {
    const { cart, call } = await californian(state);
    expect(cart.shipping_address?.state).toBe("CA");
    expect(await ok(storefrontCarts.quoteVisitorCart, { ...call, body: {} })).toMatchObject({ tax: 87 });
  }
});

test("a state that is none, or missing, is no way around the tax of a state", async () => {
  const wrong = await californian("Calif");
  const quote = await refused(storefrontCarts.quoteVisitorCart, { ...wrong.call, body: {} });
  expect(quote.body.validationErrors).toMatchObject([{ field: "shipping_address.state" }]);
  const { call } = await californian(null);
  await ok(storefrontCarts.quoteVisitorCart, { ...call, body: {} });
  const pay = { payment_method_key: "cash", email: "grace@example.com" };
  const order = await refused(storefrontCarts.checkoutVisitorCart, { ...call, body: pay });
  expect(order.body.validationErrors).toMatchObject([{ field: "shipping_address.state" }]);
});

test("a zone refuses a state that none of its countries has, and takes one whose country's states are not known", async () => {
  const { id: storeId, owner: as } = await openStore();
  const make = (key: string, zone: object) => ({
    params: { storeId },
    as,
    body: { key, currency: "EUR", zones: [zone] },
  });
  const none = await refused(
    markets.createMarket,
    make("a", { countries: ["US"], states: ["CA", "Narnia"] }),
  );
  expect(none.body.validationErrors).toMatchObject([{ field: "zones[0].states[1]" }]);
  await ok(markets.createMarket, make("b", { countries: ["US", "CA"], states: ["California", "QC"] }));
  await ok(markets.createMarket, make("c", { countries: ["GB"], states: ["Scotland"] }));
});

test("a store whose zones were stored with codes that are none is read, sells as was meant, and takes other changes", async () => {
  const shop = await openShop();
  const { id: storeId, owner: as } = shop;
  const ctx = testContext();
  const before = await tenants.get({ id: storeId }, GENERAL.NOT_FOUND());
  const old = [
    {
      id: "uk",
      countries: ["UK"],
      states: [],
      postalCodes: [],
      taxBps: 2000,
      shippingMethods: [{ id: "post", amount: 1 }],
    },
    { id: "none", countries: ["XX"], states: ["Narnia"], postalCodes: [], shippingMethods: [] },
  ];
  const stored = (before.configs.markets ?? []).map((market) => ({ ...market, zones: old }));
  await transact(ctx, [
    tenants.replace(before, { ...before, configs: { ...before.configs, markets: stored } }),
  ]);
  const { items } = await ok(markets.listMarkets, { params: { storeId } });
  expect(items[0]?.zones.map(({ countries }) => countries)).toEqual([["UK"], ["XX"]]);
  await ok(markets.updateMarket, { params: { storeId, marketId: "eu" }, as, body: { tax_bps: 100 } });
  await ok(businesses.updateBusiness, {
    params: { businessId: storeId },
    as,
    body: { phone: "+44 20 7946 0958" },
  });
  const address = { ...BERLIN, country: "GB", postal_code: "SW1A 1AA" };
  const { cart } = await visitorWith(shop, [shop.mug], { shipping_address: address });
  const seen = await ok(carts.quoteCart, { params: { storeId, cartId: cart.id }, as, body: {} });
  expect(seen.tax).toBe(200);
});
