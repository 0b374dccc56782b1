import { expect, test } from "vitest";
import { forms } from "#functions/content/forms/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { CreateStore, UpdateStore } from "#lib/tenancy/tenants/schema.ts";
import { tenantKeys } from "#lib/tenancy/tenants/table.ts";
import { ok, refused } from "#test/support/client.ts";
import { member, openStore, somebody } from "#test/support/world.ts";

test("a new store has its owner, three forms, two markets and a language", async () => {
  const { id, key, owner } = await openStore();
  const store = await ok(stores.getStore, { params: { storeId: id }, as: owner });
  expect(store).toMatchObject({ id, key, status: "active", languages: [{ code: "en", is_default: true }] });
  const membership = await memberships.find({ tenant_id: id, person_id: owner.id });
  expect(membership).toMatchObject({ role: "owner", email: owner.email });
  const { items } = await ok(forms.listForms, { params: { storeId: id }, query: { sort_field: "key" } });
  expect(items.map((form) => form.key)).toEqual(["contact", "order-notes", "service-intake"]);
  const business = await ok(businesses.getBusiness, { params: { businessId: id }, as: owner });
  expect(business.configs.markets).toMatchObject([
    { key: "us", currency: "USD", taxMode: "EXCLUSIVE" },
    { key: "eu", currency: "EUR", taxMode: "INCLUSIVE" },
  ]);
});

test("a store and a business are one record, by whichever interface it is changed", async () => {
  const owner = await somebody();
  const name = `Blue Bottle ${owner.id.slice(-6)}`;
  const made = await ok(businesses.createBusiness, { as: owner, raw: JSON.stringify({ name }) });
  expect(made.key).toBe(name.toLowerCase().replaceAll(" ", "-"));
  const params = { storeId: made.id };
  const changed = await ok(stores.updateStore, {
    params,
    as: owner,
    body: { timezone: "Europe/Paris", status: "draft" },
  });
  expect(changed).toMatchObject({ timezone: "Europe/Paris", status: "draft" });
  const business = await ok(businesses.getBusiness, { params: { businessId: made.id }, as: owner });
  expect(business).toMatchObject({ timezone: "Europe/Paris", status: "DRAFT", name });
  expect(business.statuses.map(({ status }) => status)).toEqual(["ACTIVE", "DRAFT"]);
});

test("a store returns whatever it takes, when it is created, read, listed and changed", async () => {
  const owner = await somebody();
  const key = `s-${owner.id.slice(-18)}`;
  const emails = { support: "help@shop.example", billing: "bills@shop.example" };
  const made = {
    key,
    name: "Blue Bottle",
    timezone: "Europe/Berlin",
    status: "draft",
    languages: [{ code: "en" }, { code: "de", is_default: true }],
    emails: { support: emails.support },
    billing_email: emails.billing,
    origins: ["https://shop.example"],
  };
  // Fails for a declared field that this test does not try.
  expect(Object.keys(made).sort()).toEqual(Object.keys(CreateStore.shape).sort());
  const { billing_email: _, ...same } = { ...made, emails };
  const store = await ok(stores.createStore, { as: owner, body: made });
  expect(store).toMatchObject(same);
  const params = { storeId: store.id };
  expect(await ok(stores.getStore, { params, as: owner })).toEqual(store);
  const { items } = await ok(stores.listStores, { as: owner });
  expect(items).toEqual([store]);
  const changed = {
    key: `${key}-2`,
    name: "Red Bottle",
    timezone: "Europe/Paris",
    status: "active",
    languages: [{ code: "fr", is_default: true }],
    emails: { support: "aide@shop.example" },
    billing_email: "factures@shop.example",
    origins: ["https://boutique.example"],
  };
  const { version: _version, ...fields } = UpdateStore.shape;
  expect(Object.keys(changed).sort()).toEqual(Object.keys(fields).sort());
  const { billing_email, ...rest } = changed;
  expect(await ok(stores.updateStore, { params, as: owner, body: changed })).toMatchObject({
    ...rest,
    emails: { ...rest.emails, billing: billing_email },
  });
});

test("a key belongs to one tenant, and is free again when its tenant takes another", async () => {
  const first = await openStore();
  const body = { key: first.key, timezone: "UTC" };
  expect(await refused(stores.createStore, { as: first.owner, body })).toMatchObject({
    status: 409,
    error: "BUSINESS.KEY_TAKEN",
  });
  const key = `${first.key}-2`;
  await ok(stores.updateStore, { params: { storeId: first.id }, as: first.owner, body: { key } });
  expect((await ok(stores.createStore, { as: first.owner, body })).key).toBe(first.key);
  const taken = await refused(stores.createStore, { as: first.owner, body: { key, timezone: "UTC" } });
  expect(taken.error).toBe("BUSINESS.KEY_TAKEN");
  // Another tenant cannot take the key by a change either.
  const other = await openStore();
  const change = { params: { storeId: other.id }, as: other.owner, body: { key } };
  expect(await refused(stores.updateStore, change)).toMatchObject({
    status: 409,
    error: "BUSINESS.KEY_TAKEN",
  });
  expect((await ok(stores.getStore, { params: { storeId: other.id }, as: other.owner })).key).toBe(other.key);
  expect((await tenantKeys.find({ key }))?.tenant_id).toBe(first.id);
});

test("a list has the stores that the caller is a member of, page by page", async () => {
  const owner = await somebody();
  const mine = [await openStore(owner), await openStore(owner), await openStore(owner)];
  await openStore();
  const met: string[] = [];
  const sizes: number[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: "2", ...(cursor === null ? {} : { cursor }) };
    const page = await ok(stores.listStores, { as: owner, query });
    met.push(...page.items.map(({ id }) => id));
    sizes.push(page.items.length);
    cursor = page.cursor;
  } while (cursor !== null);
  expect(met).toEqual(mine.map(({ id }) => id).reverse());
  expect(sizes).toEqual([2, 1]);
});

test("a missing business has the code of its family, a missing store a 404", async () => {
  const owner = await somebody();
  const nowhere = "store_01j9z3k4m5n6p7q8r9s0t1v2w3";
  expect(await refused(businesses.getBusiness, { params: { businessId: nowhere }, as: owner })).toMatchObject(
    { status: 400, error: "BUSINESS.NOT_FOUND" },
  );
  expect(await refused(stores.getStore, { params: { storeId: nowhere }, as: owner })).toMatchObject({
    status: 404,
    error: "GENERAL.NOT_FOUND",
  });
});

test("each role may do what it says, and no more", async () => {
  const { id } = await openStore();
  const params = { storeId: id };
  const may = { read: ["viewer", "member", "admin"], write: ["member", "admin"], admin: ["admin"] };
  for (const role of ["viewer", "member", "admin"] as const) {
    const as = await member(id, role);
    const can = async (asked: Promise<unknown>) =>
      asked.then(
        () => true,
        () => false,
      );
    expect(await can(ok(stores.getStore, { params, as })), role).toBe(may.read.includes(role));
    expect(await can(ok(forms.createForm, { params, as, body: { key: `by-${role}` } })), role).toBe(
      may.write.includes(role),
    );
    expect(await can(ok(stores.updateStore, { params, as, body: { name: role } })), role).toBe(
      may.admin.includes(role),
    );
    expect(await can(ok(stores.deleteStore, { params, as })), role).toBe(false);
  }
});
