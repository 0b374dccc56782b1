import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderShipping } from "#functions/commerce/shipping/routes.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { tenants } from "#lib/tenancy/tenants/table.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { BY_CASH, PARCEL, SENDER } from "#test/support/orders.ts";
import { BERLIN, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { makeAgent, openConversation } from "#test/support/support.ts";
import { openStore, testContext } from "#test/support/world.ts";

const AGENT_GRAPH = {
  entry_node_id: "ask",
  nodes: { ask: { type: "input" as const, prompt: "?", field: "phone", input_type: "phone" as const } },
  edges: [],
};

type StoredReply = { status: number; kept: unknown; body: unknown };
type SendValue = (shop: Shop, value: string) => Promise<StoredReply>;

async function send<R extends Operation>(
  operation: R,
  options: NonNullable<Parameters<typeof call<R>>[1]>,
  keep: (body: Awaited<ReturnType<typeof ok<R>>>) => unknown,
): Promise<StoredReply> {
  const { status, body } = await call(operation, options);
  // A body that comes with the operation's own status has the type that the operation declares.
  const isTaken = status === operation.status;
  return { status, body, kept: isTaken ? await keep(body as Awaited<ReturnType<typeof ok<R>>>) : undefined };
}

const ownerOf = ({ id: storeId, owner: as }: Shop) => ({ params: { storeId }, as });
const keyOf = (text: string) => `k-${text.replace(/\W/g, "")}-${newId("x")}`.toLowerCase();

/** A request with a country to each endpoint, and the country that it stores. */
const COUNTRIES: Record<string, SendValue> = {
  location: (shop, country) =>
    send(
      locations.createLocation,
      { ...ownerOf(shop), body: { key: keyOf(country), address: { country } } },
      ({ address }) => address?.country,
    ),
  customer: (shop, country) =>
    send(
      customers.createCustomer,
      { ...ownerOf(shop), body: { name: "Grace", addresses: [{ country }] } },
      ({ addresses }) => addresses[0]?.country,
    ),
  market: (shop, country) =>
    send(
      markets.createMarket,
      { ...ownerOf(shop), body: { key: keyOf(country), currency: "EUR", zones: [{ countries: [country] }] } },
      ({ zones }) => zones[0]?.countries[0],
    ),
  business: ({ id: businessId, owner: as }, country) =>
    send(
      businesses.updateBusiness,
      { params: { businessId }, as, body: { address: { country } } },
      ({ address }) => address?.country,
    ),
  person: ({ owner: as }, country) =>
    send(
      users.updateUser,
      { as, body: { addresses: [{ country }] } },
      ({ addresses }) => Object(addresses[0]).country,
    ),
  "visitor's cart": async (shop, country) => {
    const { as, cart } = await visitorWithCart(shop, [shop.mug]);
    return send(
      storefrontCarts.updateVisitorCart,
      { params: { storeId: shop.id, cartId: cart.id }, as, body: { shipping_address: { country } } },
      ({ shipping_address }) => shipping_address?.country,
    );
  },
  "billing address of an order": (shop, country) =>
    send(
      orders.createOrder,
      { ...ownerOf(shop), body: { ...orderBody(shop), billing_address: { country } } },
      async ({ order_id: orderId }) => {
        const params = { storeId: shop.id, orderId };
        return (await ok(orders.getOrder, { params, as: shop.owner })).billing_address?.country;
      },
    ),
  // This replaces all markets.
  settings: ({ id: businessId, owner: as }, country) => {
    const configs = { markets: [{ id: "eu", currency: "EUR", zones: [{ countries: [country] }] }] };
    const sent = { params: { businessId }, as, body: { configs } };
    return send(
      businesses.updateBusiness,
      sent,
      (made) => made.configs.markets?.[0]?.zones?.[0]?.countries[0],
    );
  },
};

/** Addresses of a rate request, which no answer shows, so that a test sees only whether they are accepted. */
const RATES: Record<string, (country: string) => object> = {
  "where a parcel starts": (country) => ({ from_address: { ...SENDER, country } }),
  "where a parcel goes": (country) => ({ from_address: SENDER, to_address: { ...SENDER, country } }),
  "the origin of an item at customs": (country) => ({
    from_address: SENDER,
    customs_declaration: { ...CUSTOMS, items: [{ ...CUSTOMS.items[0], origin_country: country }] },
  }),
};

const CUSTOMS = {
  contents_type: "MERCHANDISE",
  non_delivery_option: "RETURN",
  certify: true,
  certify_signer: "Ada",
  items: [
    {
      ...{ description: "Mug", quantity: 1, net_weight: "0.4", mass_unit: "kg" as const },
      ...{ value_amount: "12.00", value_currency: "EUR", origin_country: "DE" },
    },
  ],
};

const orderBody = (shop: Shop) => ({
  ...BY_CASH,
  market: "eu",
  items: [{ ...shop.mug, quantity: 1 }],
  shipping_address: BERLIN,
});

test("every endpoint takes ISO 3166-1 countries and XK, reads UK as GB, and suggests the code", async () => {
  const shop = await openShop({ units: 100 });
  for (const [door, ask] of Object.entries(COUNTRIES)) {
    const taken = [];
    for (const code of ["uk", "De", "XK"]) taken.push((await ask(shop, code)).kept);
    expect([door, ...taken]).toEqual([door, "GB", "DE", "XK"]);
    for (const [code, said] of INVALID) {
      const { status, body } = await ask(shop, code);
      expect([door, code, status, JSON.stringify(body).includes(said)]).toEqual([door, code, 400, true]);
    }
  }
});

const INVALID = [
  ["XX", "ISO 3166-1"],
  ["EL", "Greece is GR"],
  ["EU", "each country of the union"],
] as const;

test("every address of a parcel and its customs declaration checks countries too", async () => {
  const shop = await openShop({ units: 100 });
  const made = await ok(orders.createOrder, { ...ownerOf(shop), body: orderBody(shop) });
  const params = { storeId: shop.id, orderId: made.order_id };
  for (const [door, body] of Object.entries(RATES)) {
    const ask = (code: string) =>
      call(orderShipping.quoteRates, { params, as: shop.owner, body: { parcel: PARCEL, ...body(code) } });
    for (const code of ["uk", "De", "XK"])
      expect([door, code, (await ask(code)).status]).toEqual([door, code, 200]);
    for (const [code, said] of INVALID) {
      const { status, body: refusal } = await ask(code);
      expect([door, code, status, JSON.stringify(refusal).includes(said)]).toEqual([door, code, 400, true]);
    }
  }
});

/** Each endpoint that takes a phone number, with what it stores for +49 30 901820: as typed, or in E.164. */
const PHONES: Record<string, [kept: string, ask: SendValue]> = {
  customer: [
    "+49 30 901820",
    (shop, phone) =>
      send(
        customers.createCustomer,
        { ...ownerOf(shop), body: { name: "Grace", phone } },
        (made) => made.phone,
      ),
  ],
  business: [
    "+49 30 901820",
    ({ id: businessId, owner: as }, phone) =>
      send(businesses.updateBusiness, { params: { businessId }, as, body: { phone } }, (made) => made.phone),
  ],
  location: [
    "+49 30 901820",
    (shop, phone) =>
      send(
        locations.createLocation,
        { ...ownerOf(shop), body: { key: keyOf(phone), address: { phone } } },
        ({ address }) => address?.phone,
      ),
  ],
  "visitor's cart": [
    "+49 30 901820",
    async (shop, phone) => {
      const { as, cart } = await visitorWithCart(shop, [shop.mug]);
      return send(
        storefrontCarts.updateVisitorCart,
        { params: { storeId: shop.id, cartId: cart.id }, as, body: { shipping_address: { phone } } },
        ({ shipping_address }) => shipping_address?.phone,
      );
    },
  ],
  person: [
    "+4930901820",
    ({ owner: as }, phone) =>
      send(users.updateUser, { as, body: { phoneNumbers: [phone] } }, ({ phoneNumbers }) => phoneNumbers[0]),
  ],
  chat: [
    "+4930901820",
    async (shop, phone) => {
      await makeAgent(shop, AGENT_GRAPH, keyOf(phone));
      const { talk } = await openConversation(shop.id);
      return send(
        conversations.sendMessage,
        {
          params: { storeId: shop.id, conversationId: talk.id },
          headers: { "x-support-token": talk.token },
          body: { input: { type: "text", content: phone } },
        },
        ({ conversation }) => conversation.data.phone,
      );
    },
  ],
};

test("every endpoint removes invisible characters from a phone number", async () => {
  const shop = await openShop();
  const pasted = ["\u202a+49\u202f30\u00a0901820\u202c", "＋４９ 30\u2009901820", "+49 30 901820"];
  for (const [door, [wanted, ask]] of Object.entries(PHONES))
    for (const text of pasted)
      expect([door, text, (await ask(shop, text)).kept]).toEqual([door, text, wanted]);
});

async function buyInCalifornia(state: string | null) {
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
  const { as, cart } = await visitorWithCart(shop, [shop.mug], { shipping_address: address });
  const call = { params: { storeId: shop.id, cartId: cart.id }, as };
  return { shop, cart, call };
}

test("a buyer in California pays its tax however the state is written, and the code is stored", async () => {
  for (const state of ["CA", "ca", "California", "US-CA"]) {
    const { cart, call } = await buyInCalifornia(state);
    expect(cart.shipping_address?.state).toBe("CA");
    expect(await ok(storefrontCarts.quoteVisitorCart, { ...call, body: {} })).toMatchObject({ tax: 87 });
  }
});

test("an unknown or missing state does not avoid the tax of a state", async () => {
  const wrong = await buyInCalifornia("Calif");
  const quote = await refused(storefrontCarts.quoteVisitorCart, { ...wrong.call, body: {} });
  expect(quote.body.validationErrors).toMatchObject([{ field: "shipping_address.state" }]);
  const { call } = await buyInCalifornia(null);
  await ok(storefrontCarts.quoteVisitorCart, { ...call, body: {} });
  const pay = { payment_method_key: "cash", email: "grace@example.com" };
  const order = await refused(storefrontCarts.checkoutVisitorCart, { ...call, body: pay });
  expect(order.body.validationErrors).toMatchObject([{ field: "shipping_address.state" }]);
});

test("a zone refuses a state of none of its countries, unless a country's states are unknown", async () => {
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

test("a store whose stored zones have invalid codes is read, sells and can be changed", async () => {
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
  const { cart } = await visitorWithCart(shop, [shop.mug], { shipping_address: address });
  const seen = await ok(carts.quoteCart, { params: { storeId, cartId: cart.id }, as, body: {} });
  expect(seen.tax).toBe(200);
});
