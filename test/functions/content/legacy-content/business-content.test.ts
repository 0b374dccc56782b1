import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import {
  businessCollections,
  businessEntries,
  entryTypes,
} from "#functions/content/legacy-content/routes.ts";
import { createCollection } from "#lib/content/legacy-content/collections.ts";
import { ok, refused } from "#test/support/client.ts";
import { seeded } from "#test/support/random.ts";
import { createGoods } from "#test/support/shop.ts";
import { withJitter } from "#test/support/table.ts";
import { eventually, member, openStore, testContext, visitorOf } from "#test/support/world.ts";

const NEWSLETTER = {
  name: "Weekly roast",
  type: "newsletter",
  blocks: [
    { id: "subject", type: "text", label: "Subject", required: true, settings: { maxLength: 20 } },
    { id: "body", type: "TEXT", settings: { variant: "HTML" } },
    { id: "mood", type: "SELECT", settings: { options: ["calm", "loud"] } },
    { id: "shop", type: "GEO_LOCATION" },
    { id: "count", type: "NUMBER", settings: { min: 1, max: 9 } },
  ],
  plans: [{ name: "Free", price: { amount: 0, currency: "usd", interval: "monthly" } }],
};

async function openNewsletter(status: "DRAFT" | "PUBLISHED" = "PUBLISHED") {
  const { id: businessId, owner } = await openStore();
  const body = { ...NEWSLETTER, statuses: [{ status }] };
  const collection = await ok(businessCollections.createBusinessCollection, {
    params: { businessId },
    as: owner,
    body,
  });
  return { businessId, owner, collection };
}

test("a newsletter is stored as it was sent, with ids and a history, and found by id and slug", async () => {
  const { businessId, owner, collection } = await openNewsletter();
  expect(collection).toMatchObject({ type: "NEWSLETTER", slug: "weekly-roast", businessId });
  expect(collection.plans[0]).toMatchObject({
    name: "Free",
    price: { currency: "USD", interval: "MONTHLY" },
  });
  expect(collection.statuses).toMatchObject([{ status: "PUBLISHED", changedBy: "USER", userId: owner.id }]);
  const names = ["weekly-roast", "en:weekly-roast", "Weekly-Roast"].map((name) => `${businessId}:${name}`);
  for (const collectionId of [collection.id, ...names]) {
    const found = await ok(businessCollections.getBusinessCollection, {
      params: { businessId, collectionId },
      as: owner,
    });
    expect(found).toEqual(collection);
  }
});

test("an entry keeps its blocks, and what its collection forbids is refused with its path", async () => {
  const { businessId, owner, collection } = await openNewsletter();
  const params = { businessId };
  const blocks = [
    { id: "subject", type: "text", value: "Ethiopia" },
    { id: "shop", value: { coordinates: { lat: 52.5, lon: 13.4 } } },
  ];
  const create = (sent: { id: string; value?: unknown; type?: string }[]) => ({
    params,
    as: owner,
    body: { collectionId: collection.id, locale: "de-AT", blocks: sent },
  });
  const entry = await ok(businessEntries.createBusinessEntry, create(blocks));
  expect(entry).toMatchObject({ owner: `collection:${collection.id}`, locale: "de-AT" });
  expect(entry.blocks).toEqual(
    blocks.map((block) => ({
      key: block.id,
      properties: {},
      type: "GEO_LOCATION",
      ...block,
      ...(block.type ? { type: "TEXT" } : {}),
    })),
  );
  const bad = await refused(
    businessEntries.createBusinessEntry,
    create([
      { id: "body", value: 7 },
      { id: "mood", value: "sad" },
      { id: "count", value: 10 },
      { id: "shop", value: { coordinates: { lat: 99, lon: 0 } } },
      { id: "other", value: "x" },
    ]),
  );
  expect(bad.body.validationErrors.map(({ field, error }) => [field, error])).toEqual([
    ["blocks[0].value", "FIELD.TYPE_MISMATCH"],
    ["blocks[1].value", "FIELD.VALIDATION_FAILED"],
    ["blocks[2].value", "FIELD.VALIDATION_FAILED"],
    ["blocks[3].value", "FIELD.TYPE_MISMATCH"],
    ["blocks[4]", "FIELD.UNKNOWN"],
    ["blocks", "FIELD.REQUIRED_MISSING"],
  ]);
});

test("only the business's own people see drafts and the entries of orders", async () => {
  const { businessId, owner, collection } = await openNewsletter();
  const subject = [{ id: "subject", value: "Hi" }];
  const make = (body: object) =>
    ok(businessEntries.createBusinessEntry, { params: { businessId }, as: owner, body });
  const draft = await make({ collectionId: collection.id, blocks: subject });
  const open = await make({
    collectionId: collection.id,
    blocks: subject,
    statuses: [{ status: "PUBLISHED" }],
  });
  const thing = await createGoods({ id: businessId, key: "", owner }, "thing", {
    amount: 0,
    units: null,
    requires_shipping: false,
  });
  const { order_id } = await ok(orders.createOrder, {
    params: { storeId: businessId },
    as: owner,
    body: { items: [thing], email: "grace@example.com" },
  });
  const order = await make({
    owner: `order:${order_id}`,
    blocks: [{ id: "note", type: "TEXT", value: "secret" }],
    statuses: [{ status: "PUBLISHED" }],
  });
  const viewer = await member(businessId, "viewer");
  const visitor = await visitorOf(businessId);
  for (const as of [undefined, visitor]) {
    const listed = await ok(businessEntries.listBusinessEntries, { params: { businessId }, as });
    expect(listed.items.map(({ id }) => id)).toEqual([open.id]);
    for (const { id } of [draft, order]) {
      const reply = await refused(businessEntries.getBusinessEntry, {
        params: { businessId, entryId: id },
        as,
      });
      expect(reply.status).toBe(404);
    }
    const query = { owner: `order:${order_id}` };
    expect(
      (await ok(businessEntries.listBusinessEntries, { params: { businessId }, as, query })).items,
    ).toEqual([]);
  }
  const all = await ok(businessEntries.listBusinessEntries, { params: { businessId }, as: viewer });
  expect(all.items.map(({ id }) => id)).toEqual([order.id, open.id, draft.id]);
  const unpublish = { params: { businessId, collectionId: collection.id }, as: owner };
  await ok(businessCollections.updateBusinessCollection, {
    ...unpublish,
    body: { statuses: [{ status: "DRAFT" }] },
  });
  expect((await ok(businessEntries.listBusinessEntries, { params: { businessId } })).items).toEqual([]);
});

test("deleting a collection hides its entries at once, deletes them soon and frees its slug", async () => {
  const { businessId, owner, collection } = await openNewsletter();
  const params = { businessId };
  const body = { collectionId: collection.id, blocks: [{ id: "subject", value: "Hi" }] };
  const entry = await ok(businessEntries.createBusinessEntry, { params, as: owner, body });
  const at = { params: { businessId, collectionId: collection.id }, as: owner };
  await ok(businessCollections.deleteBusinessCollection, at);
  const reading = { params: { businessId, entryId: entry.id }, as: owner };
  expect((await refused(businessEntries.getBusinessEntry, reading)).status).toBe(404);
  expect((await ok(businessEntries.listBusinessEntries, { params, as: owner })).items).toEqual([]);
  expect(await refused(businessEntries.createBusinessEntry, { params, as: owner, body })).toMatchObject({
    status: 400,
    error: "COLLECTION.NOT_FOUND",
  });
  const { entries } = await import("#lib/content/legacy-content/table.ts");
  await eventually(async () => !(await entries.find({ businessId, id: entry.id })), "the removal");
  await ok(businessCollections.createBusinessCollection, { params, as: owner, body: NEWSLETTER });
});

test("an entry belongs to its collection and is listed by it, however the collection is named", async () => {
  const { businessId, owner, collection } = await openNewsletter();
  const params = { businessId };
  const names = [collection.id, `${businessId}:weekly-roast`, `collection:${collection.id}`];
  const blocks = [{ id: "subject", value: "Hi" }];
  const statuses = [{ status: "PUBLISHED" }];
  for (const collectionId of names) {
    const body = { collectionId, blocks, statuses };
    const made = await ok(businessEntries.createBusinessEntry, { params, as: owner, body });
    expect(made.owner).toBe(`collection:${collection.id}`);
    const at = { params: { businessId, entryId: made.id }, as: owner };
    const same = await ok(businessEntries.updateBusinessEntry, {
      ...at,
      body: { collectionId, locale: "de" },
    });
    expect(same).toMatchObject({ owner: `collection:${collection.id}`, locale: "de", blocks: made.blocks });
    expect(await ok(businessEntries.getBusinessEntry, at)).toEqual(same);
  }
  for (const collectionId of names) {
    const { items } = await ok(businessEntries.listBusinessEntries, { params, query: { collectionId } });
    expect(items).toHaveLength(names.length);
  }
  const none = await ok(businessEntries.listBusinessEntries, {
    params,
    query: { collectionId: "lcol_none" },
  });
  expect(none.items).toEqual([]);
});

test("a generated slug gives way to one taken at the same moment; a requested slug does not", async () => {
  const { businessId } = await openNewsletter();
  const ctx = testContext();
  const make = (slug?: string) =>
    withRetries(() => createCollection(ctx, businessId, { name: "हिन्दी पत्र 𝒜", slug }));
  const made = await seeded((random) => withJitter(random, 3, () => Promise.all([make(), make(), make()])));
  const slugs = made.map(({ slug }) => slug).toSorted();
  expect(new Set(slugs).size).toBe(3);
  expect(slugs.every((slug) => /^हिन्दी-पत्र-a(-[0-9a-z]{6})?$/.test(slug))).toBe(true);
  await expect(make("weekly-roast")).rejects.toMatchObject({ code: "COLLECTION.SLUG_TAKEN" });
});

test("without a model, the embedded default writes blocks and says that it is one", async () => {
  const { businessId, owner } = await openNewsletter();
  const { blocks, generator } = await ok(businessCollections.generateBlocks, {
    params: { businessId },
    as: owner,
    body: { prompt: "A <washed> coffee", blocks: NEWSLETTER.blocks },
  });
  expect(generator).toMatchObject({
    provider: "embedded",
    note: expect.stringContaining("embedded default"),
  });
  expect(blocks.map(({ id, value }) => [id, value])).toEqual([
    ["subject", "Subject: A <washed> "],
    ["body", "<p>A &#60;washed&#62; coffee</p>"],
    ["mood", "calm"],
    ["shop", null],
    ["count", 1],
  ]);
});

test("every entry type lists its variables, in any case", async () => {
  for (const entryType of ["collection", "NEWSLETTER", "order", "reservation"]) {
    const { variables } = await ok(entryTypes.listEntryVariables, { params: { entryType } });
    expect(variables.map(({ name }) => name)).toContain("business.name");
  }
  const params = { entryType: "constructor" };
  expect((await refused(entryTypes.listEntryVariables, { params })).status).toBe(404);
});

test("deleting an entry deletes nothing else, and another collection's slug is refused", async () => {
  const { businessId, owner, collection } = await openNewsletter();
  const params = { businessId };
  const body = { collectionId: collection.id, blocks: [{ id: "subject", value: "Hi" }] };
  const [entry, other] = [
    await ok(businessEntries.createBusinessEntry, { params, as: owner, body }),
    await ok(businessEntries.createBusinessEntry, { params, as: owner, body }),
  ];
  const at = { params: { businessId, entryId: entry.id }, as: owner };
  await ok(businessEntries.deleteBusinessEntry, at);
  expect((await refused(businessEntries.getBusinessEntry, at)).status).toBe(404);
  const { items } = await ok(businessEntries.listBusinessEntries, { params, as: owner });
  expect(items.map(({ id }) => id)).toEqual([other.id]);
  const twin = { params, as: owner, body: { ...NEWSLETTER, slug: "weekly-roast" } };
  expect(await refused(businessCollections.createBusinessCollection, twin)).toMatchObject({
    status: 409,
    error: "COLLECTION.SLUG_TAKEN",
  });
});
