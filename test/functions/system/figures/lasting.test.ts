import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { getFigures, recountFigures } from "#test/support/figures.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, newEmail, visitorOf } from "#test/support/world.ts";

test("carts of one network above its limit are created without a source", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  process.env.BUDGETS = JSON.stringify({ "*": [100_000, 3600], cart_sources_per_network: [2, 86_400] });
  for (let cart = 0; cart < 4; cart++) {
    const { token } = await visitorOf(shop.id);
    const body = JSON.stringify({ market: "eu", source: { utm_source: "ads" } });
    const request = { params, token, sourceIp: "198.51.100.7", body };
    const made = await invokeDirect(storefrontCarts.currentCart, request);
    const { id: cartId } = JSON.parse(made.body) as { id: string };
    const line = { params: { ...params, cartId }, as: { token }, body: shop.mug };
    await ok(storefrontCarts.addVisitorCartItem, line);
  }
  await waitForWorkers(shop.id);
  const [group] = (await getFigures(shop, "funnel", { range: "7d", split: "source" })).groups;
  const carts = group?.rows?.map(({ id, values }) => [id, values.carts]);
  expect(carts).toEqual([
    ["ads", 2],
    ["direct", 2],
  ]);
});

test("whether a sale is its customer's first never changes, whoever is merged later", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const buy = async () => {
    const buyer = await visitorWithCart(shop, [shop.mug]);
    const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email: newEmail() });
    const found = () => ok(orders.getOrder, { params: { ...params, orderId }, as });
    await eventually(async () => {
      await waitForWorkers(shop.id);
      return (await found()).facts.is_first !== null;
    }, "the sale being known");
    return { found, customerId: (await found()).customer_id ?? "" };
  };
  const [one, other] = [await buy(), await buy()];
  const totals = async () => (await getFigures(shop, "sales", { range: "7d" })).groups[0]?.totals;
  const before = await totals();
  expect(before).toMatchObject({ first_orders: 2, returning_orders: 0 });
  const body = { from: other.customerId };
  await ok(customers.mergeCustomers, { params: { ...params, contactId: one.customerId }, as, body });
  await waitForWorkers(shop.id);
  expect([(await one.found()).facts.is_first, (await other.found()).facts.is_first]).toEqual([true, true]);
  expect(await totals()).toEqual(before);
  expect(await recountFigures(shop)).toMatchObject({ status: "equal" });
});
