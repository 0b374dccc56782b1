import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { listRows } from "#core/rows/table.ts";
import { heads, marks, sumRows } from "#core/sums/table.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { sumWorkers } from "#functions/system/sums/routes.ts";
import { today } from "#functions/system/today/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { orders as orderRecords } from "#lib/commerce/orders/table.ts";
import { CUSTOMER_INDEX } from "#lib/system/customers/definition.ts";
import { SUM_DEFINITIONS } from "#lib/system/sums/definitions.ts";
import { hasAnnounced } from "#test/support/announced-events.ts";
import { ok } from "#test/support/client.ts";
import { completeSums } from "#test/support/complete-sums.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { seeded } from "#test/support/random.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { killAfterCall } from "#test/support/table.ts";
import { itemsOf } from "#test/support/tenant-items.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { newEmail, type TestStore, workerContext } from "#test/support/world.ts";

/** Kinds of items that versions without customers did not write. */
const NEWER_KINDS: readonly string[] = [heads.name, marks.name, sumRows.name, listRows.name];

/**
 * Makes a store look like an older version's: without sums, rows and customers, and with orders that name no customer.
 */
async function makeOld({ id: store_id }: TestStore, cards: readonly string[], orderIds: readonly string[]) {
  const ctx = workerContext(sumWorkers.tendSums);
  for (const item of await itemsOf(store_id, (kind) => kind === "contact" || NEWER_KINDS.includes(kind))) {
    const key = { pk: String(item.pk), sk: String(item.sk) };
    if (item._t !== "contact" || cards.includes(key.sk))
      await transact(ctx, [{ entity: String(item._t), remove: key }]);
  }
  // Workers note the removed customers in the orders meanwhile.
  for (const id of orderIds)
    await withRetries(async () => {
      const order = await orderRecords.find({ store_id, id });
      if (!order) throw new Error("There is no order.");
      const { channel: _, ...before } = { ...order, customer_id: null };
      await transact(ctx, [orderRecords.replace(order, before)]);
    });
}

test("an older store creates its customers when they are listed, and says it is incomplete", async () => {
  const shop = await openShop({ units: 20 });
  const params = { storeId: shop.id };
  const as = shop.owner;
  const emails = [newEmail(), newEmail()];
  const orderIds: string[] = [];
  for (const email of [...emails, emails[0] ?? ""]) {
    const buyer = await visitorWithCart(shop, [shop.mug]);
    orderIds.push((await checkout(shop.id, buyer, { ...BY_CASH, email })).order_id);
  }
  await waitForWorkers(shop.id);
  const cards = (await ok(customers.listCustomers, { params, as })).items.map(({ id }) => id);
  expect(cards).toHaveLength(2);
  await makeOld(shop, cards, orderIds);
  const later = Math.floor(Date.now() / 1000) + 40;
  const list = (at: number) => ok(customers.listCustomers, { params, as, query: { count: true }, at });
  expect(await list(later)).toMatchObject({ items: [], complete: false, count: { value: 0, exact: false } });
  expect(await ok(today.getToday, { params, as, at: later })).toMatchObject({ complete: false });
  const listOrders = (at: number, query: Record<string, string>) =>
    ok(orders.listOrders, { params, as, query, at });
  const byTotal = { sort_field: "total", currency: "EUR" };
  expect(await listOrders(later, {})).toMatchObject({ complete: true, items: [{}, {}, {}] });
  expect(await listOrders(later, { to_do: "ship" })).toMatchObject({ complete: false, items: [{}, {}, {}] });
  expect(await listOrders(later, byTotal)).toMatchObject({ complete: false });
  await waitForWorkers(shop.id);
  const names = SUM_DEFINITIONS.map(({ name }) => name);
  // Indexing comes first, because it creates the customers that the others list and add up.
  const tallies = [CUSTOMER_INDEX.name, ...names.filter((name) => name !== CUSTOMER_INDEX.name)];
  for (const ahead of [600, 1200]) {
    for (const tally of tallies) await completeSums(shop.id, tally, ahead);
    await waitForWorkers(shop.id);
  }
  const after = await list(later + 1800);
  expect(after).toMatchObject({ complete: true, count: { value: 2, exact: true } });
  expect(after.items.map(({ id }) => id).toSorted()).toEqual(cards.toSorted());
  const totals = new Map(after.items.map(({ email, totals: each }) => [email, each.orders]));
  expect(emails.map((email) => totals.get(email))).toEqual([2, 1]);
  expect(await ok(today.getToday, { params, as, at: later + 1800 })).toMatchObject({
    complete: true,
    orders: { ship: 3, pay: 3 },
  });
  const sorted = await listOrders(later + 1800, { ...byTotal, sort_direction: "asc" });
  expect(sorted).toMatchObject({ complete: true, items: [{}, {}, {}] });
  expect(sorted.items.map(({ total }) => total)).toEqual(sorted.items.map(({ total }) => total).sort());
  const order = { params: { ...params, orderId: orderIds[0] ?? "" }, as };
  expect(await ok(orders.getOrder, order)).toMatchObject({ channel: "storefront" });
});

test("recomputing sums creates the customers of an older store", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id } = await checkout(shop.id, buyer, { ...BY_CASH, email: newEmail() });
  await waitForWorkers(shop.id);
  const cards = (await ok(customers.listCustomers, { params, as: shop.owner })).items.map(({ id }) => id);
  await whileQueueHeld(shop, sumWorkers.countSums, async () => {
    await makeOld(shop, cards, [order_id]);
    for (const ahead of [600, 1200]) await completeSums(shop.id, CUSTOMER_INDEX.name, ahead);
    expect(await hasAnnounced(shop, sumWorkers.tendSums, ["contact.created"])).toBe(true);
  });
});

test("workers that die while they take in an older store are continued, and nothing is missing", async () => {
  await seeded(async (random) => {
    const shop = await openShop({ units: 20 });
    const params = { storeId: shop.id };
    const as = shop.owner;
    const emails = [newEmail(), newEmail()];
    const orderIds: string[] = [];
    for (let count = 0; count < 5; count++) {
      const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 + (count % 2) }]);
      const { order_id } = await checkout(shop.id, buyer, { ...BY_CASH, email: random.pick(emails) });
      orderIds.push(order_id);
    }
    await waitForWorkers(shop.id);
    const answers = async (at: number) => {
      const list = (query: Record<string, string>) => ok(orders.listOrders, { params, as, query, at });
      const { items, count, complete } = await ok(customers.listCustomers, {
        params,
        as,
        query: { count: true, sort_field: "name" },
        at,
      });
      const byTotal = await list({ sort_field: "total", currency: "EUR" });
      const work = await ok(today.getToday, { params, as, at });
      return {
        customers: items.map(({ id, totals }) => ({ id, totals })),
        ...{ count, complete, counted: work.complete, orders: work.orders },
        byTotal: byTotal.items.map(({ id, to_do }) => ({ id, to_do })),
        toShip: (await list({ to_do: "ship", count: "true" })).count,
      };
    };
    const now = Math.floor(Date.now() / 1000);
    const before = await answers(now + 40);
    const cards = before.customers.map(({ id }) => id);
    await makeOld(shop, cards, orderIds);
    const names = SUM_DEFINITIONS.map(({ name }) => name);
    const tallies = [CUSTOMER_INDEX.name, ...names.filter((name) => name !== CUSTOMER_INDEX.name)];
    // Each is done before the next begins: other processes know of a beginning only half a minute later, and this
    // clock runs ahead of theirs.
    let [ahead, deaths] = [0, 0];
    for (const tally of tallies) {
      const tend = () => {
        ahead += 70;
        return completeSums(shop.id, tally, ahead);
      };
      for (let tries = 0; tries < 4; tries++) {
        let left = 1 + random.int(12);
        const dies = killAfterCall(() => --left === 0, tend);
        deaths += await dies.then(
          () => 1,
          () => 0,
        );
      }
      for (let rest = 0; rest < 2; rest++) await tend();
      await waitForWorkers(shop.id);
    }
    expect(deaths).toBeGreaterThan(5);
    expect(await answers(now + ahead + 300)).toEqual(before);
  });
});
