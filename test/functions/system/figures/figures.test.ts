import { expect, test } from "vitest";
import { clockAt } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { sendHeartbeat } from "#core/sums/heartbeat.ts";
import { laneKey } from "#core/sums/read.ts";
import { heads } from "#core/sums/table.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { figures } from "#functions/system/figures/routes.ts";
import { platformWorkers } from "#functions/system/platform/routes.ts";
import { sumWorkers } from "#functions/system/sums/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { dayAt } from "#lib/system/figures/days.ts";
import type { FiguresQuery } from "#lib/system/figures/schema.ts";
import { ok, refused } from "#test/support/client.ts";
import { completeFigures, getFigures, withinOneDay } from "#test/support/figures.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, member, openStore, workerContext } from "#test/support/world.ts";

const getSales = (shop: Pick<Shop, "id" | "owner">, query: Partial<FiguresQuery> = {}, at?: number) =>
  getFigures(shop, "sales", query, at);
/** A function caches for 30 s which sums are read. */
const inAMinute = () => Math.floor(Date.now() / 1000) + 60;

/** A shop that sold three mugs in cash, one of them written off, and one by card, partly refunded. */
async function openTrading() {
  const shop = await openShop({ price: 1190 });
  const params = { storeId: shop.id };
  const inCash = await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }]);
  const cash = await checkout(shop.id, inCash, BY_CASH);
  const order = { params: { ...params, orderId: cash.order_id }, as: shop.owner };
  const { items } = await ok(orders.getOrder, order);
  const cancel = { items: [{ id: items[0]?.id ?? "", cancel_quantity: 1 }] };
  await ok(orders.updateOrder, { ...order, body: cancel });
  const placed = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CARD);
  await pay(placed.checkoutUrl);
  const card = { params: { ...params, orderId: placed.order_id }, as: shop.owner };
  const read = () => ok(orders.getOrder, card);
  await eventually(async () => (await read()).payment_status === "paid", "the order being paid");
  await ok(orders.refundOrder, { ...card, body: { amount: 190 } });
  await eventually(async () => (await read()).payment.refunded === 190, "the refund");
  await waitForWorkers(shop.id);
  return { shop, sold: await Promise.all([ok(orders.getOrder, order), read()]) };
}

test("sales show what was sold, refunded and collected, and points and rows add up to it", async () => {
  const { shop, sold } = await openTrading();
  const answer = await getSales(shop, { range: "7d" });
  expect(answer).toMatchObject({ family: "sales", by: "day", state: "ready", test: "included" });
  const [group, ...others] = answer.groups;
  expect(others).toEqual([]);
  const tax = sold.reduce((sum, order) => sum + order.tax, 0);
  const total = sold.reduce((sum, order) => sum + order.total, 0);
  expect(group).toMatchObject({ market: "eu", currency: "EUR" });
  expect(group?.totals).toMatchObject({
    orders: 2,
    units: 4,
    gross: 4 * 1190,
    total,
    tax,
    refunds: 190,
    write_offs: 1190,
    returned_units: 1,
    collected: 1190,
    cancelled_orders: 0,
    average_order: Math.floor((2 * total + 2) / 4),
  });
  const totals: Record<string, number | null> = group?.totals ?? {};
  const value = (name: string) => totals[name] ?? 0;
  expect(value("net")).toBe(total - tax - (190 - value("refund_tax")) - (1190 - value("write_off_tax")));
  expect(value("tax_included")).toBe(value("gross") - value("discount") + value("shipping") + tax - total);
  expect(group?.points).toHaveLength(7);
  for (const name of ["orders", "gross", "refunds", "write_offs", "net", "collected"]) {
    const points = group?.points?.reduce((sum, { values }) => sum + (values[name] ?? 0), 0);
    expect(points, name).toBe(value(name));
  }
  const split = (await getSales(shop, { range: "7d", split: "product" })).groups[0];
  expect(split?.rows).toMatchObject([
    { id: shop.mug.product_id, label: "mug", values: { units: 4, gross: 4 * 1190, orders: 2 } },
  ]);
  expect(split).toMatchObject({ points: null, rest: null, outside: { units: 0, gross: 0, orders: null } });
  for (const by of ["country", "channel", "source", "payment_method"] as const) {
    const { rows = [], outside } = (await getSales(shop, { range: "7d", split: by })).groups[0] ?? {};
    const all = rows?.reduce((sum, { values }) => sum + (values.net ?? 0), 0);
    expect(all, by).toBe(value("net"));
    expect(outside, by).toMatchObject({ orders: 0, net: 0 });
  }
});

test("a day has equal numbers in sales, sales by hour, and today", () => withinOneDay(checkOneDay));

async function checkOneDay(): Promise<void> {
  const { shop } = await openTrading();
  const params = { storeId: shop.id };
  const today = await ok(figures.getFiguresToday, { params, as: shop.owner });
  const day = (await getSales(shop, { range: "today", by: "hour" })).groups[0];
  const total = (await getSales(shop, { range: "today", by: "total" })).groups[0];
  expect(today.groups[0]?.so_far).toEqual(day?.totals);
  expect(total?.totals).toEqual(day?.totals);
  for (const period of ["seven_days", "thirty_days", "ninety_days", "year"] as const)
    expect(today[period][0]?.totals.orders, period).toBeGreaterThanOrEqual(2);
  for (const hours of [day?.points, today.groups[0]?.hours]) {
    const orders = hours?.reduce((sum, { values }) => sum + (values.orders ?? 0), 0);
    expect(orders).toBe(2);
  }
}

test("test sales can be left out, or shown alone", async () => {
  const { shop } = await openTrading();
  const [without, alone] = [
    await getSales(shop, { test: "exclude" }),
    await getSales(shop, { test: "only" }),
  ];
  expect(without).toMatchObject({ test: "excluded", hidden_test_orders: 1 });
  expect(without.groups[0]?.totals).toMatchObject({ orders: 1, refunds: 0 });
  expect(alone).toMatchObject({ test: "only", hidden_test_orders: 0 });
  expect(alone.groups[0]?.totals).toMatchObject({ orders: 1, refunds: 190 });
});

test("an empty store has no groups, and an invalid parameter is a 400 that names it", async () => {
  const shop = await openStore();
  expect(await getSales(shop)).toMatchObject({ groups: [], since: null, hidden_test_orders: 0, by: "day" });
  const params = { storeId: shop.id, family: "sales" };
  const said = async (query: object) => {
    const { status, body } = await refused(figures.getFigures, { params, as: shop.owner, query } as never);
    return [status, body.validationErrors?.[0]?.field];
  };
  expect(await said({ range: "7d", from: "2026-01-01", to: "2026-01-02" })).toEqual([400, "range"]);
  expect(await said({ from: "2026-01-01" })).toEqual([400, "to"]);
  expect(await said({ to: "2026-01-01" })).toEqual([400, "from"]);
  expect(await said({ from: "2026-01-02", to: "2026-01-01" })).toEqual([400, "to"]);
  expect(await said({ range: "7d", by: "hour" })).toEqual([400, "by"]);
  expect(await said({ from: "2024-01-01", to: "2026-01-01", by: "day" })).toEqual([400, "by"]);
  expect(await said({ from: "2016-01-01", to: "2026-01-01", by: "month" })).toEqual([400, "by"]);
  expect(await said({ from: "2025-01-01", to: "2025-06-15", split: "country" })).toEqual([400, "split"]);
  expect(await said({ sort: "colour" })).toEqual([400, "sort"]);
  const other = { params: { storeId: shop.id, family: "weather" }, as: shop.owner };
  expect(await refused(figures.getFigures, other)).toMatchObject({ status: 404 });
});

test("a recount reports equal sums, and finds and repairs one that was changed by hand", async () => {
  const { shop } = await openTrading();
  const params = { storeId: shop.id };
  const recount = async (repair: boolean) => {
    const body = { repair };
    const begun = await ok(figures.startRecount, { params, as: shop.owner, body });
    expect(begun.status).toBe("running");
    expect(await refused(figures.startRecount, { params, as: shop.owner, body })).toMatchObject({
      status: 409,
    });
    const found = () =>
      ok(figures.getRecount, { params: { ...params, recountId: begun.id }, as: shop.owner });
    expect(await found()).toMatchObject({ status: "running" });
    await completeFigures(shop.id);
    return found();
  };
  const before = (await getSales(shop)).groups[0]?.totals;
  expect(await recount(false)).toMatchObject({ status: "equal", differing: 0, differences: [] });
  const head = await heads.find({ store_id: shop.id, tally: "figures" });
  const generation = head?.read?.name ?? "";
  const { date } = dayAt("Europe/Berlin", Date.now() / 1000);
  const key = laneKey({ tenantId: shop.id, generation }, 0, `sales|d|${date}|l|eu|EUR`);
  await transact(workerContext(sumWorkers.tendSums), [{ entity: "sum", update: { key, add: { total: 7 } } }]);
  expect(await recount(false)).toMatchObject({ status: "different", differences: [{ measure: "total" }] });
  expect(await recount(true)).toMatchObject({ status: "repaired", differing: 1 });
  expect((await getSales(shop, {}, inAMinute())).groups[0]?.totals).toEqual(before);
  const writer = await member(shop.id, "member");
  expect(await refused(figures.startRecount, { params, as: writer, body: {} })).toMatchObject({
    status: 403,
  });
  const unknown = { params: { ...params, recountId: "none" }, as: shop.owner };
  expect(await refused(figures.getRecount, unknown)).toMatchObject({ status: 404 });
});

test("another time zone moves all days, and until then answers name the old one", async () => {
  const { shop } = await openTrading();
  const params = { storeId: shop.id };
  const before = await getSales(shop, { range: "7d", by: "total" });
  expect(before.time_zone).toBe("Europe/Berlin");
  await ok(stores.updateStore, { params, as: shop.owner, body: { timezone: "Pacific/Kiritimati" } });
  await waitForWorkers(shop.id);
  expect((await getSales(shop)).time_zone).toBe("Europe/Berlin");
  await completeFigures(shop.id);
  const at = inAMinute();
  const status = await ok(figures.getFiguresStatus, { params, as: shop.owner, at });
  expect(status).toMatchObject({ time_zone: "Pacific/Kiritimati", state: "ready" });
  const moved = await getSales(shop, { range: "7d", by: "total" }, at);
  expect(moved.time_zone).toBe("Pacific/Kiritimati");
  expect(moved.groups[0]?.totals).toEqual(before.groups[0]?.totals);
});

test("a store older than its figures says that they are still being counted", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const head = heads.removeKey({ store_id: store.id, tally: "figures" });
  await transact(workerContext(sumWorkers.tendSums), [head]);
  expect(await getSales(store)).toMatchObject({ state: "building", groups: [] });
  const status = await ok(figures.getFiguresStatus, { params, as: store.owner });
  expect(status).toMatchObject({ state: "building", generation: null, records: 0 });
});

test("a heartbeat that passed through the stream shows until when sales are counted", async () => {
  const shop = await openStore();
  const minutes = Math.floor(Date.now() / 300_000) * 5;
  const clock = clockAt(minutes * 60);
  await sendHeartbeat(workerContext(platformWorkers.lookForDue, clock));
  await waitForWorkers();
  const { as_of } = await ok(figures.getFiguresStatus, { params: { storeId: shop.id }, as: shop.owner });
  expect(as_of).toBeGreaterThan(minutes * 60 - 60);
  expect(as_of).toBeLessThanOrEqual(Date.now() / 1000 - 14);
});
