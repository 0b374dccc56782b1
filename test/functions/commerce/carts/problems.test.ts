import { expect, test } from "vitest";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { FUTURE } from "#test/support/dates.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { BY_CASH, checkout, tryCheckout } from "#test/support/orders.ts";
import { warmRoundTrips } from "#test/support/round-trips.ts";
import { BERLIN, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";

const EMAIL = { email: "grace@example.com" };
const TEN = [{ type: "ITEMS_PERCENTAGE" as const, market_id: "eu", bps: 1000 }];
const POST = { id: "post", key: "post", name: "Post", amount: 400 };
const NO_INPUTS = { promo_code: null, shipping_method_id: null, payment_method_key: null };

type Code = { code: string; discounts?: unknown[]; conditions?: unknown[] };

/** A shop with promo codes that ships to Germany by post, and to California by courier. */
async function shopOfTwoZones(): Promise<Shop> {
  const shop = await openShop();
  const zones = [
    { countries: ["DE"], shipping_methods: [POST] },
    {
      countries: ["US"],
      states: ["CA"],
      shipping_methods: [{ ...POST, id: "courier", key: "courier" }],
    },
    { countries: ["FR"], shipping_methods: [] },
  ];
  const at = { params: { storeId: shop.id, marketId: "eu" }, as: shop.owner };
  await ok(markets.updateMarket, { ...at, body: { zones } });
  const { params, as } = { params: { storeId: shop.id }, as: shop.owner };
  const code = (body: Code) =>
    ok(promoCodes.createPromoCode, { params, as, body: { discounts: TEN, ...body } });
  await code({ code: "TEN" });
  await code({ code: "ABROAD", discounts: [{ ...TEN[0], market_id: "us" }] });
  const range = (value: object) => [{ type: "DATE_RANGE", value: { type: "DATE_RANGE", value } }];
  await code({ code: "SOON", conditions: range({ start: FUTURE, end: null }) });
  await code({ code: "LATE", conditions: range({ start: null, end: 1_600_000_000 }) });
  const least = { type: "MIN_ORDER_AMOUNT", value: { type: "AMOUNT", value: 1_000_000 } };
  await code({ code: "MUCH", conditions: [least] });
  return shop;
}

const INVALID_CODE = "PAYMENT.PROMO_CODE_INVALID";
const ORDER_FAILED = "ORDER.FAILED_CREATE";

// Invalid inputs of a cart, each with its field and the error code of a checkout.
test.each([
  ["an unknown promo code", { promo_code: "NOPE" }, "promo_code", INVALID_CODE],
  ["a promo code of another market", { promo_code: "ABROAD" }, "promo_code", INVALID_CODE],
  ["a promo code that is not valid yet", { promo_code: "SOON" }, "promo_code", INVALID_CODE],
  ["an expired promo code", { promo_code: "LATE" }, "promo_code", INVALID_CODE],
  ["a promo code for larger orders", { promo_code: "MUCH" }, "promo_code", INVALID_CODE],
  ["an unknown shipping method", { shipping_method_id: "teleport" }, "shipping_method_id", ORDER_FAILED],
  [
    "a shipping method of another zone",
    { shipping_method_id: "courier" },
    "shipping_method_id",
    ORDER_FAILED,
  ],
  ["an unknown way to pay", { payment_method_key: "gold" }, "payment_method_key", "PAYMENT.METHOD_UNKNOWN"],
  [
    "a country without a zone",
    { shipping_address: { ...BERLIN, country: "JP" } },
    "shipping_address",
    ORDER_FAILED,
  ],
  [
    "a zone without shipping methods",
    { shipping_address: { ...BERLIN, country: "FR" } },
    "shipping_address",
    ORDER_FAILED,
  ],
  [
    "an unknown state",
    { shipping_address: { ...BERLIN, country: "US", state: "Atlantis" } },
    "shipping_address.state",
    "GENERAL.VALIDATION_FAILED",
  ],
] as const)(
  "%s is stored, reported by the cart and refused by its checkout with one error code",
  async (_, typed, field, code) => {
    const shop = await shopOfTwoZones();
    const said = { problems: [{ field, code, message: expect.stringMatching(/\w{4}/) }] };
    const { as, cart } = await visitorWithCart(shop, [shop.mug], typed);
    expect(cart).toMatchObject({ ...typed, ...said });
    const at = { params: { storeId: shop.id, cartId: cart.id } };
    expect(await ok(storefrontCarts.getVisitorCart, { ...at, as })).toMatchObject({ ...typed, ...said });
    expect(await ok(storefrontCarts.currentCart, { ...at, as, body: {} })).toMatchObject(said);
    expect(await tryCheckout(shop.id, { as, cart }, EMAIL)).toMatchObject({
      status: 400,
      body: { error: code },
    });
    // Staff see the same problems, also of their own cart.
    const staff = { ...at, as: shop.owner };
    expect(await ok(carts.getCart, staff)).toMatchObject(said);
    const own = { items: [shop.mug], market: "eu", shipping_address: BERLIN, ...typed };
    expect(await ok(carts.createCart, { ...staff, body: own })).toMatchObject({ ...typed, ...said });
    const mended = { ...NO_INPUTS, shipping_address: BERLIN };
    const cleared = await ok(storefrontCarts.updateVisitorCart, { ...at, as, body: mended });
    expect(cleared).toMatchObject({ ...mended, problems: [] });
    expect(await checkout(shop.id, { as, cart }, BY_CASH)).toMatchObject({ payment: { shipping: 400 } });
  },
);

test("a cart that is complete or merely incomplete has no problems", async () => {
  const shop = await shopOfTwoZones();
  const whole = { promo_code: "ten", shipping_method_id: "post", payment_method_key: "cash" };
  const { as, cart } = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }], whole);
  // A valid promo code counts before the checkout.
  expect(cart).toMatchObject({ ...whole, problems: [], money: { discount: 240 } });
  const at = { params: { storeId: shop.id, cartId: cart.id }, as };
  expect(await ok(storefrontCarts.quoteVisitorCart, { ...at, body: {} })).toMatchObject({
    discount: 240,
    problems: [],
  });
  const placed = await checkout(shop.id, { as, cart }, EMAIL);
  expect(placed).toMatchObject({ status: "confirmed" });
  // An ordered cart is not checked any more, because its code may have ended.
  expect(await ok(storefrontCarts.getVisitorCart, at)).toMatchObject({ status: "converted", problems: [] });
  // An empty cart, or one without a shipping address, reports only what further input cannot mend.
  const none = { shipping_address: null };
  const open = [{ promo_code: "MUCH" }, { shipping_method_id: "courier" }];
  for (const typed of open) expect(await problemsAfter(shop, [], typed)).toEqual([]);
  expect(await problemsAfter(shop, [shop.mug], { ...none, shipping_method_id: "courier" })).toEqual([]);
  for (const items of [[], [shop.mug]]) {
    const never = { ...none, promo_code: "NOPE", shipping_method_id: "teleport", payment_method_key: "gold" };
    expect(await problemsAfter(shop, items, never)).toEqual([
      "promo_code",
      "payment_method_key",
      "shipping_method_id",
    ]);
  }
  // A voucher is not shipped, so the shipping method does not matter.
  expect(await problemsAfter(shop, [shop.voucher], { shipping_method_id: "courier" })).toEqual([]);
});

async function problemsAfter(shop: Shop, items: object[], typed: object): Promise<string[]> {
  const { cart } = await visitorWithCart(
    shop,
    items.map((item) => ({ ...item })),
    { ...typed },
  );
  return cart.problems.map(({ field }) => field);
}

test("an unknown method is a problem of a quote too, which prices what can be priced", async () => {
  const shop = await shopOfTwoZones();
  const said = { problems: [{ field: "shipping_method_id", code: ORDER_FAILED }] };
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const params = { storeId: shop.id, cartId: cart.id };
  const body = { shipping_method_id: "teleport" };
  expect(await ok(storefrontCarts.quoteVisitorCart, { params, as, body })).toMatchObject(said);
  const loose = { ...body, items: [shop.mug], market: "eu", shipping_address: BERLIN };
  expect(await ok(orders.quoteOrder, { params, body: loose })).toMatchObject({ subtotal: 1200, ...said });
});

test("a problem is in the language of the caller", async () => {
  const shop = await shopOfTwoZones();
  const { as, cart } = await visitorWithCart(shop, [shop.mug], { promo_code: "NOPE" });
  expect(cart.problems[0]?.message).toBe("There is no promo code “NOPE”.");
  const params = { storeId: shop.id, cartId: cart.id };
  const { body } = await call(storefrontCarts.getVisitorCart, {
    params,
    as,
    headers: { "accept-language": "de-AT" },
  });
  expect(body).toMatchObject({ problems: [{ message: "Den Gutscheincode „NOPE“ gibt es nicht." }] });
});

test("every cart operation refuses an unknown market and names the existing ones", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const at = { params: { ...params, cartId: cart.id } };
  const body = { market: "mars" };
  const answers = [
    await refused(storefrontCarts.currentCart, { params, as, body }),
    await refused(storefrontCarts.updateVisitorCart, { ...at, as, body }),
    await refused(carts.updateCart, { ...at, as: shop.owner, body }),
    await refused(carts.createCart, { params, as: shop.owner, body }),
    await refused(orders.quoteOrder, { params, body: { ...body, items: [shop.mug] } }),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 400,
      body: {
        validationErrors: [
          { field: "market", message: expect.stringMatching(/it has us, eu|it has eu, us/) },
        ],
      },
    });
  // Another existing market leaves the open cart unchanged.
  expect(await ok(storefrontCarts.currentCart, { params, as, body: { market: "us" } })).toMatchObject({
    market: "eu",
  });
});

test("a cart whose market is gone is refused with that code and continues in another market", async () => {
  const shop = await openShop();
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  const at = { params: { storeId: shop.id, cartId: cart.id }, as };
  await ok(markets.deleteMarket, { params: { storeId: shop.id, marketId: "eu" }, as: shop.owner });
  const code = "GENERAL.VALIDATION_FAILED";
  const said = { market: "eu", problems: [{ field: "market", code }] };
  expect(await ok(storefrontCarts.getVisitorCart, at)).toMatchObject(said);
  expect(await ok(storefrontCarts.currentCart, { ...at, body: {} })).toMatchObject(said);
  expect(await tryCheckout(shop.id, { as, cart }, BY_CASH)).toMatchObject({
    status: 400,
    body: { error: code },
  });
  const moved = await ok(storefrontCarts.updateVisitorCart, { ...at, body: { market: "us" } });
  expect(moved).toMatchObject({ market: "us", currency: "USD", problems: [] });
});

test("reading a cart with problems takes no further round trip", async () => {
  const shop = await shopOfTwoZones();
  const typed = { promo_code: "NOPE", shipping_method_id: "teleport", payment_method_key: "gold" };
  const { as, cart } = await visitorWithCart(shop, [shop.mug], typed);
  const request = { params: { storeId: shop.id, cartId: cart.id }, token: as.token };
  const { reply, rounds } = await warmRoundTrips(storefrontCarts.getVisitorCart, () => request);
  expect(JSON.parse(reply.body).problems).toHaveLength(3);
  expect(rounds).toEqual(["BatchGet", "BatchGet"]);
});

test("after too many wrong promo codes a cart neither checks nor reports any", async () => {
  const shop = await shopOfTwoZones();
  const { as, cart } = await visitorWithCart(shop, [shop.mug]);
  process.env.BUDGETS = JSON.stringify({ "*": [100_000, 3600], promo_tries: [3, 3600] });
  const params = { storeId: shop.id, cartId: cart.id };
  const put = async (promo_code: string) => {
    const body = JSON.stringify({ promo_code });
    const reply = await invokeDirect(storefrontCarts.updateVisitorCart, { params, token: as.token, body });
    const { problems, money } = JSON.parse(reply.body);
    return [reply.status, problems.length, money.discount];
  };
  // Only wrong promo codes use up a try, and each only once.
  for (const code of ["TEN", "ten", "TEN"]) expect(await put(code)).toEqual([200, 0, 120]);
  for (const code of ["A", "A", "B", "C", "C"]) expect(await put(code)).toEqual([200, 1, 0]);
  for (const code of ["D", "ten"]) expect(await put(code)).toEqual([200, 0, 0]);
  const read = await invokeDirect(storefrontCarts.getVisitorCart, { params, token: as.token });
  expect(JSON.parse(read.body)).toMatchObject({ promo_code: "ten", problems: [], money: { discount: 0 } });
  const quote = await invokeDirect(storefrontCarts.quoteVisitorCart, { params, token: as.token, body: "{}" });
  expect(quote.status).toBe(429);
});
