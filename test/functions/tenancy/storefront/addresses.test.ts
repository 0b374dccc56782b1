import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { conversations, supportInbox } from "#functions/engagement/support/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { contacts, storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { contactEmails } from "#lib/tenancy/visitors/table.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { call, ok } from "#test/support/client.ts";
import { makeAgent } from "#test/support/support.ts";
import { dumpTable } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, newEmail, openStore, visitorOf } from "#test/support/world.ts";

async function openProofs() {
  const store = await openStore();
  const { id: storeId } = store;
  const params = { storeId };
  const codes = new Map<string, number>();
  /** Proves an address as a visitor; returns the new session and its contact. */
  const prove = async (email: string, as?: { token: string }) => {
    const visitor = as ?? (await visitorOf(storeId));
    const count = (codes.get(email) ?? 0) + 1;
    codes.set(email, count);
    const asked = await ok(storefrontAccount.requestContactCode, { params, as: visitor, body: { email } });
    const body = { challenge_id: asked.challenge_id, code: await codeFor(email, count) };
    const { contact, token } = await ok(storefrontAccount.verifyContact, { params, as: visitor, body });
    return { contact, token: token.token };
  };
  return { store, storeId, params, prove };
}

test("a deleted contact frees its email addresses, and all of them can be proven again", async () => {
  const { storeId, params, prove } = await openProofs();
  const [one, two, three] = [newEmail(), newEmail(), newEmail()];
  const known = await prove(two, await prove(one));
  const former = await prove(three);
  const as = await prove(one, former);
  expect(as.contact.id).toBe(known.contact.id);
  await ok(storefrontAccount.deleteCurrentContact, { params, as });
  const ids = new Set([known.contact.id, former.contact.id]);
  for (const email of [one, two, three]) {
    const { contact } = await prove(email);
    expect(contact).toMatchObject({ email, verified: true });
    expect(ids.has(contact.id)).toBe(false);
    ids.add(contact.id);
  }
  const again = await openProofs();
  const own = [newEmail(), newEmail()] as const;
  const last = await again.prove(own[1], await again.prove(own[0]));
  await ok(storefrontAccount.deleteCurrentContact, { params: again.params, as: last });
  const left = async () => {
    const asked = own.map((email) => ({ store_id: again.storeId, email }));
    return (await contactEmails.batchGet(asked)).length === 0;
  };
  await eventually(left, "the addresses being free");
  expect(await contactEmails.find({ store_id: storeId, email: one })).toBeDefined();
});

test("proving an email leads to the contact into which its former one was merged", async () => {
  const { prove } = await openProofs();
  const [one, other] = [newEmail(), newEmail()];
  const known = await prove(one);
  const merged = await prove(other);
  expect((await prove(one, merged)).contact.id).toBe(known.contact.id);
  expect((await prove(other)).contact.id).toBe(known.contact.id);
  const { contact } = await prove(other, known);
  expect(contact).toMatchObject({ id: known.contact.id, email: other, verified: true });
  expect(contact.merged_into_contact_id ?? null).toBeNull();
  expect((await prove(one)).contact.id).toBe(known.contact.id);
});

test("the session that a proof begins continues with the visitor's cart", async () => {
  const { params, prove } = await openProofs();
  const email = newEmail();
  const known = await prove(email);
  const visitor = await visitorOf(params.storeId);
  const cart = await ok(storefrontCarts.currentCart, { params, as: visitor, body: {} });
  const as = await prove(email, visitor);
  expect(as.contact.id).toBe(known.contact.id);
  expect((await ok(storefrontCarts.currentCart, { params, as, body: {} })).id).toBe(cart.id);
  expect(
    (await ok(storefrontCarts.currentCart, { params, body: {}, as: await prove(newEmail(), as) })).id,
  ).toBe(cart.id);
});

test("a session of a merged contact names the surviving one, which it becomes by a proof", async () => {
  const { params, prove } = await openProofs();
  const [one, other, third] = [newEmail(), newEmail(), newEmail()];
  const known = await prove(one);
  const first = await prove(other);
  const [second, left] = [await prove(other), await prove(other)];
  expect(second.contact.id).toBe(first.contact.id);
  expect(second.contact.merged_into_contact_id ?? null).toBeNull();
  await prove(one, first);
  const turned = { id: first.contact.id, merged_into_contact_id: known.contact.id };
  expect(await ok(storefrontAccount.getCurrentContact, { params, as: second })).toMatchObject(turned);
  const apart = await prove(third, second);
  expect(apart.contact).toMatchObject({ email: third, verified: true });
  expect([known.contact.id, first.contact.id]).not.toContain(apart.contact.id);
  expect((await prove(third)).contact.id).toBe(apart.contact.id);
  expect((await prove(other, left)).contact.id).toBe(known.contact.id);
});

test("a customer who proves a known address brings notes, consents, addresses and records along", async () => {
  const { store, params, prove } = await openProofs();
  const as = store.owner;
  const [one, other] = [newEmail(), newEmail()];
  const known = await prove(one);
  const former = await prove(other);
  const { id: contactId } = former.contact;
  await ok(customers.addCustomerNote, {
    params: { ...params, contactId },
    as,
    body: { text: "Rings twice." },
  });
  await ok(customers.tagCustomers, { params, as, body: { action: "tag", ids: [contactId], tags: ["vip"] } });
  const consents = [{ channel: "sms" as const, text: "Send me news." }];
  await ok(storefrontAccount.updateCurrentContact, { params, as: former, body: { consents } });
  await makeAgent(store);
  const talk = await ok(conversations.startConversation, { params, as: former, body: {} });
  await waitForWorkers(store.id);
  expect((await prove(one, former)).contact.id).toBe(known.contact.id);
  const at = { params: { ...params, contactId: known.contact.id }, as };
  const joined = await ok(customers.getCustomer, at);
  expect(joined).toMatchObject({
    email: one,
    other_emails: [{ email: other, verified: true }],
    tags: ["vip"],
    notes: [{ text: "Rings twice." }],
    consents: [{ channel: "sms", state: "granted" }],
  });
  await eventually(async () => {
    const { items } = await ok(customers.getCustomerTimeline, at);
    return items.some(({ record_id }) => record_id === talk.id);
  }, "the conversation in the timeline of the remaining customer");
  const person = await prove(other);
  expect(person.contact.id).toBe(known.contact.id);
  const left = await ok(customers.getCustomer, { params: { ...params, contactId }, as });
  expect(left.id).toBe(known.contact.id);
});

test("nothing is left of the visits of a person whom staff delete", async () => {
  const { store, params, prove } = await openProofs();
  const [one, other] = [newEmail(), newEmail()];
  const known = await prove(one);
  const former = await prove(other);
  const visitor = await ok(storefrontAccount.identifyContact, { params, body: { email: one } });
  await makeAgent(store);
  const as = { token: visitor.token.token };
  const talk = await ok(conversations.startConversation, { params, as, body: {} });
  await waitForWorkers(store.id);
  for (const each of [former, as]) expect((await prove(one, each)).contact.id).toBe(known.contact.id);
  await ok(contacts.deleteContact, {
    params: { ...params, contactId: known.contact.id },
    as: store.owner,
  });
  await waitForWorkers(store.id);
  const ids = [known.contact.id, former.contact.id, visitor.contact.id];
  for (const contactId of ids)
    expect(
      (await call(customers.getCustomer, { params: { ...params, contactId }, as: store.owner })).status,
    ).toBe(404);
  const read = { params: { ...params, conversationId: talk.id }, as: store.owner };
  expect((await call(supportInbox.getConversation, read)).status).toBe(404);
  const lasting = (await dumpTable(store.id)).filter(({ _t }) => !["event", "message"].includes(String(_t)));
  expect(
    lasting.filter((item) => [one, other].some((email) => JSON.stringify(item).includes(email))),
  ).toEqual([]);
});
