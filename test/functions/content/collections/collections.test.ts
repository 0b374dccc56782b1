import { expect, test } from "vitest";
import { collections } from "#functions/content/collections/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

test("a field's property is accepted in any case, as a block's is", async () => {
  const { id: storeId, owner } = await openStore();
  const fields = [{ key: "rank", type: "number", properties: { operation: "EQUALS", localized: false } }];
  const made = await ok(collections.createCollection, {
    params: { storeId },
    as: owner,
    body: { key: "ranks", fields },
  });
  expect(made.fields[0]?.properties).toEqual({ operation: "equals", localized: false });
});

test("a renamed field keeps its id, and a new field with the old key gets a new id", async () => {
  const { id: storeId, owner } = await openStore();
  const store = { params: { storeId }, as: owner };
  const renamed = (id = "") => [
    { id, key: "headline", type: "text" },
    { key: "title", type: "text" },
  ];
  const title = [{ key: "title", type: "text" }];
  const collection = await ok(collections.createCollection, { ...store, body: { key: "a", fields: title } });
  const taxonomy = await ok(taxonomies.createTaxonomy, { ...store, body: { key: "a", schema: title } });
  const { fields } = await ok(collections.updateCollection, {
    params: { storeId, collectionId: collection.id },
    as: owner,
    body: { fields: renamed(collection.fields[0]?.id) },
  });
  const { schema } = await ok(taxonomies.updateTaxonomy, {
    params: { storeId, taxonomyId: taxonomy.id },
    as: owner,
    body: { schema: renamed(taxonomy.schema[0]?.id) },
  });
  expect(fields[0]?.id).toBe(collection.fields[0]?.id);
  expect(schema[0]?.id).toBe(taxonomy.schema[0]?.id);
  for (const made of [fields, schema]) expect(made[1]?.id).not.toBe(made[0]?.id);
});

test("a key is unique among a store's collections, taxonomies and nodes", async () => {
  const [{ id: storeId, owner }, elsewhere] = [await openStore(), await openStore()];
  const store = { params: { storeId }, as: owner, body: { key: "twice" } };
  const makers = [
    [collections.createCollection, "COLLECTION.KEY_TAKEN"],
    [taxonomies.createTaxonomy, "TAXONOMY.KEY_TAKEN"],
    [nodes.createNode, "NODE.KEY_TAKEN"],
  ] as const;
  for (const [operation, error] of makers) {
    await ok(operation, store as never);
    expect(await refused(operation, store as never)).toMatchObject({ status: 409, error });
    await ok(operation, { ...store, params: { storeId: elsewhere.id }, as: elsewhere.owner } as never);
  }
});
