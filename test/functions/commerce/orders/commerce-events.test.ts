import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { ok } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailTo, member, newEmail } from "#test/support/world.ts";

test("every change in commerce is announced, and an order is shown as its buyer sees it", async () => {
  const shop = await openShop({ units: 5 });
  const params = { storeId: shop.id };
  await ok(locations.createLocation, { params, as: shop.owner, body: { key: "depot" } });
  const at = { params: { ...params, productId: shop.mug.product_id }, as: shop.owner };
  await ok(products.changeInventory, { ...at, body: { variant_id: shop.mug.variant_id, low_at: 4 } });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }]);
  const { order_id } = await checkout(shop.id, buyer, BY_CASH);
  const order = await ok(orders.getOrder, { params: { ...params, orderId: order_id }, as: shop.owner });
  const line = { order_item_id: order.items[0]?.id ?? "", quantity: 2 };
  await ok(orders.fulfilOrder, {
    params: { ...params, orderId: order_id },
    as: shop.owner,
    body: { lines: [line] },
  });
  await ok(orders.updateOrder, {
    params: { ...params, orderId: order_id },
    as: shop.owner,
    body: { paid: true },
  });
  const next = await ok(storefrontCarts.currentCart, { params, as: buyer.as, body: { market: "eu" } });
  await ok(storefrontCarts.addVisitorCartItem, {
    params: { ...params, cartId: next.id },
    as: buyer.as,
    body: shop.mug,
  });
  const list = (entity: string) =>
    ok(businessEvents.listBusinessEvents, {
      params: { businessId: shop.id },
      as: shop.owner,
      query: { entity, limit: 50 },
    });
  const types = async (entity: string) => {
    const { items } = await list(entity);
    return [...new Set(items.map(({ type }) => type))].toSorted();
  };
  expect(await types("order")).toEqual([
    "order.completed",
    "order.confirmed",
    "order.created",
    "order.paid",
    "order.shipment_created",
  ]);
  expect(await types("cart")).toEqual(["cart.converted", "cart.created", "cart.updated"]);
  expect(await types("location")).toEqual(["location.created"]);
  expect(await types("product")).toContain("product.created");
  await eventually(async () => (await types("inventory")).includes("inventory.low"), "the low stock");
  const { items } = await list(`order:${order_id}`);
  const own = { params: { ...params, orderId: order_id }, as: buyer.as };
  const { version: _version, ...shown } = await ok(storefrontOrders.getOwnOrder, own);
  expect(items.find(({ type }) => type === "order.completed")?.payload).toMatchObject(shown);
  // Tokens and addresses must not appear in events.
  const viewer = await member(shop.id, "viewer");
  const told = await ok(businessEvents.listBusinessEvents, {
    params: { businessId: shop.id },
    as: viewer,
    query: { entity: "cart", limit: 50 },
  });
  expect(JSON.stringify(told)).not.toMatch(/Torstr|cart_token|"token"/);
});

test("a mail about an order's event says its number, status and sum", async () => {
  const shop = await openShop();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id, number } = await checkout(shop.id, buyer, BY_CASH);
  const names = ["order.number", "order.status", "order.total", "customer.email", "customer.name"];
  const text = names.map((name) => `{{${name}}}`).join(" | ");
  const { id: nodeId } = await ok(nodes.createNode, {
    params: { storeId: shop.id },
    as: shop.owner,
    body: { key: "ordered", blocks: [{ key: "text", type: "TEXT", value: [text] }] },
  });
  const params = { businessId: shop.id };
  const query = { entity: `order:${order_id}` };
  const { items } = await ok(businessEvents.listBusinessEvents, { params, as: shop.owner, query });
  const confirmed = items.find(({ type }) => type === "order.confirmed");
  const to = newEmail();
  await ok(businessEvents.updateBusinessEvent, {
    params: { ...params, eventId: confirmed?.id ?? "" },
    as: shop.owner,
    body: { type: "email", nodeId, recipients: [to] },
  });
  expect((await mailTo(to)).body.text).toContain(
    `${number} | confirmed | €12.00 | grace@example.com | Grace Hopper`,
  );
});
