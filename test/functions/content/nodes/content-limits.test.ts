import { beforeAll, expect, test } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { businessCollections, businessEntries } from "#functions/content/legacy-content/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { openStore, type TestStore } from "#test/support/world.ts";

const KB = 1024;
let store: TestStore;
let storeId: string;
let as: TestStore["owner"];
let count = 0;

beforeAll(async () => {
  store = await openStore();
  storeId = store.id;
  as = store.owner;
});

const newKey = () => `k${count++}`;
const node = (body: object) =>
  ok(nodes.createNode, { params: { storeId }, as, body: { key: newKey(), ...body } });
const taxonomy = (body: object = {}) =>
  ok(taxonomies.createTaxonomy, { params: { storeId }, as, body: { key: newKey(), ...body } });
const list = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, i) => make(i));
const textBlock = (key: string, size: number) => ({ key, type: "TEXT", value: ["a".repeat(size)] });

test("a record of 401 KB of any kind is refused, and the error names its largest field", async () => {
  const collection = await ok(collections.createCollection, {
    params: { storeId },
    as,
    body: {
      key: newKey(),
      fields: [
        { key: "a", type: "text" },
        { key: "b", type: "markdown" },
      ],
    },
  });
  const letters = await ok(businessCollections.createBusinessCollection, {
    params: { businessId: storeId },
    as,
    body: { name: newKey(), blocks: list(3, (index) => ({ id: `b${index}`, type: "TEXT" as const })) },
  });
  const large = { note: "a".repeat(401 * KB) };
  const options = list(200, (index) => `${"漢".repeat(196)}${index}`);
  const select = (key: string) => ({ key, type: "select", properties: { options } });
  const values = list(200, (index) => `${"漢".repeat(176)}${index}`);
  const words = (id: string, size: number) => ({ id, type: "TEXT" as const, value: "a".repeat(size) });
  const entryFields = [
    { key: "a", value: "x" },
    { key: "b", value: large.note },
  ];
  const kinds: [string, Operation, object, string][] = [
    ["node", nodes.createNode, { blocks: [textBlock("a", 9), textBlock("b", 401 * KB)] }, "blocks[1]"],
    ["entry", entries.createEntry, { collection_id: collection.id, fields: entryFields }, "fields[1]"],
    [
      "collection",
      collections.createCollection,
      { fields: [{ key: "x", type: "text", properties: large }] },
      "fields[0]",
    ],
    [
      "collection of many fields",
      collections.createCollection,
      { fields: list(4, (index) => select(`s${index}`)) },
      "fields[0]",
    ],
    [
      "taxonomy",
      taxonomies.createTaxonomy,
      { schema: list(5, (index) => ({ key: `s${index}`, type: "text", value: values })) },
      "schema[0]",
    ],
  ];
  for (const [kind, operation, body, field] of kinds) {
    const refusal = await refused(operation, {
      params: { storeId },
      as,
      body: { key: newKey(), ...body } as never,
    });
    expect(refusal.body.validationErrors, kind).toMatchObject([{ field, error: "FIELD.VALIDATION_FAILED" }]);
  }
  const letter = { params: { businessId: storeId }, as };
  const issue = {
    collectionId: letters.id,
    blocks: [words("b0", 150 * KB), words("b1", 190 * KB), words("b2", 61 * KB)],
  };
  const legacy = [
    await refused(businessEntries.createBusinessEntry, { ...letter, body: issue }),
    await refused(businessCollections.createBusinessCollection, {
      ...letter,
      body: { name: newKey(), blocks: [{ type: "TEXT", settings: large }] },
    }),
  ];
  expect(legacy.map(({ body }) => body.validationErrors[0]?.field)).toEqual(["blocks[1]", "blocks[0]"]);
});

test("a change that makes a record too large is refused like a new record that is too large", async () => {
  const params = { storeId };
  const of = { params: { businessId: storeId }, as };
  const slug = Object.fromEntries(list(16, (index) => [`l${index}`, `${newKey()}-${"漢".repeat(190)}`]));
  const large = { note: "a".repeat(401 * KB) };
  const nearly = "a".repeat(390 * KB);
  const fields = [{ key: "a", type: "text" }];
  const page = await node({ blocks: [textBlock("a", 388 * KB)] });
  const kind = await taxonomy();
  const collection = await ok(collections.createCollection, { params, as, body: { key: newKey(), fields } });
  const entry = await ok(entries.createEntry, {
    params,
    as,
    body: { collection_id: collection.id, key: newKey(), fields: [{ key: "a", value: nearly }] },
  });
  expect(entry.fields[0]?.value).toHaveLength(390 * KB);
  const letters = await ok(businessCollections.createBusinessCollection, { ...of, body: { name: newKey() } });
  const issue = await ok(businessEntries.createBusinessEntry, { ...of, body: { owner: "reservation:o" } });
  const schema = list(5, (index) => ({
    key: `s${index}`,
    type: "text" as const,
    value: list(200, (value) => `${"漢".repeat(176)}${value}`),
  }));
  const texts = list(3, (index) => ({ id: `b${index}`, type: "TEXT" as const, value: "a".repeat(150 * KB) }));
  const bad = [
    await refused(nodes.updateNode, { params: { storeId, nodeId: page.id }, as, body: { slug } }),
    await refused(entries.updateEntry, { params: { storeId, entryId: entry.id }, as, body: { slug } }),
    await refused(entries.createEntry, {
      params,
      as,
      body: { collection_id: collection.id, key: newKey(), slug, fields: [{ key: "a", value: nearly }] },
    }),
    await refused(taxonomies.updateTaxonomy, {
      params: { storeId, taxonomyId: kind.id },
      as,
      body: { schema },
    }),
    await refused(collections.updateCollection, {
      params: { storeId, collectionId: collection.id },
      as,
      body: { fields: [{ key: "a", type: "text", properties: large }] },
    }),
    await refused(businessCollections.updateBusinessCollection, {
      params: { businessId: storeId, collectionId: letters.id },
      as,
      body: { blocks: [{ type: "TEXT", settings: large }] },
    }),
    await refused(businessEntries.updateBusinessEntry, {
      params: { businessId: storeId, entryId: issue.id },
      as,
      body: { blocks: texts },
    }),
  ];
  const named = bad.map(({ body }) => body.validationErrors[0]?.field);
  expect(named).toEqual([
    "blocks[0]",
    "fields[0]",
    "fields[0]",
    "schema[0]",
    "fields[0]",
    "blocks[0]",
    "blocks[0]",
  ]);
});

test("a node with the most filter values and nearly 400 KB is stored or refused, never a fault", async () => {
  const schema = list(5, (index) => ({ type: "text" as const, key: `f${index}` }));
  const filed = await Promise.all(list(8, () => taxonomy({ schema })));
  const values = filed.map(({ id }) => ({
    taxonomy_id: id,
    fields: schema.map(({ key }, index) => ({ key, value: [`${"漢".repeat(179)}${index}`] })),
  }));
  const statuses: number[] = [];
  for (const size of [300, 355, 364, 380]) {
    const body = { key: newKey(), taxonomies: values, blocks: [textBlock("a", size * KB)] };
    const { status } = await call(nodes.createNode, { params: { storeId }, as, body });
    statuses.push(status);
  }
  expect(statuses).toEqual([201, 400, 400, 400]);
  const [first, ...rest] = values;
  const one = {
    taxonomy_id: first?.taxonomy_id ?? "",
    fields: [{ key: "f0", value: ["a", "b"] }, ...(first?.fields.slice(1) ?? [])],
  };
  const body = { key: newKey(), taxonomies: [one, ...rest] };
  const refusal = await refused(nodes.createNode, { params: { storeId }, as, body });
  expect(refusal.body.validationErrors).toMatchObject([
    { field: "taxonomies", message: "has more than 40 values" },
  ]);
});

test("all fields of a node may change at once: key, type, slugs, taxonomies, parent and status", async () => {
  const slug = (word: string) =>
    Object.fromEntries(list(16, (index) => [`l${index}`, `${word}${index} x${word}${index}`]));
  const [before, after] = await Promise.all([1, 2].map(() => Promise.all(list(8, () => taxonomy()))));
  const file = (some: { id: string }[] = []) => some.map(({ id }) => ({ taxonomy_id: id }));
  let parent_id: string | null = null;
  for (let level = 1; level <= 19; level++) parent_id = (await node({ parent_id })).id;
  const [old, fresh] = [newKey(), newKey()];
  const made = await node({ key: old, type: "old", slug: slug(old), taxonomies: file(before) });
  const body = {
    key: fresh,
    type: "new",
    slug: slug(fresh),
    taxonomies: file(after),
    parent_id,
    status: "archived",
  };
  const changed = await ok(nodes.updateNode, { params: { storeId, nodeId: made.id }, as, body });
  expect(changed).toMatchObject({ key: fresh, type: "new", parent_id, status: "ARCHIVED", slug: body.slug });
  expect(
    await refused(nodes.createNode, { params: { storeId }, as, body: { key: newKey(), parent_id: made.id } }),
  ).toMatchObject({ status: 400, error: "NODE.TOO_DEEP" });
});

test("taxonomies are nested twenty levels deep, and no deeper", async () => {
  let parent_id: string | null = null;
  for (let level = 1; level <= 20; level++) parent_id = (await taxonomy({ parent_id })).id;
  const body = { key: newKey(), parent_id };
  expect(await refused(taxonomies.createTaxonomy, { params: { storeId }, as, body })).toMatchObject({
    status: 400,
    error: "TAXONOMY.TOO_DEEP",
  });
});

test("ids that do not exist, of any form, are not found", async () => {
  const ids = JSON.stringify(["", " ", "\0", "#", "a:b", "é".repeat(100), "node_none", "node_none"]);
  const lists: Operation[] = [
    nodes.listNodes,
    entries.listEntries,
    taxonomies.listTaxonomies,
    collections.listCollections,
  ];
  for (const operation of lists) {
    const { status, body } = await call(operation, { params: { storeId } as never, query: { ids } });
    expect([operation.id, status, body]).toEqual([operation.id, 200, { items: [], cursor: null }]);
  }
});

test("ids and keys are narrowed by every other filter of the list, and sorted if requested", async () => {
  const kinds = await taxonomy({ schema: [{ type: "text", key: "roast" }] });
  const dark = [{ taxonomy_id: kinds.id, fields: [{ key: "roast", value: ["dark"] }] }];
  const one = await node({ key: "zeta-one", type: "post", taxonomies: dark, slug: { de: "röstung" } });
  const two = await node({ key: "alpha-two", parent_id: one.id });
  const keys = async (query: Record<string, string>) => {
    const all = { ids: `${one.id},${two.id}`, ...query };
    return (await ok(nodes.listNodes, { params: { storeId }, query: all })).items.map(({ key }) => key);
  };
  const where = (value: string) =>
    JSON.stringify({ taxonomy_id: kinds.id, fields: [{ key: "roast", value }] });
  const both = ["zeta-one", "alpha-two"];
  expect(await keys({})).toEqual(both);
  expect(await keys({ sort_field: "key" })).toEqual(both.toReversed());
  expect(await keys({ sort_field: "key", sort_direction: "desc" })).toEqual(both);
  expect(await keys({ query: "RÖST" })).toEqual(["zeta-one"]);
  expect(await keys({ type: "post" })).toEqual(["zeta-one"]);
  expect(await keys({ parent_id: one.id })).toEqual(["alpha-two"]);
  expect(await keys({ taxonomies: kinds.id })).toEqual(["zeta-one"]);
  expect(await keys({ taxonomies: where("dark") })).toEqual(["zeta-one"]);
  expect(await keys({ taxonomies: where("light") })).toEqual([]);
  expect(await keys({ key: "alpha-two" })).toEqual(["alpha-two"]);
  expect(await keys({ created_at_to: String(one.created_at - 1) })).toEqual([]);
  expect(await keys({ created_at_from: String(one.created_at) })).toEqual(both);
  expect(await keys({ created_at_to: String(two.created_at) })).toEqual(both);
  await ok(taxonomies.updateTaxonomy, {
    params: { storeId, taxonomyId: kinds.id },
    as,
    body: { status: "archived" },
  });
  expect(await keys({ taxonomies: kinds.id })).toEqual([]);
});
