import { expect, inject, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { makeSender, type SeedApi } from "#infra/local/seed/api.ts";
import { seedOrderHistory } from "#infra/local/seed/order-history.ts";
import { ok } from "#test/support/client.ts";
import { stockOf } from "#test/support/orders.ts";
import { createGoods, openShop, type Shop } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, mailsTo } from "#test/support/world.ts";

const { api: address } = inject("addresses");
const DAY = 86_400;

function seedApiOf({ id, owner: { token, email } }: Shop): SeedApi {
  const send = makeSender(address);
  const request = (method: string) => (path: string, more?: object) => send(method, path, { token, ...more });
  const [get, post, put] = [request("GET"), request("POST"), request("PUT")];
  return { address, ses: "", store: { id, key: id }, token, email, variables: {}, get, post, put };
}

test("the demo's history has orders of two years, without mails, and leaves stock unchanged", async () => {
  const shop = await openShop({ units: 9 });
  const jug = await createGoods(shop, "jug", { amount: 900, units: 9 });
  const params = { storeId: shop.id };
  const as = shop.owner;
  const zones = [{ shipping_methods: [{ id: "parcel", amount: 490 }] }];
  await ok(markets.updateMarket, { params: { ...params, marketId: "eu" }, as, body: { zones } });
  await seedOrderHistory(seedApiOf(shop), { customers: 0, orders: 0 });
  await seedOrderHistory(seedApiOf(shop), { customers: 12, orders: 30 });
  await waitForWorkers();
  const { items, count } = await ok(orders.listOrders, { params, as, query: { limit: 100, count: true } });
  expect(count).toEqual({ value: 30, exact: true });
  const now = Date.now() / 1000;
  const ages = items.map(({ created_at }) => (now - created_at) / DAY);
  expect(Math.min(...ages)).toBeGreaterThan(7);
  expect(Math.max(...ages)).toBeGreaterThan(600);
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(["completed", "cancelled"]));
  expect(items.some(({ payment_status }) => payment_status === "refunded")).toBe(true);
  const counted = items.filter(({ status }) => status !== "cancelled").length;
  const people = await eventually(async () => {
    const page = await ok(customers.listCustomers, { params, as, query: { limit: 100 } });
    return page.items.reduce((all, { totals }) => all + totals.orders, 0) === counted && page;
  }, "the totals of the customers");
  expect(people.items).toHaveLength(12);
  expect(people.items.filter(({ tags }) => tags.length > 0)).toHaveLength(2);
  const [first] = items;
  expect(
    (await mailsTo(first?.email ?? "")).filter(({ subject }) => subject.includes(first?.number ?? "-")),
  ).toEqual([]);
  for (const goods of [shop.mug, jug])
    expect(await stockOf(shop.id, goods)).toEqual({ available: 9, reserved: 0 });
});
