import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { carts as cartTable, contactCarts } from "#lib/commerce/carts/table.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { testContext, visitorOf } from "#test/support/world.ts";

const ANNA = {
  shipping_address: { name: "Anna Alt", street1: "Allee 1", city: "Aachen", country: "DE", phone: "+49111" },
  billing_address: { name: "Anna Amt", email: "anna@example.com" },
  forms: [{ form_id: "form_a", fields: [{ key: "note", value: "Anna's dog bites" }] }],
  promo_code: "ANNA10",
  payment_method_key: "credit_card",
  shipping_method_id: "standard",
};
const BEN = {
  shipping_address: {
    name: "Ben Bach",
    street1: "Bergweg 2",
    city: "Bonn",
    postal_code: "53111",
    country: "DE",
    phone: "+49222",
  },
  forms: [{ form_id: "form_b", fields: [{ key: "note", value: "Ben's bell is broken" }] }],
};
const ANNA_DATA = /Anna|Allee|Aachen|\+49111|anna@|dog bites|ANNA10|form_a/;
const BEN_DATA = /Ben |Bergweg|Bonn|\+49222|bell is|form_b/;

/** A cart with every input of a visitor, and an appointment with answers. */
async function annasCart(shop: Shop) {
  const answers = [{ form_id: "form_a", fields: [{ key: "allergies", value: "Anna: walnuts" }] }];
  const items = [
    { ...shop.mug, quantity: 2 },
    { ...haircut(shop), forms: answers },
  ];
  return visitorWithCart(shop, items, ANNA);
}

const current = (shop: Shop, as: { token: string }, body: object = {}) =>
  ok(storefrontCarts.currentCart, { params: { storeId: shop.id }, as, body });

test("a cart link copies the lines into the stranger's own cart and shares nothing typed", async () => {
  const shop = await openShop();
  const anna = await annasCart(shop);
  const ben = await visitorOf(shop.id);
  const query = { token: anna.cart.token ?? "" };
  const at = { params: { storeId: shop.id, cartId: anna.cart.id } };
  const seen = await ok(storefrontCarts.getVisitorCart, { ...at, query });
  expect(JSON.stringify(seen)).not.toMatch(ANNA_DATA);
  const bens = await current(shop, ben, query);
  expect(bens.id).not.toBe(anna.cart.id);
  expect(bens).toMatchObject({
    ...{ contact_id: ben.contactId, market: "eu" },
    ...{ shipping_address: null, billing_address: null, forms: [] },
    items: [
      { product_id: shop.mug.product_id, quantity: 2 },
      { service_id: shop.service_id, forms: [] },
    ],
  });
  expect(JSON.stringify(bens)).not.toMatch(ANNA_DATA);
  const own = { params: { storeId: shop.id, cartId: bens.id }, as: ben };
  await ok(storefrontCarts.updateVisitorCart, { ...own, body: BEN });

  expect(await current(shop, anna.as)).toMatchObject({
    id: anna.cart.id,
    ...ANNA,
    contact_id: anna.contactId,
  });
  expect(JSON.stringify(await current(shop, anna.as))).not.toMatch(BEN_DATA);
  for (const cartId of [bens.id, anna.cart.id]) {
    const as = cartId === bens.id ? anna.as : ben;
    const params = { storeId: shop.id, cartId };
    const body = { shipping_address: { street1: "Thief Lane 3" } };
    expect(await refused(storefrontCarts.updateVisitorCart, { params, as, body })).toMatchObject({
      status: 404,
    });
    expect(await refused(storefrontCarts.checkoutVisitorCart, { params, as, body: BY_CASH })).toMatchObject({
      status: 404,
    });
  }
  const placed = await checkout(shop.id, { as: ben, cart: bens }, BY_CASH);
  const params = { storeId: shop.id, orderId: placed.order_id };
  expect(await ok(orders.getOrder, { params, as: shop.owner })).toMatchObject({
    contact_id: ben.contactId,
    shipping_address: BEN.shipping_address,
    forms: BEN.forms,
    promo_code: null,
  });
  expect(await refused(storefrontOrders.getOwnOrder, { params, as: anna.as })).toMatchObject({ status: 400 });
  expect(await current(shop, anna.as)).toMatchObject({ id: anna.cart.id, status: "active", ...ANNA });
});

const STRANGERS = {
  none: async (shop: Shop) => visitorOf(shop.id),
  open: async (shop: Shop) => (await visitorWithCart(shop, [shop.voucher], BEN)).as,
  bought: async (shop: Shop) => {
    const buyer = await visitorWithCart(shop, [shop.voucher], BEN);
    await checkout(shop.id, buyer, BY_CASH);
    return buyer.as;
  },
};
test.each(Object.keys(STRANGERS).map((state) => [state] as const))(
  "using a cart's link changes no byte of that cart, whatever cart the stranger has: %s",
  async (state) => {
    const shop = await openShop();
    const anna = await annasCart(shop);
    const key = { store_id: shop.id, id: anna.cart.id };
    const before = await cartTable.find(key);
    const as = await STRANGERS[state as keyof typeof STRANGERS](shop);
    for (const round of [1, 2]) {
      const got = await current(shop, as, { token: anna.cart.token });
      expect(
        got.items.filter(({ product_id }) => product_id === shop.mug.product_id),
        `${round}`,
      ).toMatchObject([{ quantity: 2 }]);
      expect(got.items.filter(({ service_id }) => service_id)).toMatchObject([{ forms: [] }]);
      expect(JSON.stringify(got)).not.toMatch(ANNA_DATA);
    }
    expect(await cartTable.find(key)).toEqual(before);
  },
);

test("using a cart's link changes neither that cart nor an own cart in payment", async () => {
  const shop = await openShop();
  const anna = await annasCart(shop);
  const ben = await visitorWithCart(shop, [shop.voucher], BEN);
  await checkout(shop.id, ben);
  const got = await current(shop, ben.as, { token: anna.cart.token });
  expect(got).toMatchObject({ id: ben.cart.id, status: "converted", items: [{ quantity: 1 }] });
  expect(await current(shop, anna.as)).toMatchObject({ id: anna.cart.id, ...ANNA });
});

test("the pointer to a current cart counts only while that cart is the visitor's", async () => {
  const shop = await openShop();
  const [anna, ben] = [await annasCart(shop), await visitorWithCart(shop, [shop.voucher], BEN)];
  const pointer = await contactCarts.get(
    { store_id: shop.id, contact_id: ben.contactId },
    GENERAL.NOT_FOUND(),
  );
  await transact(testContext(), [contactCarts.replace(pointer, { ...pointer, cart_id: anna.cart.id })]);
  const got = await current(shop, ben.as);
  expect([anna.cart.id, ben.cart.id]).not.toContain(got.id);
  expect(got).toMatchObject({ contact_id: ben.contactId, items: [], shipping_address: null });
  expect(await current(shop, anna.as)).toMatchObject({ id: anna.cart.id, ...ANNA });
});

test("concurrent visitors of one link each get their own cart with its lines", async () => {
  const shop = await openShop();
  const anna = await annasCart(shop);
  const visitors = await Promise.all(Array.from({ length: 6 }, () => visitorOf(shop.id)));
  const twice = [...visitors, ...visitors];
  const found = await Promise.all(
    twice.map((as) =>
      call(storefrontCarts.currentCart, {
        params: { storeId: shop.id },
        as,
        body: { token: anna.cart.token },
      }),
    ),
  );
  expect(found.every(({ status }) => status === 200)).toBe(true);
  const carts = await Promise.all(visitors.map((as) => current(shop, as)));
  expect(new Set([anna.cart.id, ...carts.map(({ id }) => id)]).size).toBe(7);
  for (const cart of carts) expect(cart.items.map(({ quantity }) => quantity)).toEqual([2, 1]);
  expect(await current(shop, anna.as)).toMatchObject({ id: anna.cart.id, ...ANNA });
});

test("a cart link passes on neither a customer's special price nor anything typed", async () => {
  const shop = await openShop();
  const anna = await annasCart(shop);
  const at = { params: { storeId: shop.id, cartId: anna.cart.id } };
  const token = anna.cart.token ?? "";
  const typed = await ok(storefrontCarts.getVisitorCart, { ...at, query: { token } });
  expect(JSON.stringify(typed)).not.toMatch(ANNA_DATA);
  await ok(carts.updateCart, {
    ...at,
    as: shop.owner,
    body: {
      items: [
        { ...shop.mug, quantity: 2, price: 1 },
        { ...shop.mug, quantity: 1 },
      ],
    },
  });
  const seen = await ok(storefrontCarts.getVisitorCart, { ...at, query: { token } });
  expect(JSON.stringify(seen)).not.toMatch(ANNA_DATA);
  expect(seen).toMatchObject({ promo_code: null, payment_method_key: null, shipping_method_id: null });
  expect(seen.items.every(({ unit_price, price }) => unit_price === 1200 && price === null)).toBe(true);
  const got = await current(shop, await visitorOf(shop.id), { token });
  expect(got.items).toMatchObject([{ quantity: 3, unit_price: 1200, price: null }]);
  const own = await ok(storefrontCarts.getVisitorCart, { ...at, as: anna.as, query: { token } });
  expect(own.items[0]).toMatchObject({ unit_price: 1, price: 1 });
});
