import { expect, test } from "vitest";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { eventually, openStore } from "#test/support/world.ts";

const FIELDS = [
  { key: "title", type: "text", required: true, properties: { localized: true, maxLength: 40 } },
  { key: "body", type: "markdown" },
  { key: "rank", type: "number", properties: { min: 1, max: 5 } },
  { key: "shown", type: "boolean" },
  { key: "on", type: "date" },
  { key: "place", type: "geo_location" },
  { key: "tags", type: "select", properties: { options: ["new", "old"], maxValues: 1 } },
  { key: "related", type: "entry" },
  { key: "cover", type: "media" },
];

async function openArticles() {
  const { id: storeId, owner } = await openStore();
  const params = { storeId };
  const collection = await ok(collections.createCollection, {
    params,
    as: owner,
    body: { key: "articles", fields: FIELDS },
  });
  const input = (key: string, more: object = {}) => ({
    params,
    as: owner,
    body: { collection_id: collection.id, key, fields: [{ key: "title", value: { en: key } }], ...more },
  });
  const make = (key: string, more: object = {}) => ok(entries.createEntry, input(key, more));
  return { storeId, params, owner, collection, input, make };
}

test("an entry is stored as sent and found by id, key and slug, in its or the store's language", async () => {
  const { storeId, params, collection, make } = await openArticles();
  const fields = [
    { type: "text", key: "title", value: { en: "Röst 😀", "zh-Hant": "烘焙" } },
    { key: "rank", value: 2.5 },
    { key: "place", value: { coordinates: { lat: 1, lon: 2 }, label: "here" } },
  ];
  const slug = { en: "first-roast", de: "erste-röstung" };
  const entry = await make("first", { fields, slug });
  expect(entry).toMatchObject({ key: "first", slug, status: "active", collection_id: collection.id });
  expect(entry.fields.map(({ type, value }) => [type, value])).toEqual([
    ["localized_text", fields[0]?.value],
    ["number", 2.5],
    ["geo_location", fields[2]?.value],
  ]);
  const segments = [entry.id, `${storeId}:first`, `${storeId}:de:erste-röstung`, `${storeId}:fr:first-roast`];
  for (const entryId of segments)
    expect(await ok(entries.getEntry, { params: { storeId, entryId } })).toEqual(entry);
  const bySlug = { params: { storeId, entryId: "-" }, query: { slug: "first-roast", locale: "en" } };
  expect(await ok(entries.getEntry, bySlug)).toEqual(entry);
  const byKey = { params: { storeId, entryId: "-" }, query: { key: "first", collection_id: collection.id } };
  expect(await ok(entries.getEntry, byKey)).toEqual(entry);
  expect(
    (await refused(entries.getEntry, { params: { ...params, entryId: `${storeId}:de:nothing` } })).status,
  ).toBe(404);
});

test("values are refused with their path and code", async () => {
  const { input } = await openArticles();
  const refusal = await refused(
    entries.createEntry,
    input("bad", {
      fields: [
        { key: "title", value: "plain" },
        { key: "body", value: 1 },
        { key: "rank", value: 9 },
        { key: "on", value: 1.5 },
        { key: "tags", value: ["new", "x"] },
        { key: "related", value: ["entry:none", "media:x"] },
        { key: "what", value: 1 },
        { key: "cover", value: "media:none" },
        { key: "shown", type: "number", value: 1 },
      ],
    }),
  );
  expect(refusal.body.validationErrors.map(({ field, error }) => `${field} ${error}`)).toEqual([
    "fields[0].value FIELD.TYPE_MISMATCH",
    "fields[1].value FIELD.TYPE_MISMATCH",
    "fields[2].value FIELD.VALIDATION_FAILED",
    "fields[3].value FIELD.TYPE_MISMATCH",
    "fields[4].value[1] FIELD.VALIDATION_FAILED",
    "fields[4].value FIELD.VALIDATION_FAILED",
    "fields[5].value[1] FIELD.VALIDATION_FAILED",
    "fields[6] FIELD.UNKNOWN",
    "fields[8].type FIELD.TYPE_MISMATCH",
    "fields[5].value[0] FIELD.VALIDATION_FAILED",
    "fields[7].value FIELD.VALIDATION_FAILED",
  ]);
  const missing = await refused(entries.createEntry, input("none", { fields: [] }));
  expect(missing.body.validationErrors).toMatchObject([{ error: "FIELD.REQUIRED_MISSING" }]);
});

test("only one of two entries with the same key or slug is created", async () => {
  const { input, storeId, owner, make } = await openArticles();
  const first = await make("taken", { slug: { en: "a", de: "b" } });
  expect(await refused(entries.createEntry, input("taken"))).toMatchObject({
    status: 409,
    error: "ENTRY.KEY_TAKEN",
  });
  expect(await refused(entries.createEntry, input("other", { slug: { de: "b" } }))).toMatchObject({
    status: 409,
    error: "ENTRY.SLUG_TAKEN",
  });
  await make("third", { slug: { fr: "b" } });
  await ok(entries.updateEntry, {
    params: { storeId, entryId: first.id },
    as: owner,
    body: { slug: { en: "b" }, key: "moved" },
  });
  await make("taken", { slug: { de: "b" } });
  await ok(entries.deleteEntry, { params: { storeId, entryId: first.id }, as: owner });
  await make("moved", { slug: { en: "b" } });
});

test("lists are filtered by collection, status, key and words, and sorted", async () => {
  const { storeId, params, owner, make, collection } = await openArticles();
  const other = await ok(collections.createCollection, { params, as: owner, body: { key: "notes" } });
  await make("summer-sale", { slug: { de: "sommer" } });
  await make("winter", { status: "DRAFT" });
  await make("note", { collection_id: other.id, fields: [] });
  const keys = async (query: Record<string, string>, as = owner) =>
    (await ok(entries.listEntries, { params, as, query })).items.map(({ key }) => key);
  expect(await keys({})).toEqual(["note", "winter", "summer-sale"]);
  expect(await keys({ collection_id: collection.id, sort_field: "key" })).toEqual(["summer-sale", "winter"]);
  expect(await keys({ status: "draft" })).toEqual(["winter"]);
  expect(await keys({ query: "SAL" })).toEqual(["summer-sale"]);
  expect(await keys({ query: "somm" })).toEqual(["summer-sale"]);
  expect(await keys({ key: "note" })).toEqual(["note"]);
  const open = await ok(entries.listEntries, { params });
  expect(open.items.map(({ key }) => key)).toEqual(["note", "summer-sale"]);
  await ok(collections.updateCollection, {
    params: { storeId, collectionId: other.id },
    as: owner,
    body: { status: "archived" },
  });
  expect((await ok(entries.listEntries, { params })).items.map(({ key }) => key)).toEqual(["summer-sale"]);
});

test("deleting a collection deletes its entries and frees their keys and slugs", async () => {
  const { storeId, params, owner, collection, make, input } = await openArticles();
  const entry = await make("one", { slug: { en: "one" } });
  await ok(collections.deleteCollection, { params: { storeId, collectionId: collection.id }, as: owner });
  for (const entryId of [entry.id, `${storeId}:one`, `${storeId}:en:one`])
    expect((await refused(entries.getEntry, { params: { storeId, entryId }, as: owner })).status).toBe(404);
  expect((await ok(entries.listEntries, { params, as: owner })).items).toEqual([]);
  expect(await refused(entries.createEntry, input("two"))).toMatchObject({ error: "COLLECTION.NOT_FOUND" });
  const again = await ok(collections.createCollection, {
    params,
    as: owner,
    body: { key: "articles", fields: FIELDS },
  });
  await eventually(
    async () =>
      await make("one", { collection_id: again.id, slug: { en: "one" } }).catch(() => false as const),
    "freeing the slug",
  );
});

test("hydrating goes three levels deep, stops at cycles, and skips deleted or hidden records", async () => {
  const { storeId, owner, make } = await openArticles();
  const get = (entryId: string, as?: typeof owner) =>
    ok(entries.getEntry, { params: { storeId, entryId }, query: { hydrate: true }, as });
  const related = (entry: { fields: { key: string; value: unknown }[] }) =>
    entry.fields.find(({ key }) => key === "related")?.value;
  const to = (...ids: string[]) => ({
    fields: [
      { key: "title", value: { en: "x" } },
      { key: "related", value: ids.map((id) => `entry:${id}`) },
    ],
  });
  const a = await make("a");
  const b = await make("b", to(a.id));
  const hidden = await make("hidden", { status: "draft" });
  const gone = await make("gone");
  await ok(entries.updateEntry, {
    params: { storeId, entryId: a.id },
    as: owner,
    body: to(b.id, hidden.id, gone.id),
  });
  await ok(entries.deleteEntry, { params: { storeId, entryId: gone.id }, as: owner });
  const [first, second, third] = related(await get(a.id)) as [typeof a, unknown, unknown];
  expect([first.key, second, third]).toEqual(["b", `entry:${hidden.id}`, `entry:${gone.id}`]);
  const [back] = related(first) as [typeof a];
  const [again] = related(back) as [typeof a];
  expect([back.key, again.key, related(again)]).toEqual(["a", "b", [`entry:${a.id}`]]);
  const [, seen] = related(await get(a.id, owner)) as [unknown, typeof a];
  expect(seen.key).toBe("hidden");
});

test("an entry requested by key and collection belongs to that collection", async () => {
  const { storeId, collection, make } = await openArticles();
  const entry = await make("one");
  const find = (collection_id: string) => ({
    params: { storeId, entryId: "-" },
    query: { key: "one", collection_id },
  });
  expect(await ok(entries.getEntry, find(collection.id))).toEqual(entry);
  expect((await refused(entries.getEntry, find(collection.id.slice(0, -1)))).status).toBe(404);
});
