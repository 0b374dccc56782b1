import { expect, test } from "vitest";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { listNodes } from "#lib/content/nodes/service.ts";
import { ok, refused } from "#test/support/client.ts";
import { watchCalls } from "#test/support/table.ts";
import { eventually, openStore, testContext } from "#test/support/world.ts";

const COFFEE = [
  { type: "text", key: "roast", value: ["light", "dark"], min: 1 },
  { type: "NUMBER", key: "altitude", min: 0, max: 3000 },
  { type: "boolean", key: "organic" },
  { type: "geo_location", key: "farm" },
];

async function openTaxonomies() {
  const { id: storeId, owner } = await openStore();
  const make = (key: string, parent_id?: string | null, schema?: object[]) =>
    ok(taxonomies.createTaxonomy, {
      params: { storeId },
      as: owner,
      body: { key, parent_id, ...(schema ? { schema: schema as typeof COFFEE } : {}) },
    });
  const list = async (query: Record<string, string>) =>
    (await ok(taxonomies.listTaxonomies, { params: { storeId }, query })).items.map(({ key }) => key);
  return { storeId, owner, make, list };
}

test("a taxonomy is found by id and key, below its parent and among the roots", async () => {
  const { storeId, make, list } = await openTaxonomies();
  const root = await make("drinks", null, COFFEE);
  const child = await make("coffee", root.id);
  for (const taxonomyId of [root.id, `${storeId}:drinks`])
    expect(await ok(taxonomies.getTaxonomy, { params: { storeId, taxonomyId } })).toEqual(root);
  expect(
    await ok(taxonomies.getTaxonomy, { params: { storeId, taxonomyId: "x" }, query: { key: "coffee" } }),
  ).toEqual(child);
  expect(await list({ parent_id: "null" })).toEqual(["drinks"]);
  expect(await list({ parent_id: root.id })).toEqual(["coffee"]);
  expect(await list({ query: "COF" })).toEqual(["coffee"]);
  expect(await list({ sort_field: "key" })).toEqual(["coffee", "drinks"]);
  expect(await list({ ids: `${root.id},${child.id}` })).toEqual(["drinks", "coffee"]);
  const children = await ok(taxonomies.listTaxonomyChildren, { params: { storeId, taxonomyId: root.id } });
  expect(children).toEqual({ items: [child], cursor: null });
});

test("nothing moves below itself or what does not exist", async () => {
  const { storeId, owner, make } = await openTaxonomies();
  const b = await make("b");
  const inner = await make("c", b.id);
  const move = (taxonomyId: string, parent_id: string) => ({
    params: { storeId, taxonomyId },
    as: owner,
    body: { parent_id },
  });
  expect(await refused(taxonomies.updateTaxonomy, move(b.id, inner.id))).toMatchObject({
    status: 409,
    error: "TAXONOMY.CYCLE",
  });
  expect(await refused(taxonomies.updateTaxonomy, move(b.id, "tax_none"))).toMatchObject({
    error: "TAXONOMY.PARENT_NOT_FOUND",
  });
});

test("deleting a taxonomy hides its descendants at once and removes all references", async () => {
  const { storeId, owner, make } = await openTaxonomies();
  const root = await make("root");
  const child = await make("child", root.id);
  const leaf = await make("leaf", child.id);
  const other = await make("other");
  const file = [root, leaf, other].map(({ id }) => ({ taxonomy_id: id, fields: [] }));
  const node = await ok(nodes.createNode, {
    params: { storeId },
    as: owner,
    body: { key: "n", taxonomies: file },
  });
  await ok(taxonomies.deleteTaxonomy, { params: { storeId, taxonomyId: root.id }, as: owner });
  for (const { id } of [root, child, leaf])
    expect(
      (await refused(taxonomies.getTaxonomy, { params: { storeId, taxonomyId: id }, as: owner })).status,
    ).toBe(404);
  const left = await ok(taxonomies.listTaxonomies, { params: { storeId }, as: owner });
  expect(left.items).toEqual([other]);
  const below = { key: "late", parent_id: leaf.id };
  expect(
    await refused(taxonomies.createTaxonomy, { params: { storeId }, as: owner, body: below }),
  ).toMatchObject({ error: "TAXONOMY.PARENT_NOT_FOUND" });
  const after = await eventually(async () => {
    const now = await ok(nodes.getNode, { params: { storeId, nodeId: node.id } });
    return now.taxonomies.length === 1 ? now : undefined;
  }, "the removal of references");
  expect(after.taxonomies).toEqual([{ taxonomy_id: other.id, fields: [] }]);
  expect((await make("root")).id).not.toBe(root.id);
  await eventually(async () => (await make("leaf").catch(() => undefined)) !== undefined, "freeing a key");
});

test("values on a node are checked against the taxonomy, and nodes found by them", async () => {
  const { storeId, owner, make } = await openTaxonomies();
  const coffee = await make("coffee", null, COFFEE);
  const put = (key: string, fields: object[]) => ({
    params: { storeId },
    as: owner,
    body: { key, taxonomies: [{ taxonomy_id: coffee.id, fields: fields as { key: string }[] }] },
  });
  const farm = { coordinates: { lat: 6.1, lon: 38.5 } };
  const light = [
    { key: "roast", type: "text", value: ["light"] },
    { key: "altitude", value: 1800 },
  ];
  const node = await ok(nodes.createNode, put("light", light));
  expect(node.taxonomies[0]?.fields.map(({ key, value }) => [key, value])).toEqual([
    ["roast", ["light"]],
    ["altitude", 1800],
  ]);
  await ok(
    nodes.createNode,
    put("both", [
      { key: "roast", value: ["light", "dark"] },
      { key: "organic", value: true },
      { key: "farm", value: { ...farm, label: "Kochere" } },
    ]),
  );
  const bad = [
    { key: "roast", value: ["burnt"] },
    { key: "altitude", value: 9000 },
    { key: "organic", value: "yes" },
    { key: "farm", value: { coordinates: { lat: 1 } } },
    { key: "price", value: 1 },
  ];
  const refusal = await refused(nodes.createNode, put("bad", bad));
  expect(refusal.body.validationErrors.map(({ field, error }) => [field, error])).toEqual([
    ["taxonomies[0].fields[0].value[0]", "FIELD.VALIDATION_FAILED"],
    ["taxonomies[0].fields[1].value", "FIELD.VALIDATION_FAILED"],
    ["taxonomies[0].fields[2].value", "FIELD.TYPE_MISMATCH"],
    ["taxonomies[0].fields[3].value", "FIELD.TYPE_MISMATCH"],
    ["taxonomies[0].fields[4]", "FIELD.UNKNOWN"],
  ]);
  const found = async (taxonomies: string) =>
    (await ok(nodes.listNodes, { params: { storeId }, query: { taxonomies, sort_field: "key" } })).items.map(
      ({ key }) => key,
    );
  const where = (key: string, value: unknown) =>
    JSON.stringify([{ taxonomy_id: coffee.id, fields: [{ key, value }] }]);
  expect(await found(coffee.id)).toEqual(["both", "light"]);
  expect(await found(where("roast", ["light"]))).toEqual(["both", "light"]);
  expect(await found(where("roast", ["light", "dark"]))).toEqual(["both"]);
  expect(await found(where("altitude", 1800))).toEqual(["light"]);
  expect(await found(where("organic", true))).toEqual(["both"]);
  expect(await found(where("colour", "red"))).toEqual([]);
  expect(await found(where("altitude", "1800.0"))).toEqual(["light"]);
  expect(await found(where("organic", "TRUE"))).toEqual(["both"]);
  expect(await found(where("farm", farm))).toEqual(["both"]);
  expect(await found(where("farm", { coordinates: { lat: 6, lon: 38.5 } }))).toEqual([]);
});

test("a list by type and taxonomy reads the index of the taxonomy, which has fewer records", async () => {
  const { storeId, owner, make } = await openTaxonomies();
  const { id } = await make("coffee");
  const node = { key: "a", taxonomies: [{ taxonomy_id: id }] };
  await ok(nodes.createNode, { params: { storeId }, as: owner, body: node });
  const query = { type: "page", taxonomies: [{ taxonomy_id: id, fields: [] }] };
  const { result, calls } = await watchCalls(() => listNodes(testContext(), storeId, query));
  expect(result.items.map(({ key }) => key)).toEqual(["a"]);
  expect(JSON.stringify(calls.map(({ input }) => input))).toContain(`"=taxonomy:${id}#"`);
});
