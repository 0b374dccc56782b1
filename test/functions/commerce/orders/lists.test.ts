import { expect, test } from "vitest";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout } from "#test/support/orders.ts";
import { haircut, openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually } from "#test/support/world.ts";

const FILTERS_OF_ORDERS = [
  "contact_id",
  "status",
  "statuses",
  "item_statuses",
  "product_ids",
  "query",
  "created_at_from",
  "created_at_to",
  "sort_field",
  "sort_direction",
  "limit",
  "cursor",
];
const FILTERS_OF_CARTS = ["contact_id", "status", "statuses", "origins", "has_items", "limit", "cursor"];

test("orders are found by every filter, alone and together, page by page", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const asked = new Set<string>();
  const one = await visitorWithCart(shop, [shop.mug, haircut(shop)]);
  const two = await visitorWithCart(shop, [shop.voucher], {
    billing_address: { name: "Ada Lovelace", country: "DE" },
    shipping_address: null,
  });
  const three = await visitorWithCart(shop, [shop.mug]);
  const first = await checkout(shop.id, one, { ...BY_CASH, email: "grace@navy.example" });
  const second = await checkout(shop.id, two, { ...BY_CARD, email: "ada@engine.example" });
  const third = await checkout(shop.id, three, BY_CASH);
  await ok(orders.updateOrder, {
    params: { ...params, orderId: third.order_id },
    as: shop.owner,
    body: { cancel: true },
  });
  const names = new Map([
    [first.order_id, "first"],
    [second.order_id, "second"],
    [third.order_id, "third"],
  ]);
  const list = async (query: Record<string, string | number>) => {
    for (const name of Object.keys(query)) asked.add(name);
    const page = await ok(orders.listOrders, { params, as: shop.owner, query });
    return { ...page, names: page.items.map(({ id }) => names.get(id)) };
  };
  const found = async (query: Record<string, string | number>) => (await list(query)).names;
  expect(await found({})).toEqual(["third", "second", "first"]);
  expect(await found({ sort_direction: "asc" })).toEqual(["first", "second", "third"]);
  expect(await found({ sort_field: "key", sort_direction: "asc" })).toEqual(["first", "second", "third"]);
  expect(await found({ sort_field: "updated_at" })).toHaveLength(3);
  expect(await found({ contact_id: one.contactId })).toEqual(["first"]);
  expect(await found({ status: "pending" })).toEqual(["second"]);
  expect(await found({ statuses: "confirmed,CANCELLED" })).toEqual(["third", "first"]);
  expect(await found({ item_statuses: "confirmed" })).toEqual(["first"]);
  expect(await found({ item_statuses: '["cancelled","pending"]' })).toEqual(["third", "second"]);
  expect(await found({ product_ids: shop.mug.product_id })).toEqual(["third", "first"]);
  expect(await found({ product_ids: `${shop.voucher.product_id},prod_none` })).toEqual(["second"]);
  // A worker of the stream indexes words.
  await eventually(async () => (await found({ query: "hopper" })).length === 2, "words of orders");
  await eventually(async () => (await found({ query: "ada" })).length === 1, "words of orders");
  expect(await found({ query: "ada" })).toEqual(["second"]);
  expect(await found({ query: "lovelace" })).toEqual(["second"]);
  expect(await found({ query: first.number })).toEqual(["first"]);
  expect(await found({ query: "hopper", status: "cancelled" })).toEqual(["third"]);
  const now = Math.floor(Date.now() / 1000);
  expect(await found({ created_at_from: now - 3600, created_at_to: now + 3600 })).toHaveLength(3);
  expect(await found({ created_at_from: now + 3600 })).toEqual([]);
  expect(await found({ created_at_to: "2020-01-01" })).toEqual([]);
  expect(
    await found({ product_ids: shop.mug.product_id, statuses: "confirmed", item_statuses: "cancelled" }),
  ).toEqual([]);
  const some = await list({ product_ids: shop.mug.product_id, limit: 1 });
  expect(some.names).toEqual(["third"]);
  const rest = await list({ product_ids: shop.mug.product_id, limit: 1, cursor: some.cursor ?? "" });
  expect(rest.names).toEqual(["first"]);
  // A cursor is valid only for its own query.
  const other = await call(orders.listOrders, {
    params,
    as: shop.owner,
    query: { product_ids: shop.voucher.product_id, cursor: some.cursor ?? "" },
  });
  expect(other.status).toBe(400);
  expect([...asked].toSorted()).toEqual(FILTERS_OF_ORDERS.toSorted());
  const own = await ok(storefrontOrders.listOwnOrders, {
    params,
    as: three.as,
    query: { status: "cancelled", limit: 5 },
  });
  expect(own.items.map(({ id }) => names.get(id))).toEqual(["third"]);
  const none = await ok(storefrontOrders.listOwnOrders, {
    params,
    as: three.as,
    query: { statuses: "confirmed,pending" },
  });
  expect(none.items).toEqual([]);
});

test("a buyer's orders are listed page by page, the newest first", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const first = await checkout(shop.id, buyer, BY_CASH);
  const { id: cartId } = await ok(storefrontCarts.currentCart, {
    params,
    as: buyer.as,
    body: { market: "eu" },
  });
  const body = { items: [shop.voucher] };
  const cart = await ok(storefrontCarts.updateVisitorCart, {
    params: { ...params, cartId },
    as: buyer.as,
    body,
  });
  const second = await checkout(shop.id, { ...buyer, cart }, BY_CASH);
  const list = (query: Record<string, string>) =>
    ok(storefrontOrders.listOwnOrders, { params, as: buyer.as, query: { limit: 1, ...query } });
  const newest = await list({});
  expect(newest.items.map(({ id }) => id)).toEqual([second.order_id]);
  const rest = await list({ cursor: newest.cursor ?? "" });
  expect(rest.items.map(({ id }) => id)).toEqual([first.order_id]);
});

test("carts are found by every filter, page by page", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const asked = new Set<string>();
  const full = await visitorWithCart(shop, [shop.mug]);
  const empty = await visitorWithCart(shop, []);
  const bought = await visitorWithCart(shop, [shop.voucher]);
  await checkout(shop.id, bought, BY_CASH);
  const made = await ok(carts.createCart, {
    params,
    as: shop.owner,
    body: { market: "eu", contact_id: full.contactId, items: [{ ...shop.mug, price: 100 }] },
  });
  const names = new Map([
    [full.cart.id, "full"],
    [empty.cart.id, "empty"],
    [bought.cart.id, "bought"],
    [made.id, "made"],
  ]);
  const list = async (query: Record<string, string | number | boolean>) => {
    for (const name of Object.keys(query)) asked.add(name);
    const page = await ok(carts.listCarts, { params, as: shop.owner, query });
    return { ...page, names: page.items.map(({ id }) => names.get(id)) };
  };
  const found = async (query: Record<string, string | boolean>) => (await list(query)).names;
  expect(await found({})).toEqual(["made", "bought", "empty", "full"]);
  expect(await found({ contact_id: full.contactId })).toEqual(["made", "full"]);
  expect(await found({ status: "converted" })).toEqual(["bought"]);
  expect(await found({ statuses: "active,abandoned" })).toEqual(["made", "empty", "full"]);
  expect(await found({ origins: "admin" })).toEqual(["made"]);
  expect(await found({ origins: "storefront,admin" })).toHaveLength(4);
  expect(await found({ has_items: false })).toEqual(["empty"]);
  expect(await found({ has_items: true, origins: "storefront" })).toEqual(["bought", "full"]);
  const some = await list({ has_items: true, limit: 2 });
  const rest = await list({ has_items: true, limit: 2, cursor: some.cursor ?? "" });
  expect([...some.names, ...rest.names]).toEqual(["made", "bought", "full"]);
  expect([...asked].toSorted()).toEqual(FILTERS_OF_CARTS.toSorted());
});

test("a missing order and a cart with a cancelled order are refused with different codes", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id, orderId: "order_none" };
  expect(await refused(orders.getOrder, { params, as: shop.owner })).toMatchObject({
    status: 400,
    error: "ORDER.NOT_FOUND",
  });
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  await ok(orders.updateOrder, {
    params: { ...params, orderId: order_id },
    as: shop.owner,
    body: { cancel: true },
  });
  const again = { params: { storeId: shop.id, cartId: buyer.cart.id }, as: buyer.as, body: BY_CASH };
  expect(await refused(storefrontCarts.checkoutVisitorCart, again)).toMatchObject({
    status: 400,
    error: "ORDER.PAYMENT_FAILED",
  });
});
