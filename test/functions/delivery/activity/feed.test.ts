import { expect, test } from "vitest";
import { events } from "#core/events.ts";
import { forms, storefrontForms } from "#functions/content/forms/routes.ts";
import { storeEvents } from "#functions/delivery/activity/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { TEST_OPERATION } from "#test/support/changes.ts";
import { ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { bulkWrite, watchCalls } from "#test/support/table.ts";
import { member, openStore, type TestStore, testContext, visitorOf } from "#test/support/world.ts";

async function contactForm({ id: storeId, owner }: TestStore) {
  const { items } = await ok(forms.listForms, {
    params: { storeId },
    as: owner,
    query: { query: "contact" },
  });
  const [form] = items;
  if (!form) throw new Error("There is no contact form.");
  return form;
}

const feed = ({ id: storeId, owner }: TestStore, query: object = {}) =>
  ok(storeEvents.listStoreEvents, { params: { storeId }, as: owner, query: { ...query } });

test("the events of one record say who changed which fields, and when", async () => {
  const store = await openStore();
  const admin = await member(store.id, "admin");
  const form = await contactForm(store);
  const params = { storeId: store.id, formId: form.id };
  await ok(forms.updateForm, { params, as: admin, body: { status: "archived" } });
  await ok(forms.updateForm, { params, as: store.owner, body: { status: "active", key: "write-to-us" } });
  const { items } = await feed(store, { record: `form:${form.id}` });
  expect(items.map(({ type, actor, changed, operation }) => [type, actor.id, changed, operation])).toEqual([
    ["form.updated", store.owner.id, expect.arrayContaining(["status", "key"]), "updateForm"],
    ["form.updated", admin.id, ["status"], "updateForm"],
    ["form.created", store.owner.id, null, "createStore"],
  ]);
  const newest = await feed(store, { record: `form:${form.id}`, limit: 1 });
  expect(newest.items[0]?.changed).toEqual(items[0]?.changed);
  const byAdmin = await feed(store, { record: `form:${form.id}`, actor: admin.id });
  expect(byAdmin.items.map(({ id, changed }) => [id, changed])).toEqual([[items[1]?.id, ["status"]]]);
});

test("the feed accepts several types, and a time by either name", async () => {
  const store = await openStore();
  const form = await contactForm(store);
  const params = { storeId: store.id, formId: form.id };
  await ok(forms.updateForm, { params, as: store.owner, body: { status: "archived" } });
  const typesOf = async (query: object) =>
    new Set((await feed(store, { ...query, limit: 100 })).items.map(({ type }) => type));
  expect(await typesOf({ types: "form.updated,store.created" })).toEqual(
    new Set(["form.updated", "store.created"]),
  );
  expect(await typesOf({ types: "form.updated", actor: store.owner.id })).toEqual(new Set(["form.updated"]));
  expect(await typesOf({ types: "form.updated", actor: "acc_other" })).toEqual(new Set());
  const now = Math.floor(Date.now() / 1000);
  for (const [from, to] of [
    ["from", "to"],
    ["created_at_from", "created_at_to"],
  ] as const) {
    expect((await typesOf({ [from]: now - 600, [to]: now + 600 })).size).toBeGreaterThan(2);
    expect((await typesOf({ [from]: now + 600 })).size).toBe(0);
    expect((await typesOf({ [to]: now - 600 })).size).toBe(0);
  }
});

test("a store's feed lists every event, newest first, filtered by type, actor and time", async () => {
  const store = await openStore();
  const visitor = await visitorOf(store.id);
  const form = await contactForm(store);
  await ok(storefrontForms.submitFormAsVisitor, {
    params: { formId: form.id },
    as: visitor,
    body: {
      form_id: form.id,
      fields: [
        { key: "email", value: "grace@example.com" },
        { key: "message", value: "Hello" },
      ],
    },
  });
  const { items } = await feed(store, { limit: 100 });
  const types = items.map(({ type }) => type);
  expect(types).toContain("store.created");
  expect(types[0]).toBe("form.submitted");
  expect(items[0]?.actor).toEqual({ type: "visitor", id: visitor.contactId });
  const ids = items.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort().reverse());
  for (const query of [
    {},
    { actor: store.owner.id },
    { type: "form.created" },
    { types: "form.created,form.submitted" },
    { record: "form" },
  ]) {
    const whole = (await feed(store, { ...query, limit: 100 })).items.map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof feed>> = await feed(store, {
        ...query,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor);
    expect(paged).toEqual(whole);
  }
  const at = items.at(-1)?.created_at ?? 0;
  expect((await feed(store, { created_at_to: at - 1 })).items).toEqual([]);
  expect((await feed(store, { created_at_from: at, limit: 100 })).items).toHaveLength(items.length);
});

test("a type that nothing announces is refused without a search", async () => {
  const { id: storeId, owner } = await openStore();
  const misspelt = { params: { storeId }, as: owner, query: { type: "order.bought" } };
  expect(await refused(storeEvents.listStoreEvents, misspelt)).toMatchObject({
    status: 400,
    body: { validationErrors: [{ field: "type" }] },
  });
});

test("only an ADMIN of the store reads its feed, which shows that store alone", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const staff = await member(store.id, "member");
  expect(await refused(storeEvents.listStoreEvents, { params, as: staff })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("the permission ADMIN") },
  });
  const stranger = await openStore();
  expect(await refused(storeEvents.listStoreEvents, { params, as: stranger.owner })).toMatchObject({
    status: 404,
  });
  await ok(stores.getStore, { params, as: staff });
});

test("a page of the feed reads no more than a page of orders, whatever the filter", async () => {
  const store = await openStore();
  const at = Math.floor(Date.now() / 1000);
  await bulkWrite(Array.from({ length: 600 }, (_, index) => pastEvent(store, at - index, index)));
  const read = (query: Record<string, string>) =>
    watchCalls(() =>
      invokeDirect(storeEvents.listStoreEvents, {
        params: { storeId: store.id },
        query,
        token: store.owner.token,
      }),
    );
  const page = await read({ limit: "50" });
  expect(JSON.parse(page.result.body).items).toHaveLength(50);
  expect(page.units).toBeLessThanOrEqual(30);
  const rare = await read({ actor: "acc_nobody", limit: "50" });
  const { items, cursor } = JSON.parse(rare.result.body);
  expect(items).toEqual([]);
  expect(cursor).toEqual(expect.any(String));
  expect(rare.units).toBeLessThanOrEqual(100);
});

function pastEvent(store: TestStore, at: number, index: number) {
  return events.put({
    id: `evt_${at.toString(32)}${index}`,
    type: "form.updated",
    tenant_id: store.id,
    resource: "form",
    record_id: "form_1",
    sequence: index,
    at,
    request_id: "r",
    operation: TEST_OPERATION,
    actor: { type: "person", id: testContext().requestId },
    data: { text: "so it was ".repeat(40) },
  });
}
