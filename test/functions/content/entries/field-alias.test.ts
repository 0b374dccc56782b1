import { expect, test } from "vitest";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

const SCHEMA = [
  { id: "title", key: "title", type: "localized_text", required: true },
  { id: "seats", key: "seats", type: "number", min: 1, max: 9 },
  { id: "mood", key: "mood", type: "select", options: ["calm", "loud"] },
];

test("fields of collections and entries are accepted and shown under both names", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId };
  const made = await ok(collections.createCollection, { params, as, body: { key: "rooms", schema: SCHEMA } });
  expect(made.schema).toEqual(made.fields);
  expect(made.fields).toMatchObject([
    { id: "title", type: "text", required: true, properties: { localized: true } },
    { id: "seats", type: "number", properties: { min: 1, max: 9 } },
    { id: "mood", type: "select", properties: { options: ["calm", "loud"] } },
  ]);
  const blocks = [
    { id: "title", key: "title", type: "localized_text", value: { en: "One" } },
    { key: "seats", type: "number", value: 4 },
  ];
  const body = { collection_id: made.id, key: "one", blocks };
  const entry = await ok(entries.createEntry, { params, as, body });
  expect(entry.blocks).toEqual([
    { id: "title", key: "title", type: "localized_text", value: { en: "One" } },
    { id: "seats", key: "seats", type: "number", value: 4 },
  ]);
  expect(entry.fields.map(({ field_id, value }) => [field_id, value])).toEqual([
    ["title", { en: "One" }],
    ["seats", 4],
  ]);
  expect((await ok(entries.listEntries, { params, query: { collection_id: made.id } })).items).toEqual([
    entry,
  ]);
  expect((await ok(collections.listCollections, { params })).items).toEqual([made]);
  expect(await ok(entries.getEntry, { params: { ...params, entryId: entry.id } })).toEqual(entry);
});

test("the changed name of a field counts, and two names that differ are refused", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId };
  const made = await ok(collections.createCollection, {
    params,
    as,
    body: { key: "rooms", fields: SCHEMA.slice(1, 2) },
  });
  const collectionId = made.id;
  const more = [...made.schema, { key: "note", type: "text" }];
  const changed = await ok(collections.updateCollection, {
    params: { ...params, collectionId },
    as,
    body: { ...made, schema: more },
  });
  expect(changed.fields.map(({ key }) => key)).toEqual(["seats", "note"]);
  const back = await ok(collections.updateCollection, {
    params: { ...params, collectionId },
    as,
    body: { ...changed, fields: changed.fields.slice(0, 1) },
  });
  expect(back.schema.map(({ key }) => key)).toEqual(["seats"]);
  const entry = await ok(entries.createEntry, {
    params,
    as,
    body: { collection_id: collectionId, key: "one", fields: [{ key: "seats", value: 3 }] },
  });
  const update = (body: object) =>
    ok(entries.updateEntry, { params: { ...params, entryId: entry.id }, as, body: { ...entry, ...body } });
  const five = await update({ blocks: [{ ...entry.blocks[0], value: 5 }] });
  expect(five.fields).toMatchObject([{ value: 5 }]);
  const two = [{ key: "seats", value: 1 }];
  const contrary = {
    params: { ...params, entryId: entry.id },
    as,
    body: { fields: two, blocks: [{ key: "seats", value: 2 }] },
  };
  expect(await refused(entries.updateEntry, contrary)).toMatchObject({
    status: 400,
    body: { validationErrors: [{ field: "blocks" }] },
  });
});

test("a value that an entry cannot store is refused by its field", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId };
  const { id } = await ok(collections.createCollection, {
    params,
    as,
    body: { key: "rooms", schema: SCHEMA.slice(1) },
  });
  const blocks = [{ key: "seats", value: 2, properties: { label: "Seats" } }];
  const refusal = await refused(entries.createEntry, {
    params,
    as,
    body: { collection_id: id, key: "one", blocks },
  });
  expect(refusal).toMatchObject({
    status: 400,
    body: { validationErrors: [{ field: "blocks[0].properties", error: "FIELD.UNKNOWN" }] },
  });
  const unknown = await refused(collections.createCollection, {
    params,
    as,
    body: { key: "odd", schema: [{ key: "a", type: "moon" }] },
  });
  expect(unknown.body.validationErrors).toMatchObject([{ field: "schema[0].type" }]);
});
