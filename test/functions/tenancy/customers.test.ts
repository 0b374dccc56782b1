import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { withConsents } from "#lib/tenancy/visitors/consents.ts";
import { isGranted } from "#lib/tenancy/visitors/rows.ts";
import type { Consent } from "#lib/tenancy/visitors/schema.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { eventually, member, newEmail, openStore, testContext, visitorOf } from "#test/support/world.ts";

const NAVY = { name: "Gräce Hopper", phone: "+49 (0)30 123-4567", tags: ["Navy", "navy", "old"] };

async function openCustomers() {
  const store = await openStore();
  const params = { storeId: store.id };
  const as = store.owner;
  const make = (body: object) => ok(customers.createCustomer, { params, as, body });
  const list = async (query: Record<string, string | number>) =>
    (await ok(customers.listCustomers, { params, as, query })).items.map(({ id }) => id);
  // A worker of the stream writes the rows of lists, so they come later.
  const lists = (query: Record<string, string | number>, ids: string[]) =>
    eventually(
      async () => isDeepStrictEqual((await list(query)).sort(), ids.toSorted()),
      `the list of ${JSON.stringify(query)}`,
    );
  const prove = async (email: string, known?: { token: string }) => {
    const visitor = known ?? (await visitorOf(store.id));
    const { challenge_id } = await ok(storefrontAccount.requestContactCode, {
      params,
      as: visitor,
      body: { email },
    });
    const body = { challenge_id, code: await codeFor(email, 1) };
    return ok(storefrontAccount.verifyContact, { params, as: visitor, body });
  };
  return { ...store, params, as, make, list, lists, prove };
}

test("a customer is found by each filter and word, and mere visitors are in no list", async () => {
  const { params, as, make, list, lists, id: storeId } = await openCustomers();
  await visitorOf(storeId);
  const email = newEmail();
  const grace = await make({ ...NAVY, email });
  const ada = await make({ name: "Ada Lovelace", phone: "030 7654321" });
  expect(grace).toMatchObject({ email, verified: false, tags: ["Navy", "old"], origin: "staff", version: 1 });
  await lists({}, [ada.id, grace.id]);
  const all = await list({});
  expect(await list({ sort_direction: "asc" })).toEqual(all.toReversed());
  expect(await list({ sort_field: "updated_at", limit: 1 })).toHaveLength(1);
  expect(await list({ sort_field: "name" })).toEqual([ada.id, grace.id]);
  expect(await list({ sort_field: "name", sort_direction: "desc", tags: "old" })).toEqual([grace.id]);
  expect(await list({ sort_field: "last_order_at" })).toHaveLength(2);
  expect(await list({ sort_field: "spent", currency: "EUR" })).toEqual([]);
  const { count, complete } = await ok(customers.listCustomers, {
    params,
    as,
    query: { count: "true", query: "grac" },
  });
  expect([count, complete]).toEqual([{ value: 1, exact: true }, true]);
  const asked = { params, as, query: { sort_field: "spent" } } as const;
  expect(await refused(customers.listCustomers, asked)).toMatchObject({ status: 400 });
  const misspelt: Record<string, string> = { verifed: "true" };
  expect(await refused(customers.listCustomers, { params, as, query: misspelt })).toMatchObject({
    status: 400,
    body: { validationErrors: [{ field: "verifed", error: "FIELD.UNKNOWN" }] },
  });
  for (const query of ["grac hop", "GRÄCE", email, email.slice(0, 5), "+49 30 1234", "0049 30 12", "030 123"])
    expect(await list({ query }), query).toEqual([grace.id]);
  expect(await list({ query: "race" })).toEqual([]);
  expect(await list({ phone: "30 7654" })).toEqual([ada.id]);
  expect(await list({ email: email.toUpperCase() })).toEqual([grace.id]);
  expect(await list({ tags: "navy,OLD" })).toEqual([grace.id]);
  expect(await list({ tags: "navy,new" })).toEqual([]);
  expect(await list({ verified: "false", query: "ada" })).toEqual([ada.id]);
  expect(await list({ verified: "true" })).toEqual([]);
  expect(await list({ has_orders: "true" })).toEqual([]);
  expect(await list({ ids: `${grace.id},con_none` })).toEqual([grace.id]);
  expect(await list({ ids: `${grace.id},${ada.id}` })).toEqual([grace.id, ada.id]);
  expect(await list({ ids: `${grace.id},${ada.id}`, sort_field: "name", limit: 1 })).toEqual([
    ada.id,
    grace.id,
  ]);
  expect(await list({ created_at_from: ada.created_at + 10 })).toEqual([]);
  expect(await list({ created_at_to: ada.created_at + 10, last_seen_from: 1 })).toEqual([]);
  expect(await list({ last_seen_to: 1 })).toEqual([]);
  const granted = {
    channel: "email",
    state: "granted",
    at: grace.created_at,
    how: "phone",
    text: "Mails.",
  } as const;
  const at = { ...params, contactId: grace.id };
  const path = { params: at, as };
  await ok(customers.addCustomerConsent, { ...path, body: granted });
  await lists({ consent: "email" }, [grace.id]);
  await ok(customers.addCustomerConsent, {
    ...path,
    body: { channel: "email", state: "withdrawn", at: grace.created_at },
  });
  await lists({ consent: "email" }, []);
  for (const body of [
    { channel: "sms", state: "granted" } as const,
    { ...granted, at: grace.created_at + 3600 },
  ])
    expect(await refused(customers.addCustomerConsent, { ...path, body })).toMatchObject({ status: 400 });
});

test("an email has at most one unproven and one proven customer, and each names the other", async () => {
  const { params, as, make, prove } = await openCustomers();
  const email = newEmail();
  const card = await make({ email, name: "Grace" });
  const { contact } = await prove(email);
  expect(contact.id).not.toBe(card.id);
  const read = (contactId: string) => ok(customers.getCustomer, { params: { ...params, contactId }, as });
  expect((await read(card.id)).same_address).toEqual([{ id: contact.id, verified: true }]);
  expect(await read(contact.id)).toMatchObject({ verified: true, same_address: [{ id: card.id }] });
  const taken = await refused(customers.createCustomer, { params, as, body: { email: email.toUpperCase() } });
  expect(taken).toMatchObject({ status: 409, body: { error: "CONTACT.EMAIL_TAKEN", reason: contact.id } });
  const proven = await refused(customers.updateCustomer, {
    params: { ...params, contactId: contact.id },
    as,
    body: { email: newEmail() },
  });
  expect(proven.status).toBe(400);
  const visitor = await visitorOf(params.storeId);
  const own = await ok(storefrontAccount.getCurrentContact, { params, as: visitor });
  expect(Object.keys(own).sort()).toEqual(
    ["created_at", "email", "id", "status", "store_id", "updated_at", "verified"].sort(),
  );
});

test("a customer who proved two email addresses shows the newest, and the other beside it", async () => {
  const { params, as, prove, list, lists } = await openCustomers();
  const [first, second] = [newEmail(), newEmail()];
  const { contact, token } = await prove(first);
  const again = await prove(second, { token: token.token });
  expect(again.contact.id).toBe(contact.id);
  await lists({ query: second }, [contact.id]);
  const { items } = await ok(customers.listCustomers, { params, as });
  const others = [{ email: first, verified: true }];
  expect(items).toEqual([
    expect.objectContaining({ id: contact.id, email: second, verified: true, other_emails: others }),
  ]);
  expect(await list({ query: first })).toEqual([contact.id]);
  const read = await ok(customers.getCustomer, { params: { ...params, contactId: contact.id }, as });
  expect(read.other_emails).toEqual(others);
});

test("an unproven customer whose email changes becomes another, to which the old one leads", async () => {
  const { params, as, make } = await openCustomers();
  const [wrong, right] = [newEmail(), newEmail()];
  const before = await make({ email: wrong, name: "Grace" });
  const at = (contactId: string) => ({ params: { ...params, contactId }, as });
  const after = await ok(customers.updateCustomer, { ...at(before.id), body: { email: right } });
  expect(after).toMatchObject({ email: right, name: "Grace", merged_ids: [before.id] });
  expect(after.id).not.toBe(before.id);
  expect((await ok(customers.getCustomer, at(before.id))).id).toBe(after.id);
  const late = await refused(customers.updateCustomer, { ...at(before.id), body: { name: "Late" } });
  expect(late).toMatchObject({ status: 409, body: { error: "CONTACT.MERGED", reason: after.id } });
  const again = await make({ email: wrong });
  expect(again.id).not.toBe(before.id);
  const old = await refused(customers.updateCustomer, { ...at(again.id), body: { version: 7, name: "x" } });
  expect(old.status).toBe(409);
});

test("concurrent notes overwrite nothing, and staff delete only notes of their own", async () => {
  const store = await openCustomers();
  const { as, params, make } = store;
  const clerk = await member(store.id, "member");
  const { id: contactId } = await make({ name: "Grace" });
  const at = { ...params, contactId };
  await Promise.all(
    ["one", "two", "three", "four"].map((text, index) =>
      ok(customers.addCustomerNote, { params: at, as: index % 2 ? as : clerk, body: { text } }),
    ),
  );
  const { notes } = await ok(customers.getCustomer, { params: at, as: clerk });
  expect(notes.map(({ text }) => text).sort()).toEqual(["four", "one", "three", "two"]);
  const noteOf = (wanted: string) => ({ ...at, noteId: notes.find(({ text }) => text === wanted)?.id ?? "" });
  const remove = customers.deleteCustomerNote;
  expect((await refused(remove, { params: noteOf("two"), as: clerk })).status).toBe(403);
  await ok(remove, { params: noteOf("one"), as: clerk });
  await ok(remove, { params: noteOf("three"), as });
  expect((await refused(remove, { params: noteOf("one"), as })).status).toBe(404);
});

test("tags are added to many customers, and one that cannot take them stops no other", async () => {
  const { as, params, make, lists } = await openCustomers();
  const [one, two] = [await make({ name: "One" }), await make({ name: "Two" })];
  const full = await make({ name: "Full", tags: Array.from({ length: 20 }, (_, index) => `t${index}`) });
  const ids = [one.id, "con_none", full.id, two.id];
  const tag = (action: "tag" | "untag", tags: string[]) =>
    ok(customers.tagCustomers, { params, as, body: { action, ids, tags } });
  expect((await tag("tag", ["VIP"])).results).toMatchObject([
    { id: one.id, ok: true, changed: true },
    { id: "con_none", ok: false, error: "GENERAL.NOT_FOUND" },
    { id: full.id, ok: false, error: "GENERAL.VALIDATION_FAILED" },
    { id: two.id, ok: true, changed: true },
  ]);
  expect((await tag("tag", ["vip"])).results[0]).toEqual({ id: one.id, ok: true, changed: false });
  // A tag that a customer has already is no further one.
  expect((await tag("tag", ["T7"])).results[2]).toEqual({ id: full.id, ok: true, changed: false });
  await lists({ tags: "vip" }, [one.id, two.id]);
  await tag("untag", ["vip"]);
  await lists({ tags: "vip" }, []);
});

test("each field of a customer has its limit, and null clears what was there", async () => {
  const { as, params, make } = await openCustomers();
  const make400 = async (body: object) =>
    (await refused(customers.createCustomer, { params, as, body: { name: "Grace", ...body } })).status;
  const long = (length: number) => "x".repeat(length);
  const many = (length: number) => Array.from({ length }, (_, index) => `tag ${index}`);
  for (const body of [
    { name: long(201) },
    { name: null },
    { tags: many(21) },
    { tags: [long(41)] },
    { tags: [" "] },
    { phone: "1234" },
    { phone: "+49 30 1234 5678 9012 3456" },
    { addresses: Array.from({ length: 21 }, () => ({ city: "Berlin" })) },
    { email: "nobody" },
  ])
    expect(await make400(body), JSON.stringify(body)).toBe(400);
  const full = {
    name: long(200),
    phone: "0049 (0)30 12345",
    tags: [...many(20), " TAG 1 "],
    addresses: Array.from({ length: 20 }, () => ({ city: "Berlin" })),
  };
  const made = await make(full);
  expect(made).toMatchObject({ name: full.name, phone: full.phone, tags: many(20), version: 1 });
  expect(made.addresses).toHaveLength(20);
  const at = { params: { ...params, contactId: made.id }, as };
  const change = (body: object) => ok(customers.updateCustomer, { ...at, body });
  expect(await change({ tags: ["one"], addresses: [{ city: "Bonn" }], version: 1 })).toMatchObject({
    tags: ["one"],
    addresses: [{ city: "Bonn" }],
    version: 2,
  });
  expect(await refused(customers.updateCustomer, { ...at, body: { name: "Old", version: 1 } })).toMatchObject(
    { status: 409 },
  );
  const nothing = { phone: null, tags: null, addresses: null };
  expect(await change(nothing)).toMatchObject({ name: full.name, phone: null, tags: [], addresses: [] });
  expect(await change({ name: null })).toMatchObject({ name: null });
  const note = (text: string) => call(customers.addCustomerNote, { ...at, body: { text } });
  expect((await note(long(2001))).status).toBe(400);
  await Promise.all(Array.from({ length: 4 }, () => note(long(2000))));
  const stored = await contacts.get({ store_id: params.storeId, id: made.id }, GENERAL.NOT_FOUND());
  const [first] = stored.notes;
  if (!first) throw new Error("There is no note.");
  const notes = Array.from({ length: 100 }, (_, index) => ({ ...first, id: `note_${index}` }));
  await transact(testContext(), [contacts.note(stored, { ...stored, notes })]);
  expect((await note("One more")).status).toBe(400);
});

test("the newest consent of a channel counts, and at most 100 decisions are kept beside it", () => {
  const decision = (channel: "email" | "sms", state: "granted" | "withdrawn", at: number): Consent => ({
    ...{ channel, state, at, how: "form", text: "News.", source: null },
    actor: { type: "person", id: "acc" },
  });
  const others = Array.from({ length: 150 }, (_, index) => decision("sms", "granted", 100 + index));
  const tied = [decision("email", "withdrawn", 5), decision("email", "granted", 5)];
  for (const consents of [withConsents(tied, others), withConsents(others, tied.toReversed())]) {
    expect(consents).toHaveLength(100);
    expect(consents[0]).toMatchObject({ channel: "email", state: "withdrawn" });
    expect(consents.at(-1)).toMatchObject({ at: 249 });
    expect([isGranted({ consents }, "email"), isGranted({ consents }, "sms")]).toEqual([false, true]);
  }
});

test("a consent needs its proof, and a visitor's own address is changed on a card of its own", async () => {
  const { as, params, make, id: storeId } = await openCustomers();
  const { id: contactId } = await make({ name: "Grace" });
  const at = { params: { ...params, contactId }, as };
  const now = Math.floor(Date.now() / 1000);
  const granted = { channel: "email", state: "granted", at: now - 60, how: "paper", text: "News." } as const;
  for (const field of ["at", "how", "text"] as const) {
    const body = { ...granted, [field]: undefined };
    const { status, body: said } = await refused(customers.addCustomerConsent, { ...at, body });
    expect([status, said.validationErrors[0]?.field]).toEqual([400, field]);
  }
  const future = { ...granted, at: now + 3600 };
  const { body: said } = await refused(customers.addCustomerConsent, { ...at, body: future });
  expect(said.validationErrors[0]?.field).toBe("at");
  expect((await ok(customers.addCustomerConsent, { ...at, body: granted })).consents).toMatchObject([
    { ...granted, actor: { type: "person", id: as.id } },
  ]);
  const visitor = await visitorOf(storeId);
  const theirs = { params: { ...params, contactId: visitor.contactId }, as };
  const { id: gone } = await make({ name: "G. Hopper" });
  await ok(customers.mergeCustomers, { ...theirs, body: { from: gone } });
  await eventually(async () => {
    const known = await contacts.get({ store_id: storeId, id: visitor.contactId }, GENERAL.NOT_FOUND());
    return known.merging_ids.length === 0;
  }, "the merge being done");
  const card = await ok(customers.updateCustomer, { ...theirs, body: { email: newEmail() } });
  expect(card).toMatchObject({ name: "G. Hopper", merged_ids: [] });
  expect(card.id).not.toBe(visitor.contactId);
});
