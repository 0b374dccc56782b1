import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { figures } from "#functions/system/figures/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { getFigures, withinOneDay } from "#test/support/figures.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, newEmail } from "#test/support/world.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** One day of a shop: orders that were paid, partly refunded, and cancelled before payment. */
async function tradeForDay(shop: Shop) {
  const params = { storeId: shop.id };
  const as = shop.owner;
  const [often, once] = [newEmail(), newEmail()];
  const buy = async (email: string, body: object) => {
    const { order_id: orderId } = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), {
      ...BY_CASH,
      email,
    });
    await ok(orders.updateOrder, { params: { ...params, orderId }, as, body });
    return orderId;
  };
  await buy(often, { confirm: true, paid: true });
  const back = await buy(often, { confirm: true, paid: true });
  await ok(orders.refundOrder, { params: { ...params, orderId: back }, as, body: { amount: 100 } });
  await buy(once, { confirm: true, paid: true });
  const off = await buy(once, { confirm: true });
  await ok(orders.updateOrder, { params: { ...params, orderId: off }, as, body: { cancel: true } });
  await waitForWorkers(shop.id);
}

test("every operation that shows a day's number shows the same", () => withinOneDay(checkSums));

async function checkSums(): Promise<void> {
  const shop = await openShop({ units: 20 });
  await tradeForDay(shop);
  const params = { storeId: shop.id };
  const as = shop.owner;
  const [sales] = (await getFigures(shop, "sales", { range: "today", by: "hour" })).groups;
  const is = (name: string) => sales?.totals[name] ?? 0;
  const { items } = await ok(orders.listOrders, { params, as });
  expect([is("orders"), is("cancelled_orders")]).toEqual([4, 1]);
  expect(is("total")).toBe(sum(items.map(({ total }) => total)));
  // Collected money without refunds: orders, customers and figures must agree.
  const kept = is("collected") - is("refunds");
  expect(kept).toBe(sum(items.map(({ payment }) => payment.captured - payment.refunded)));
  const people = await eventually(async () => {
    const found = (await ok(customers.listCustomers, { params, as })).items;
    return sum(found.map(({ totals }) => totals.spent.EUR ?? 0)) === kept && found;
  }, "the customers' totals");
  expect(is("first_orders")).toBe(people.length);
  expect(is("first_orders") + is("returning_orders")).toBe(is("orders"));
  const today = await ok(figures.getFiguresToday, { params, as });
  expect(today.groups.map(({ so_far }) => so_far)).toEqual([sales?.totals]);
  for (const period of [today.seven_days, today.thirty_days, today.ninety_days, today.year])
    expect(period.map(({ totals }) => totals)).toEqual([sales?.totals]);
  for (const name of ["orders", "total", "net", "collected", "refunds", "write_offs"])
    expect(sum((sales?.points ?? []).map(({ values }) => values[name] ?? 0)), name).toBe(is(name));
  for (const split of ["source", "country", "channel", "payment_method"] as const) {
    const [group] = (await getFigures(shop, "sales", { range: "today", split })).groups;
    expect(sum((group?.rows ?? []).map(({ values }) => values.net ?? 0)), split).toBe(is("net"));
    expect(group?.outside?.net).toBe(0);
  }
  const { body } = await call(figures.getFigures, {
    params: { ...params, family: "sales" },
    as,
    query: { range: "today", by: "day", format: "csv" },
  });
  const [heading = [], line = []] = String(body)
    .trimEnd()
    .split("\n")
    .map((each) => each.split(","));
  expect(Math.round(Number(line[heading.indexOf("net")]) * 100)).toBe(is("net"));
}
