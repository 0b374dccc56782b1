import { expect, test } from "vitest";
import { clockAt } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { heads, marks, sumRows } from "#core/sums/table.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { publications, socialAccounts } from "#functions/engagement/social/routes.ts";
import { supportInbox } from "#functions/engagement/support/routes.ts";
import { sumWorkers } from "#functions/system/sums/routes.ts";
import { today } from "#functions/system/today/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { newReservation } from "#lib/booking/reservations/record.ts";
import type { Part, Status } from "#lib/booking/reservations/schema.ts";
import { reservations } from "#lib/booking/reservations/table.ts";
import { type Endpoint, endpoints } from "#lib/delivery/webhooks/table.ts";
import { getToday } from "#lib/system/today/service.ts";
import { measureUnits } from "#test/support/capacity-units.ts";
import { ok } from "#test/support/client.ts";
import { completeSums } from "#test/support/complete-sums.ts";
import { dateAt } from "#test/support/dates.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { createGoods, openShop, visitorWithCart } from "#test/support/shop.ts";
import { connectSandbox } from "#test/support/social.ts";
import { makeAgent, openConversation, pressButton, sendAsStaff, sendText } from "#test/support/support.ts";
import { watchCalls } from "#test/support/table.ts";
import { itemsOf } from "#test/support/tenant-items.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { member, openStore, testContext, workerContext } from "#test/support/world.ts";

const NO_WORK = {
  orders: { confirm: 0, ship: 0, collect: 0, pay: 0, return: 0 },
  appointments: { today: 0, left: 0, confirm: 0 },
  conversations: { waiting: 0, mine: 0 },
  stock: { low: 0 },
  webhooks: { failing: 0 },
  publications: { failed: 0 },
};

/** What the operation answers an admin at a time. */
const todayAt = (storeId: string, seconds: number) =>
  getToday(testContext({ clock: clockAt(seconds), now: () => seconds }), storeId);

const partAt = (startTime: number): Part => ({
  id: newId("part"),
  serviceId: "srv_1",
  providerId: "prv_1",
  startTime,
  endTime: startTime + HOUR,
  price: 0,
  blocks: [],
  work: [{ start: startTime, end: startTime + HOUR }],
  serviceName: "Haircut",
  providerName: "Mira",
});

/** Stores a reservation with parts that begin at some times. */
async function storeBooking(businessId: string, status: Status, begins: readonly number[]): Promise<string> {
  const ctx = testContext();
  const reservation = newReservation(
    ctx,
    {},
    {
      id: newId("rsv", ctx.clock()),
      businessId,
      customerId: null,
      market: "eu",
      currency: "EUR",
      status,
      parts: begins.map(partAt),
      payment: null,
      total: 0,
      promoCode: null,
      isApprovalRequired: false,
      holdExpiresAt: null,
    },
  );
  await transact(ctx, [reservations.create(reservation)]);
  return reservation.id;
}

test("a new store has nothing to do, and all of it is counted", async () => {
  const { id: storeId, owner: as } = await openStore();
  expect(await ok(today.getToday, { params: { storeId }, as })).toMatchObject({
    ...NO_WORK,
    complete: true,
    timezone: "Europe/Berlin",
  });
});

test("orders count by what is left to do, and low levels count as they change", async () => {
  const shop = await openShop({ units: 5 });
  const params = { storeId: shop.id };
  const as = shop.owner;
  const counts = async () => {
    await waitForWorkers(shop.id);
    const { orders: work, stock } = await ok(today.getToday, { params, as });
    return { ...work, ...stock };
  };
  const mine = { ...NO_WORK.orders, low: 0 };
  await ok(products.changeInventory, {
    params: { ...params, productId: shop.mug.product_id },
    as,
    body: { variant_id: shop.mug.variant_id, low_at: 3 },
  });
  expect(await counts()).toEqual(mine);
  const placed = await Promise.all(
    [1, 1].map(async (quantity) =>
      checkout(shop.id, await visitorWithCart(shop, [{ ...shop.mug, quantity }]), BY_CASH),
    ),
  );
  expect(await counts()).toEqual({ ...mine, ship: 2, pay: 2, low: 1 });
  const [first, second] = placed.map(({ order_id }) => ({ params: { ...params, orderId: order_id }, as }));
  if (!first || !second) throw new Error("There are no orders.");
  const [item] = (await ok(orders.getOrder, first)).items;
  const lines = [{ order_item_id: item?.id ?? "", quantity: 1 }];
  await ok(orders.fulfilOrder, { ...first, body: { lines } });
  await ok(orders.updateOrder, { ...first, body: { paid: true } });
  await ok(orders.updateOrder, { ...second, body: { cancel: true } });
  expect(await counts()).toEqual(mine);
  await ok(orders.askReturn, { ...first, body: { lines } });
  expect(await counts()).toEqual({ ...mine, return: 1 });
});

test("a visitor waits from a message in an escalated conversation until staff answer", async () => {
  const store = await openStore();
  await makeAgent(store);
  const params = { storeId: store.id };
  const { token } = await member(store.id, "member");
  const counts = async (as: { token: string }) => {
    await waitForWorkers(store.id);
    return (await ok(today.getToday, { params, as })).conversations;
  };
  const listed = async (query: Record<string, string | boolean>) => {
    const { items } = await ok(supportInbox.listConversations, { params, as: store.owner, query });
    return items.map(({ id }) => id);
  };
  const [first, second] = [await openConversation(store.id), await openConversation(store.id)];
  await pressButton(first.talk, "Person");
  await pressButton(second.talk, "Order");
  expect(await counts(store.owner)).toEqual({ waiting: 1, mine: 0 });
  expect(await listed({ waiting: true })).toEqual([first.id]);
  expect(await listed({ waiting: false })).toEqual([second.id]);
  expect(await listed({ statuses: "active,escalated" })).toHaveLength(2);
  expect(await listed({ statuses: "ESCALATED", waiting: false })).toEqual([]);
  await sendAsStaff(store, first.id, "Here I am.");
  expect(await counts(store.owner)).toEqual({ waiting: 0, mine: 1 });
  expect(await counts({ token })).toEqual({ waiting: 0, mine: 0 });
  await sendText(first.talk, "Are you?");
  expect(await counts(store.owner)).toEqual({ waiting: 1, mine: 1 });
  const conversation = { params: { ...params, conversationId: first.id }, as: store.owner };
  await ok(supportInbox.resolveConversation, conversation);
  expect(await counts(store.owner)).toEqual({ waiting: 0, mine: 0 });
});

test("failed publications count, and only admins see failing or disabled webhooks", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const as = store.owner;
  const account = await connectSandbox(store);
  const body = {
    social_account_id: account.id,
    content: { text: "Later" },
    scheduled_at: Math.floor(Date.now() / 1000) + HOUR,
  };
  await ok(publications.createPublication, { params, as, body });
  await ok(socialAccounts.deleteSocialAccount, { params: { ...params, socialAccountId: account.id }, as });
  const hook = (enabled: boolean) => {
    const url = `https://example.com/${newId("hook")}`;
    return ok(webhooks.createWebhook, { params, as, body: { url, enabled, events: ["form.deleted"] } });
  };
  const states: { id: string; set: Partial<Endpoint> }[] = [
    { id: (await hook(true)).id, set: { failing_since: 1 } },
    { id: (await hook(false)).id, set: { disabled_reason: "failing" } },
    { id: (await hook(false)).id, set: { disabled_reason: "gone", failing_since: 1 } },
    { id: (await hook(true)).id, set: { failing_since: null } },
    { id: "wh_gone", set: { failing_since: 1 } },
  ];
  await transact(
    testContext(),
    states.map(({ id: webhook_id, set }) =>
      endpoints.create({
        ...endpoints.parse({ tenant_id: store.id, webhook_id, lease: "", lease_until: 0 }),
        ...set,
      }),
    ),
  );
  await waitForWorkers(store.id);
  const found = await ok(today.getToday, { params, as });
  expect(found).toMatchObject({ publications: { failed: 1 }, webhooks: { failing: 2 } });
  const viewer = await member(store.id, "viewer");
  expect(await ok(today.getToday, { params, as: viewer })).toMatchObject({ webhooks: null });
});

test("appointments are parts that begin on the store's day, also after a change of time zone", async () => {
  const { id: storeId, owner: as } = await openStore();
  const midnight = MONDAY - HOUR;
  await storeBooking(storeId, "CONFIRMED", [midnight - 60, midnight, midnight + 9 * HOUR]);
  await storeBooking(storeId, "COMPLETED", [midnight + 10 * HOUR]);
  await storeBooking(storeId, "NO_SHOW", [midnight + 24 * HOUR - 60, midnight + 24 * HOUR]);
  await storeBooking(storeId, "CREATED", [midnight + 11 * HOUR]);
  const gone = await storeBooking(storeId, "CONFIRMED", [midnight + 11 * HOUR]);
  await storeBooking(storeId, "PENDING", [midnight + 12 * HOUR, midnight + 90 * 24 * HOUR]);
  await waitForWorkers(storeId);
  const before = await reservations.find({ businessId: storeId, id: gone });
  if (!before) throw new Error("There is no reservation.");
  expect((await todayAt(storeId, midnight)).appointments).toEqual({ today: 5, left: 4, confirm: 2 });
  await transact(testContext(), [reservations.replace(before, { ...before, status: "CANCELLED" })]);
  await waitForWorkers(storeId);
  const { date, appointments } = await todayAt(storeId, midnight + 9 * HOUR);
  expect({ date, appointments }).toEqual({
    date: dateAt(MONDAY),
    appointments: { today: 4, left: 2, confirm: 2 },
  });
  await ok(stores.updateStore, { params: { storeId }, as, body: { timezone: "Asia/Kolkata" } });
  // There the day began at 18:30 UTC of the day before.
  const elsewhere = await todayAt(storeId, midnight + 9 * HOUR);
  expect(elsewhere).toMatchObject({
    date: dateAt(MONDAY),
    timezone: "Asia/Kolkata",
    appointments: { today: 4, left: 1, confirm: 2 },
  });
});

test("a store with 300 bookings that day takes one round trip of two calls and 16 read units", async () => {
  const { id: storeId } = await openStore();
  for (let index = 0; index < 30; index++) {
    const begins = Array.from({ length: 10 }, (_, step) => MONDAY + 7 * HOUR + (index * 10 + step) * 120);
    await storeBooking(storeId, "CONFIRMED", begins);
  }
  await waitForWorkers(storeId);
  const noon = MONDAY + 12 * HOUR;
  await todayAt(storeId, noon);
  const { result, units } = await measureUnits(() => watchCalls(() => todayAt(storeId, noon)));
  expect(result.result.appointments).toEqual({ today: 300, left: 149, confirm: 0 });
  const { calls } = result;
  expect(calls.map(({ command }) => command).toSorted()).toEqual(["BatchGetItemCommand", "QueryCommand"]);
  const [first, second] = calls.toSorted((one, other) => one.started - other.started);
  expect(second?.started).toBeLessThan((first?.started ?? 0) + (first?.milliseconds ?? 0));
  expect([...units.read.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(16);
});

test("a store older than the counts is counted after its first change, and incomplete until then", async () => {
  const store = await openStore();
  await deleteSums(store.id);
  const mug = await createGoods(store, "mug", { amount: 1200, units: 5 });
  const later = (seconds: number) => todayAt(store.id, Math.floor(Date.now() / 1000) + seconds);
  await checkout(store.id, await visitorWithCart(store, [mug]), BY_CASH);
  await waitForWorkers(store.id);
  expect(await later(40)).toMatchObject({ complete: false, orders: { ship: 1 } });
  // As if the store were older than the sums.
  await deleteSums(store.id, [marks.name, sumRows.name]);
  expect(await later(40)).toMatchObject({ complete: false, orders: { ship: 0 } });
  await completeSums(store.id, "today", 61);
  expect(await later(120)).toMatchObject({ complete: true, orders: { ship: 1, pay: 1 } });
});

/** Removes a store's sums. */
async function deleteSums(storeId: string, kinds = [heads.name, marks.name, sumRows.name]): Promise<void> {
  const ctx = workerContext(sumWorkers.tendSums);
  for (const { pk, sk, _t } of await itemsOf(storeId, (kind) => kinds.includes(kind)))
    await transact(ctx, [{ entity: String(_t), remove: { pk: String(pk), sk: String(sk) } }]);
}
