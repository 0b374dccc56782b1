import { expect, test } from "vitest";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { changeOrders } from "#lib/commerce/orders/bulk.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout } from "#test/support/orders.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, member, testContext } from "#test/support/world.ts";

const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });

async function placeOrder(shop: Shop, quantity = 1, by = BY_CASH) {
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity }]);
  const { order_id } = await checkout(shop.id, buyer, by);
  return { id: order_id, buyer, here: at(shop, order_id) };
}

test("notes and tags change neither version nor time of an order, and no buyer sees them", async () => {
  const shop = await openShop();
  const { id, buyer, here } = await placeOrder(shop);
  const before = await ok(orders.getOrder, here);
  expect(before).toMatchObject({ tags: [], notes: [], channel: "storefront" });
  const noted = await ok(orders.addOrderNote, { ...here, body: { text: " Wants it wrapped. " } });
  expect(noted.notes).toMatchObject([{ text: "Wants it wrapped.", account_id: shop.owner.id }]);
  const tagged = await ok(orders.tagOrder, { ...here, body: { tags: ["Gift", "gift", "VIP"] } });
  expect(tagged).toMatchObject({
    tags: ["Gift", "VIP"],
    version: before.version,
    updated_at: before.updated_at,
  });
  const changed = await ok(orders.updateOrder, { ...here, body: { paid: true, version: before.version } });
  expect(changed).toMatchObject({ version: before.version + 1, tags: ["Gift", "VIP"], notes: noted.notes });
  expect(
    await refused(orders.updateOrder, { ...here, body: { cancel: true, version: before.version } }),
  ).toMatchObject({ status: 409 });
  const own = await ok(storefrontOrders.getOwnOrder, { params: here.params, as: buyer.as });
  expect(own).not.toHaveProperty("tags");
  expect(own).not.toHaveProperty("notes");
  expect(own).not.toHaveProperty("channel");
  const told = (await storedEvents(shop.id)).filter(({ type }) => type === "order.annotated");
  expect(told).toHaveLength(2);
  expect(JSON.stringify(told)).not.toMatch(/wrapped|VIP/);
  expect(told.every(({ record_id }) => record_id === id)).toBe(true);
});

test("a note is deleted by its author or by ADMIN", async () => {
  const shop = await openShop();
  const { here } = await placeOrder(shop);
  const [one, other] = [await member(shop.id, "member"), await member(shop.id, "member")];
  const { notes } = await ok(orders.addOrderNote, { ...here, as: one, body: { text: "Mine" } });
  const params = { ...here.params, noteId: notes[0]?.id ?? "" };
  expect(await refused(orders.deleteOrderNote, { params, as: other })).toMatchObject({ status: 403 });
  await ok(orders.deleteOrderNote, { params, as: one });
  expect(await refused(orders.deleteOrderNote, { params, as: shop.owner })).toMatchObject({ status: 404 });
  const again = await ok(orders.addOrderNote, { ...here, as: one, body: { text: "Again" } });
  await ok(orders.deleteOrderNote, {
    params: { ...params, noteId: again.notes[0]?.id ?? "" },
    as: shop.owner,
  });
  expect((await ok(orders.getOrder, here)).notes).toEqual([]);
});

test("two people who note and tag one order at once lose nothing", async () => {
  const shop = await openShop();
  const { here } = await placeOrder(shop);
  await Promise.all([
    ...["a", "b", "c"].map((text) => ok(orders.addOrderNote, { ...here, body: { text } })),
    ok(orders.tagOrder, { ...here, body: { tags: ["gift"] } }),
  ]);
  const { notes, tags } = await ok(orders.getOrder, here);
  expect(notes.map(({ text }) => text).sort()).toEqual(["a", "b", "c"]);
  expect(tags).toEqual(["gift"]);
});

test("orders are found by all of several tags, in any case, and by channel", async () => {
  const shop = await openShop();
  const [first, second] = [await placeOrder(shop), await placeOrder(shop)];
  await ok(orders.tagOrder, { ...first.here, body: { tags: ["Gift", "vip"] } });
  await ok(orders.tagOrder, { ...second.here, body: { tags: ["gift"] } });
  const found = async (query: Record<string, string>) => {
    const page = await ok(orders.listOrders, { params: { storeId: shop.id }, as: shop.owner, query });
    return page.items.map(({ id }) => id);
  };
  await eventually(async () => (await found({ tags: "GIFT" })).length === 2, "both tagged");
  await eventually(async () => (await found({ tags: "gift,VIP" })).join() === first.id, "the one with both");
  await eventually(async () => (await found({ channels: "storefront" })).length === 2, "both of the shop");
  expect(await found({ channels: "staff" })).toEqual([]);
  await ok(orders.changeOrders, {
    params: { storeId: shop.id },
    as: shop.owner,
    body: { action: "untag", ids: [first.id], tags: ["GIFT"] },
  });
  await eventually(async () => (await found({ tags: "gift" })).join() === second.id, "the tag being gone");
});

test("a bulk change handles each order alone, and a repeat changes nothing", async () => {
  const shop = await openShop();
  await ok(products.updateProduct, {
    params: { storeId: shop.id, productId: shop.mug.product_id },
    as: shop.owner,
    body: { variants: [{ id: shop.mug.variant_id, sku: "MUG-1" }] },
  });
  const [one, other, unpaid] = [
    await placeOrder(shop, 2),
    await placeOrder(shop),
    await placeOrder(shop, 1, BY_CARD),
  ];
  const ids = [one.id, "order_none", unpaid.id, other.id];
  const send = { params: { storeId: shop.id }, as: shop.owner, body: { action: "fulfil", ids } } as const;
  const slips = await ok(orders.getOrderSlips, {
    params: { storeId: shop.id },
    as: shop.owner,
    query: { ids: ids.join(",") },
  });
  expect(slips.slips.map(({ order_id }) => order_id)).toEqual([one.id, unpaid.id, other.id]);
  expect(slips.slips[0]?.lines).toMatchObject([{ sku: "MUG-1", quantity: 2 }]);
  expect(slips.picks).toMatchObject([{ variant_id: shop.mug.variant_id, sku: "MUG-1", quantity: 4 }]);
  const { results } = await ok(orders.changeOrders, send);
  expect(results).toMatchObject([
    { id: one.id, ok: true, changed: true },
    { id: "order_none", ok: false, changed: false, error: "ORDER.NOT_FOUND" },
    { id: unpaid.id, ok: false, changed: false, error: "ORDER.INVALID_STATUS" },
    { id: other.id, ok: true, changed: true },
  ]);
  expect((await ok(orders.getOrder, one.here)).fulfillment_status).toBe("fulfilled");
  const again = await ok(orders.changeOrders, send);
  expect(again.results).toMatchObject([
    { ok: true, changed: false },
    { ok: false },
    { ok: false },
    { ok: true, changed: false },
  ]);
  const left = await ok(orders.getOrderSlips, {
    params: { storeId: shop.id },
    as: shop.owner,
    query: { ids: one.id },
  });
  expect(left).toMatchObject({ slips: [{ lines: [] }], picks: [] });
});

test("orders that a bulk change does not reach in time are named and unchanged", async () => {
  const shop = await openShop();
  const { id, here } = await placeOrder(shop);
  const { results } = await changeOrders(testContext(), shop.id, { action: "fulfil", ids: [id] }, 0);
  expect(results).toMatchObject([{ id, ok: false, changed: false, error: "NOT_REACHED" }]);
  expect((await ok(orders.getOrder, here)).fulfillment_status).toBe("unfulfilled");
});

test("packing slips refuse an unknown query parameter", async () => {
  const shop = await openShop();
  const { here } = await placeOrder(shop);
  const answer = await call(orders.getOrderSlips, {
    params: { storeId: shop.id },
    as: shop.owner,
    query: { ids: here.params.orderId, idz: "x" } as { ids: string },
  });
  expect(answer).toMatchObject({ status: 400 });
});

test("a tag action without tags and repeated ids are refused", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  for (const body of [
    { action: "tag" as const, ids: ["order_1"] },
    { action: "fulfil" as const, ids: ["order_1", "order_1"] },
  ])
    expect(await refused(orders.changeOrders, { params, as: shop.owner, body })).toMatchObject({
      status: 400,
    });
});
