import { expect, test } from "vitest";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { contacts, storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { stagger } from "#test/support/pause.ts";
import { seeded } from "#test/support/random.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailsTo, member, newEmail } from "#test/support/world.ts";

async function openMergeShop(units = 40) {
  const shop = await openShop({ units });
  const as = shop.owner;
  const params = { storeId: shop.id };
  const at = (contactId: string) => ({ params: { ...params, contactId }, as });
  const order = (orderId: string) => ok(orders.getOrder, { params: { ...params, orderId }, as });
  const merge = (into: string, from: string, more: object = {}) =>
    call(customers.mergeCustomers, { ...at(into), body: { from, ...more } });
  const read = (id: string) => ok(customers.getCustomer, at(id));
  const buy = async (email: string, buyer?: Awaited<ReturnType<typeof visitorWithCart>>, time?: number) => {
    const who = buyer ?? (await visitorWithCart(shop, [shop.mug]));
    const { order_id: orderId } = await checkout(shop.id, who, { ...BY_CASH, email }, time);
    await ok(orders.updateOrder, { params: { ...params, orderId }, as, body: { confirm: true } });
    return { orderId, as: who.as };
  };
  const counted = (id: string, count: number) =>
    eventually(async () => {
      const found = await read(id).catch(() => undefined);
      return found?.totals.orders === count && found;
    }, `${id} having ${count} orders`);
  return { ...shop, as, params, at, order, merge, read, buy, counted };
}

async function proveEmail(shop: Pick<Shop, "id">, email: string, known?: { token: string }) {
  const params = { storeId: shop.id };
  const as = known ?? (await visitorWithCart(shop as Shop, [])).as;
  const codes = async () =>
    (await mailsTo(email)).flatMap(({ subject }) => /^(\d{6}) is your/.exec(subject)?.[1] ?? []);
  const before = await codes();
  const asked = await ok(storefrontAccount.requestContactCode, { params, as, body: { email } });
  const code = await eventually(
    async () => (await codes()).find((each) => !before.includes(each)),
    "the code",
  );
  const body = { challenge_id: asked.challenge_id, code };
  const { contact, token } = await ok(storefrontAccount.verifyContact, { params, as, body });
  return { id: contact.id, as: { token: token.token } };
}

test("a merged customer brings its orders along for staff, and no visitor sees more or less", async () => {
  const shop = await openMergeShop();
  const email = newEmail();
  const stranger = await shop.buy(email);
  const card = (await shop.order(stranger.orderId)).customer_id ?? "";
  await shop.counted(card, 1);
  const proven = await proveEmail(shop, email);
  const seen = async (as: { token: string }) =>
    (await ok(storefrontOrders.listOwnOrders, { params: shop.params, as })).items.map(({ id }) => id);
  const before = [await seen(stranger.as), await seen(proven.as)];
  const dry = await shop.merge(proven.id, card, { dry_run: true });
  expect(dry).toMatchObject({ status: 200, body: { moves: { orders: 1, carts: 0 }, addresses: [] } });
  expect((await shop.read(card)).id).toBe(card);
  const joined = await shop.merge(proven.id, card);
  expect(joined).toMatchObject({ status: 200, body: { contact: { id: proven.id, merged_ids: [card] } } });
  expect(await shop.read(card)).toMatchObject({ id: proven.id, totals: { orders: 1 } });
  const listed = { params: shop.params, as: shop.as, query: { customer_id: proven.id } } as const;
  // The rows of orders may lag behind the totals.
  await eventually(
    async () => (await ok(orders.listOrders, listed)).items[0]?.id === stranger.orderId,
    "the order in the list of the one that stays",
  );
  for (const request of [
    () => refused(customers.updateCustomer, { ...shop.at(card), body: { name: "Late" } }),
    () => refused(customers.getCustomerTimeline, shop.at(card)),
    () => refused(contacts.deleteContact, shop.at(card)),
  ])
    expect(await request()).toMatchObject({ status: 409, body: { error: "CONTACT.MERGED" } });
  expect(await shop.merge(proven.id, card)).toMatchObject({
    status: 200,
    body: { contact: { id: proven.id, merged_ids: [card] } },
  });
  await eventually(
    async () => (await shop.order(stranger.orderId)).customer_id === proven.id,
    "the order being moved",
  );
  await shop.counted(proven.id, 1);
  expect([await seen(stranger.as), await seen(proven.as)]).toEqual(before);
  // One second later, as a record of the merge's own second still goes to the remaining customer.
  const next = await shop.buy(email, undefined, Math.floor(Date.now() / 1000) + 1);
  await eventually(async () => {
    const { customer_id } = await shop.order(next.orderId);
    return customer_id !== card && customer_id !== proven.id;
  }, "the next order being on another card");
  await shop.counted(proven.id, 1);
});

test("two proven customers are merged only on request, and are then one for either email", async () => {
  const shop = await openMergeShop();
  const [kept, gone] = [newEmail(), newEmail()];
  const into = await proveEmail(shop, kept);
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const from = await proveEmail(shop, gone, buyer.as);
  const { cart } = buyer;
  await ok(customers.addCustomerNote, { ...shop.at(from.id), body: { text: "Both are Grace." } });
  const { order_id: orderId } = await checkout(shop.id, { as: from.as, cart }, { ...BY_CASH, email: gone });
  const refusedMerge = await shop.merge(into.id, from.id);
  expect(refusedMerge).toMatchObject({ status: 409, body: { error: "CONTACT.MERGE_OPENS_ACCESS" } });
  expect(JSON.stringify(refusedMerge.body)).toContain(gone);
  expect((await shop.merge(into.id, into.id)).status).toBe(400);
  const card = await ok(customers.createCustomer, {
    params: shop.params,
    as: shop.as,
    body: { name: "Card" },
  });
  expect(await shop.merge(card.id, from.id)).toMatchObject({ status: 400 });
  expect((await shop.merge(into.id, from.id, { open_access: true })).status).toBe(200);
  await eventually(async () => (await shop.order(orderId)).contact_id === into.id, "the order being moved");
  const params = shop.params;
  await eventually(
    async () => (await call(storefrontAccount.getCurrentContact, { params, as: from.as })).status === 401,
    "the session of the one that went ending",
  );
  const again = await proveEmail(shop, gone);
  expect(again.id).toBe(into.id);
  const own = await ok(storefrontOrders.listOwnOrders, { params, as: again.as });
  expect(own.items.map(({ id }) => id)).toEqual([orderId]);
  expect(await shop.read(into.id)).toMatchObject({
    other_emails: [{ email: gone, verified: true }],
    notes: [{ text: "Both are Grace." }],
  });
  // Deleting the remaining customer removes everything of the merged one.
  await ok(contacts.deleteContact, shop.at(into.id));
  await eventually(
    async () => (await call(customers.getCustomer, shop.at(from.id))).status === 404,
    "the one that went being deleted",
  );
});

test("one of two crossing merges is refused, and no order is lost or counted twice", async () => {
  const shop = await openMergeShop(60);
  await seeded(async (random) => {
    const [one, two] = [newEmail(), newEmail()];
    const first = [await shop.buy(one), await shop.buy(two)];
    const ids = await Promise.all(first.map(async ({ orderId }) => (await shop.order(orderId)).customer_id));
    const [a = "", b = ""] = ids.map((id) => id ?? "");
    await shop.counted(a, 1);
    await shop.counted(b, 1);
    const [ab, ba, third] = await Promise.all([
      stagger(random, 30).then(() => shop.merge(a, b)),
      stagger(random, 30).then(() => shop.merge(b, a)),
      stagger(random, 30).then(() => shop.buy(two)),
    ]);
    expect([ab.status, ba.status].sort()).toEqual([200, 409]);
    const survivor = ab.status === 200 ? a : b;
    const all = [...first, third];
    const filed = await eventually(async () => {
      const found = await Promise.all(all.map(({ orderId }) => shop.order(orderId)));
      const under = found.map(({ customer_id }) => customer_id ?? "");
      const sum = await Promise.all([...new Set(under)].map((id) => shop.read(id).catch(() => undefined)));
      const total = sum.reduce((orders, each) => orders + (each?.totals.orders ?? 0), 0);
      return under[0] === survivor && under[1] === survivor && total === 3 && under;
    }, "all orders being filed and counted once");
    expect(filed).toHaveLength(3);
  });
});

test("a timeline lists events newest first, and shows form contents only to an ADMIN", async () => {
  const shop = await openMergeShop();
  const email = newEmail();
  const { orderId } = await shop.buy(email);
  const id = (await shop.order(orderId)).customer_id ?? "";
  await shop.counted(id, 1);
  await ok(customers.addCustomerNote, { ...shop.at(id), body: { text: "Called." } });
  await ok(orders.updateOrder, { params: { ...shop.params, orderId }, as: shop.as, body: { paid: true } });
  const whole = await eventually(async () => {
    const { items } = await ok(customers.getCustomerTimeline, shop.at(id));
    return items.length === 4 && items;
  }, "the timeline");
  expect(whole.map(({ type }) => type).sort()).toEqual([
    "contact.created",
    "contact.noted",
    "order.created",
    "order.paid",
  ]);
  expect(whole.map(({ at }) => at)).toEqual(whole.map(({ at }) => at).toSorted((x, y) => y - x));
  const paged: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const query = { limit: 1, ...(cursor ? { cursor } : {}) };
    const page = await ok(customers.getCustomerTimeline, { ...shop.at(id), query });
    paged.push(...page.items.map((item) => item.id));
    cursor = page.cursor ?? undefined;
    more = cursor !== undefined;
  }
  expect(paged).toEqual(whole.map((item) => item.id));
  const clerk = await member(shop.id, "viewer");
  const seen = await ok(customers.getCustomerTimeline, { params: shop.at(id).params, as: clerk });
  expect(seen.items).toEqual(whole);
  const money = await ok(customers.getCustomerTimeline, { ...shop.at(id), query: { kinds: "order" } });
  expect(money.items.map(({ kind }) => kind)).toEqual(["order", "order"]);
});
