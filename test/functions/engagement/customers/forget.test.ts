import { expect, test } from "vitest";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { sumWorkers } from "#functions/system/sums/routes.ts";
import { customers, customerWorkers } from "#functions/tenancy/customers/routes.ts";
import { contacts, storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { isWithdrawnAddress } from "#lib/tenancy/visitors/withdrawn-addresses.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { keysWith } from "#test/support/bucket.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { inspectorAddress } from "#test/support/inspector.ts";
import { addSubscribers } from "#test/support/newsletter.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { BERLIN, openShop, visitorWithCart } from "#test/support/shop.ts";
import { bulkWrite, dumpTable } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, newEmail, openStore, visitorOf } from "#test/support/world.ts";

/** Kinds of records that outlive a person, because they expire soon by themselves. */
const EXPIRING_KINDS = ["event", "message"];

/** Finds a text in a store: in items with their index rows, and in names of objects. */
async function tracesOf(storeId: string, mark: string): Promise<string[]> {
  const items = (await dumpTable(storeId))
    .filter(({ _t }) => !EXPIRING_KINDS.includes(String(_t)))
    .filter((item) => JSON.stringify(item).includes(mark))
    .map(({ pk, sk, _t }) => `${String(_t)} ${String(pk)} ${String(sk)}`);
  return [...items, ...(await keysWith(mark))];
}

test("a remaining trace of a deleted person is found in any kind of record", async () => {
  const { id: storeId } = await openStore();
  const mark = newEmail().split("@")[0] ?? "";
  const item = { pk: `TENANT#${storeId}#LEAK`, sk: "1", _t: "leak", terms: [`word:${mark}`] };
  expect(await tracesOf(storeId, mark)).toEqual([]);
  await bulkWrite([{ entity: "leak", put: item }]);
  expect(await tracesOf(storeId, mark)).toEqual([`leak ${item.pk} 1`]);
});

test("no record keeps a name, address or phone number of a deleted person", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const mark = newEmail().split("@")[0] ?? "";
  const person = { email: `${mark}@example.com`, name: `Name ${mark}`, phone: "+49 30 987654321" };
  const { url } = inspectorAddress();
  await ok(webhooks.createWebhook, { params, as, body: { url, events: ["order.*", "contact.*"] } });
  const buyer = await visitorWithCart(shop, [shop.mug], {
    shipping_address: { ...BERLIN, name: person.name, phone: person.phone },
  });
  const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email: person.email });
  const blocks = ["TEXT", "FORM"].map((type) => ({ id: type, key: type, type, value: `Says ${mark}` }));
  const startTime = MONDAY + 9 * HOUR;
  const part = { serviceId: shop.service_id, providerId: shop.provider_id, startTime, blocks };
  const booking = await ok(businessReservations.createBusinessReservation, {
    params: { businessId: shop.id },
    as,
    body: { parts: [part], blocks, email: person.email, name: person.name },
  });
  const id = await eventually(
    async () =>
      (await ok(customers.listCustomers, { params, as, query: { email: person.email } })).items[0]?.id,
    "the card",
  );
  const at = { params: { ...params, contactId: id }, as };
  const ofOrder = { params: { ...params, orderId }, as };
  await ok(orders.mailOrder, { ...ofOrder, body: { kind: "confirmation" } });
  await ok(orders.addOrderNote, { ...ofOrder, body: { text: `A parcel for ${mark}.` } });
  await ok(customers.addCustomerNote, { ...at, body: { text: `Met ${mark}.` } });
  await ok(orders.updateOrder, { ...ofOrder, body: { cancel: { reason: `${mark} moved` } } });
  const form = await ok(forms.createForm, {
    params,
    as,
    body: {
      key: "intake",
      schema: [
        { type: "text", key: "email" },
        { type: "text", key: "text" },
      ],
    },
  });
  await ok(forms.submitForm, {
    params: { ...params, formId: form.id },
    body: {
      form_id: form.id,
      fields: [
        { key: "email", value: person.email },
        { key: "text", value: `I am ${person.name}` },
      ],
    },
  });
  await addSubscribers({ businessId: shop.id, collectionId: "col_news", free: "free" }, [person.email]);
  const kinds = async () => (await ok(customers.getCustomerTimeline, at)).items.map(({ kind }) => kind);
  await eventually(async () => {
    const found = await kinds();
    return ["order", "reservation", "submission", "subscription"].every((kind) =>
      found.some((each) => each === kind),
    );
  }, "all being filed");
  await ok(contacts.deleteContact, at);
  await waitForWorkers(shop.id);
  expect(await tracesOf(shop.id, mark)).toEqual([]);
  expect(await isWithdrawnAddress(shop.id, person.email.toUpperCase())).toBe(true);
  const order = await ok(orders.getOrder, { params: { ...params, orderId }, as });
  expect(order).toMatchObject({ email: null, shipping_address: null, total: order.total });
  const stands = await ok(businessReservations.getBusinessReservation, {
    params: { businessId: shop.id, reservationId: booking.id },
    as,
  });
  expect(stands).toMatchObject({ status: booking.status, startTime: booking.startTime });
  expect((await call(customers.getCustomer, at)).status).toBe(404);
});

test("no record keeps anything of a person whose earlier visits became that customer by a proof", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const [email, typed, other] = [newEmail(), newEmail(), newEmail()];
  const marks = [email, typed, other].map((each) => each.split("@")[0] ?? "");
  const [mark = ""] = marks;
  const prove = async (address: string, caller: { token: string }, count = 1) => {
    const asked = { params, as: caller, body: { email: address } };
    const { challenge_id } = await ok(storefrontAccount.requestContactCode, asked);
    const body = { challenge_id, code: await codeFor(address, count) };
    const { contact, token } = await ok(storefrontAccount.verifyContact, { params, as: caller, body });
    return { id: contact.id, as: { token: token.token } };
  };
  const known = await prove(email, await visitorOf(shop.id));
  // Another visit of the same person, under addresses of its own.
  const address = { ...BERLIN, name: `Name ${mark}` };
  const buyer = await visitorWithCart(shop, [shop.mug], { shipping_address: address });
  await checkout(shop.id, buyer, { ...BY_CASH, email: typed });
  const visit = await prove(other, buyer.as);
  const at = (contactId: string) => ({ params: { ...params, contactId }, as });
  const consents = [{ channel: "sms", text: `Text ${mark}` } as const];
  await ok(storefrontAccount.updateCurrentContact, { params, as: visit.as, body: { consents } });
  await ok(customers.addCustomerNote, { ...at(visit.id), body: { text: `Met ${mark}.` } });
  const { conversation } = await ok(conversations.startConversation, {
    params,
    as: visit.as,
    body: { metadata: { page: mark } },
  });
  const talk = { params: { ...params, conversationId: conversation.id }, as: visit.as };
  const input = { type: "text", content: `I am ${mark}` } as const;
  await ok(conversations.sendMessage, { ...talk, body: { input } });
  await waitForWorkers(shop.id);
  const joined = await prove(email, visit.as, 2);
  expect(joined.id).toBe(known.id);
  expect(await ok(customers.getCustomer, at(visit.id))).toMatchObject({
    id: known.id,
    name: `Name ${mark}`,
    consents,
    notes: [{ text: `Met ${mark}.` }],
    other_emails: [{ email: other, verified: true }],
  });
  await waitForWorkers(shop.id);
  const { items } = await ok(customers.getCustomerTimeline, at(known.id));
  expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["order", "conversation"]));
  expect(await ok(conversations.readConversation, { ...talk, as: joined.as })).toMatchObject({
    id: conversation.id,
  });
  expect(await refused(contacts.deleteContact, at(visit.id))).toMatchObject({
    status: 409,
    body: { error: "CONTACT.MERGED", reason: known.id },
  });
  await ok(contacts.deleteContact, at(known.id));
  await waitForWorkers(shop.id);
  for (const each of marks) expect(await tracesOf(shop.id, each), each).toEqual([]);
});

test("an order indexed after its guest card was deleted loses its names, and makes no new card", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const email = newEmail();
  const mark = email.split("@")[0] ?? "";
  const now = Math.floor(Date.now() / 1000);
  const buy = async (time: number) => {
    const buyer = await visitorWithCart(shop, [shop.mug]);
    const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email }, time);
    return { params: { ...params, orderId }, as };
  };
  const card = await ok(customers.createCustomer, { params, as, body: { email, name: `Name ${mark}` } });
  const at = { params: { ...params, contactId: card.id }, as };
  // The lists of customers' records do not include the order yet when the deletion reads them.
  const late = await whileQueueHeld(shop, sumWorkers.countSums, async () => {
    const order = await whileQueueHeld(shop, customerWorkers.indexOrder, async () => {
      const order = await buy(now - 60);
      await ok(contacts.deleteContact, at);
      return order;
    });
    await eventually(
      async () => (await ok(orders.getOrder, order)).email === null,
      "the order without names",
    );
    return order;
  });
  await waitForWorkers(shop.id);
  expect(await ok(orders.getOrder, late)).toMatchObject({ email: null, shipping_address: null });
  expect((await call(customers.getCustomer, at)).status).toBe(404);
  expect(await tracesOf(shop.id, mark)).toEqual([]);
  const next = await buy(now + 60);
  await eventually(
    async () => (await call(customers.getCustomer, at)).status === 200,
    "the next order's card",
  );
  expect(await ok(orders.getOrder, next)).toMatchObject({ email, customer_id: card.id });
});

test("a guest card whose only order moves to a proven customer leaves what others sent", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const [typed, email] = [newEmail(), newEmail()];
  const form = await ok(forms.createForm, {
    params,
    as,
    body: { key: "intake", schema: [{ type: "text", key: "email" }] },
  });
  const fields = [{ key: "email", value: typed }];
  const ofForm = { params: { ...params, formId: form.id } };
  await ok(forms.submitForm, { ...ofForm, body: { form_id: form.id, fields } });
  const buyer = await visitorWithCart(shop, [shop.mug]);
  await checkout(shop.id, buyer, { ...BY_CASH, email: typed });
  await waitForWorkers(shop.id);
  const [card] = (await ok(customers.listCustomers, { params, as, query: { email: typed } })).items;
  const ofCard = { params: { ...params, contactId: card?.id ?? "" }, as };
  expect((await ok(customers.getCustomerTimeline, ofCard)).items.map(({ kind }) => kind)).toContain(
    "submission",
  );
  const asked = { params, as: buyer.as, body: { email } };
  const { challenge_id } = await ok(storefrontAccount.requestContactCode, asked);
  await ok(storefrontAccount.verifyContact, {
    params,
    as: buyer.as,
    body: { challenge_id, code: await codeFor(email, 1) },
  });
  await waitForWorkers(shop.id);
  expect((await call(customers.getCustomer, ofCard)).status).toBe(404);
  expect((await ok(forms.listSubmissions, { ...ofForm, as })).items).toMatchObject([{ fields }]);
});

test("a visitor who turned out to be a customer that is deleted meanwhile leaves no conversation", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const email = newEmail();
  const mark = email.split("@")[0] ?? "";
  const prove = async (as: { token: string }, count: number) => {
    const { challenge_id } = await ok(storefrontAccount.requestContactCode, { params, as, body: { email } });
    const body = { challenge_id, code: await codeFor(email, count) };
    return (await ok(storefrontAccount.verifyContact, { params, as, body })).contact;
  };
  const known = await prove(await visitorOf(shop.id), 1);
  const visitor = await visitorOf(shop.id);
  const started = { params, as: visitor, body: { metadata: { page: mark } } };
  await ok(conversations.startConversation, started);
  await waitForWorkers(shop.id);
  await whileQueueHeld(shop, customerWorkers.moveJoined, async () => {
    expect((await prove(visitor, 2)).id).toBe(known.id);
    const at = { params: { ...params, contactId: known.id }, as: shop.owner };
    await ok(contacts.deleteContact, at);
  });
  await waitForWorkers(shop.id);
  expect(await tracesOf(shop.id, mark)).toEqual([]);
});
