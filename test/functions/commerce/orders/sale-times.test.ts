import { expect, test } from "vitest";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { editionRef } from "#lib/commerce/carts/source.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { BERLIN, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, member, testContext, visitorOf } from "#test/support/world.ts";

const NOW = testContext().now();
const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });
const read = (shop: Shop, orderId: string) => ok(orders.getOrder, at(shop, orderId));
const update = (shop: Shop, orderId: string, body: object, time?: number) =>
  ok(orders.updateOrder, { ...at(shop, orderId), body, ...(time ? { at: time } : {}) });

test("an order keeps when it was sold, collected and cancelled, and its write-offs", async () => {
  const shop = await openShop({ price: 1000 });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH, NOW);
  const sold = await read(shop, order_id);
  expect(sold).toMatchObject({ sold_at: NOW, collected_at: null, cancelled_at: null, write_offs: [] });
  const id = sold.items[0]?.id ?? "";
  await update(shop, order_id, { items: [{ id, cancel_quantity: 1 }] }, NOW + 100);
  const lines = (quantity: number, amount: number) => [{ order_item_id: id, quantity, amount }];
  const first = { at: NOW + 100, amount: 1000, lines: lines(1, 1000) };
  expect(await read(shop, order_id)).toMatchObject({ cancelled_at: null, write_offs: [first] });
  await update(shop, order_id, { cancel: true }, NOW + 200);
  const all = await read(shop, order_id);
  expect(all).toMatchObject({ sold_at: NOW, cancelled_at: NOW + 200, collected_at: null });
  expect(all.write_offs).toMatchObject([first, { at: NOW + 200, lines: lines(2, 2000) }]);
  expect(all.write_offs.reduce((sum, { amount }) => sum + amount, 0)).toBe(all.total);
});

test("an order that was never confirmed was not sold until money came", async () => {
  const shop = await openShop();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const placed = await checkout(shop.id, buyer, BY_CARD);
  expect(await read(shop, placed.order_id)).toMatchObject({ sold_at: null, collected_at: null, test: true });
  await update(shop, placed.order_id, { cancel: true });
  expect(await read(shop, placed.order_id)).toMatchObject({
    sold_at: null,
    cancelled_at: null,
    write_offs: [],
  });
  const other = await visitorWithCart(shop, [shop.mug]);
  const paid = await checkout(shop.id, other, BY_CARD);
  await pay(paid.checkoutUrl);
  const order = await eventually(async () => {
    const found = await read(shop, paid.order_id);
    return found.payment_status === "paid" && found;
  }, "the order being paid");
  expect(order.collected_at).toBe(order.sold_at);
  await ok(orders.refundOrder, { ...at(shop, paid.order_id), body: { amount: 100 } });
  const settled = await eventually(async () => {
    const [refund] = (await read(shop, paid.order_id)).payment.refunds;
    return refund?.status === "succeeded" && refund;
  }, "the refund");
  expect(settled.settled_at).toBeGreaterThanOrEqual(settled.created_at);
  expect(settled.desk).toBe(false);
});

test("the buyer's source moves from the cart to the order, and only staff see it", async () => {
  const shop = await openShop();
  const { token } = await visitorOf(shop.id);
  const params = { storeId: shop.id };
  const as = { token };
  const begin = (source: unknown) =>
    ok(storefrontCarts.currentCart, { params, as, body: { market: "eu", source } as never });
  const cart = await begin({
    utm_source: " Insta Gram ",
    utm_medium: "x",
    referrer: "https://Blog.example/a?b",
  });
  expect(cart).not.toHaveProperty("source");
  const cartId = cart.id;
  const known = () => ok(carts.getCart, { params: { ...params, cartId }, as: shop.owner });
  expect(await known()).toMatchObject({ source: { name: "other" }, begun_at: null, checkout_at: null });
  await begin({ referrer: "https://Blog.example/a?b", utm_campaign: "x".repeat(900) });
  expect((await known()).source).toMatchObject({ name: "blog.example", campaign: "other" });
  await begin("no object at all");
  await begin({ utm_source: 7, referrer: null });
  expect((await known()).source?.name).toBe("blog.example");
  await begin({ utm_source: "Insta", utm_medium: "story" });
  const body = { items: [shop.mug] };
  await ok(storefrontCarts.updateVisitorCart, { params: { ...params, cartId }, as, body });
  const begun = await known();
  expect(begun).toMatchObject({ source: { name: "insta/story" }, checkout_at: null });
  expect(begun.begun_at).not.toBeNull();
  const address = { shipping_address: BERLIN };
  await ok(storefrontCarts.updateVisitorCart, { params: { ...params, cartId }, as, body: address });
  expect((await known()).checkout_at).not.toBeNull();
  const { order_id } = await checkout(shop.id, { as, cart }, BY_CASH);
  const facts = { country: "DE", source: "insta/story", channel: "storefront", is_first: null };
  expect(await read(shop, order_id)).toMatchObject({ facts, channel: "storefront", test: false });
  const seen = await ok(storefrontOrders.getOwnOrder, { params: { ...params, orderId: order_id }, as });
  const told = (await storedEvents(shop.id))
    .filter(({ record_id }) => record_id === order_id)
    .map(({ data }) => data);
  expect(told.length).toBeGreaterThan(0);
  for (const each of [seen, ...told])
    for (const name of ["facts", "channel", "test", "sold_at", "collected_at", "cancelled_at", "write_offs"])
      expect(each).not.toHaveProperty(name);
});

test("an order names the newsletter edition whose link was clicked in the last seven days", async () => {
  const shop = await openShop();
  const order = async (clicked: number) => {
    const { token } = await visitorOf(shop.id);
    const source = { utm_source: "newsletter", ref: editionRef("lent_1", clicked) };
    const params = { storeId: shop.id };
    const cart = await ok(storefrontCarts.currentCart, {
      params,
      as: { token },
      body: { market: "eu", source },
    });
    const body = { items: [shop.mug], shipping_address: BERLIN };
    await ok(storefrontCarts.updateVisitorCart, {
      params: { ...params, cartId: cart.id },
      as: { token },
      body,
    });
    const { order_id } = await checkout(shop.id, { as: { token }, cart }, BY_CASH);
    return (await read(shop, order_id)).facts.source;
  };
  const now = testContext().now();
  expect(await order(now - 6 * 86_400)).toBe("newsletter:lent_1");
  expect(await order(now - 8 * 86_400)).toBe("newsletter");
});

test("only ADMIN marks an order as a test, and can leave it to its payment again", async () => {
  const shop = await openShop();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  const writer = await member(shop.id, "member");
  const asWriter = { ...at(shop, order_id), as: writer };
  expect(await refused(orders.updateOrder, { ...asWriter, body: { test: true } })).toMatchObject({
    status: 403,
  });
  expect(await update(shop, order_id, { test: true })).toMatchObject({ test: true });
  expect(await refused(orders.updateOrder, { ...asWriter, body: { test: null } })).toMatchObject({
    status: 403,
  });
  expect(await update(shop, order_id, { test: null })).toMatchObject({ test: false });
});
