import { expect, test } from "vitest";
import * as z from "zod";
import { env } from "#core/env.ts";
import { carts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { openStore } from "#test/support/world.ts";

const Answer = z.record(z.string(), z.unknown());

async function send(path: string, token: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const reply = await fetch(`${env("PUBLIC_URL")}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: Answer.parse(await reply.json()) };
}

test("staff send and refund goods under the documented names of parcels and refunds", async () => {
  const shop = await openShop({ units: 10 });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }]);
  const { order_id: orderId } = await checkout(shop.id, buyer, BY_CASH);
  const params = { storeId: shop.id, orderId };
  const as = shop.owner;
  const order = await ok(orders.updateOrder, { params, as, body: { paid: true } });
  const place = `/v1/stores/${shop.id}/orders/${orderId}`;
  const lines = [{ order_item_id: order.items[0]?.id, quantity: 1 }];
  const sent = await send(`${place}/shipments`, as.token, { lines, carrier: "DHL" });
  expect([sent.status, sent.body.fulfillment_status]).toEqual([200, "partially_fulfilled"]);
  const refund = await send(`${place}/refunds`, as.token, { amount: 100 });
  expect([refund.status, refund.body]).toEqual([200, expect.objectContaining({ amount: 100 })]);
});

test("staff see how an order is paid, and the page that its buyer can still use", async () => {
  const shop = await openShop({ units: 10 });
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const placed = await checkout(shop.id, buyer, BY_CARD);
  const asked = { params: { storeId: shop.id, orderId: placed.order_id }, as: shop.owner };
  expect(await ok(orders.getPaymentOfOrder, asked)).toEqual(placed);
  await pay(placed.checkoutUrl);
  const paid = await ok(orders.getPaymentOfOrder, asked);
  expect(paid).toMatchObject({ payment_status: "paid", payment_action: { type: "none", url: null } });
  const unknown = { params: { storeId: shop.id, orderId: "order_none" }, as: shop.owner };
  expect(await refused(orders.getPaymentOfOrder, unknown)).toMatchObject({ error: "ORDER.NOT_FOUND" });
});

test("an operator's line may have a price record", async () => {
  const shop = await openShop();
  const cart = await ok(carts.createCart, {
    params: { storeId: shop.id },
    as: shop.owner,
    body: { items: [{ ...shop.mug, price: { currency: "EUR", market: "eu", amount: 123 } }] },
  });
  expect(cart.items.map(({ price, unit_price }) => [price, unit_price])).toEqual([[123, 123]]);
});

test("a single value of a block becomes a list", async () => {
  const { id: storeId, owner: as } = await openStore();
  const blocks = [
    { key: "title", type: "TEXT" as const, value: { en: "Mug" } },
    { key: "size", type: "NUMBER" as const, value: 3 },
    { key: "tags", type: "TEXT" as const, value: ["a", "b"] },
  ];
  const node = await ok(nodes.createNode, { params: { storeId }, as, body: { key: "mug", blocks } as never });
  expect(node.blocks.map(({ value }) => value)).toEqual([[{ en: "Mug" }], [3], ["a", "b"]]);
});
