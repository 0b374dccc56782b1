import { expect, test } from "vitest";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { eventually, openStore } from "#test/support/world.ts";

async function openSite() {
  const { id: storeId, owner } = await openStore();
  const params = { storeId };
  const make = (key: string, more: object = {}) =>
    ok(nodes.createNode, { params, as: owner, body: { key, ...more } });
  const change = (nodeId: string, body: object) => ({ params: { storeId, nodeId }, as: owner, body });
  return { storeId, params, owner, make, change };
}

test("a node is stored as it was sent and found by id, key and slug", async () => {
  const { storeId, make } = await openSite();
  const blocks = [
    {
      key: "title",
      type: "localized_text",
      value: [{ en: "Hi", de: "Hallo" }],
      properties: { maxValues: 1 },
    },
    { key: "rows", type: "BLOCK", value: [{ key: "n", type: "NUMBER", value: [1, 2] }] },
  ];
  const node = await make("home", { blocks, slug: { en: "home", de: "start" }, type: "PAGE" });
  expect(node).toMatchObject({ key: "home", status: "ACTIVE", type: "PAGE", parent_id: null });
  expect(node.blocks).toMatchObject([
    { key: "title", type: "LOCALIZED_TEXT", value: blocks[0]?.value, properties: { maxValues: 1 } },
    { key: "rows", type: "BLOCK", value: [{ key: "n", type: "NUMBER", value: [1, 2], properties: {} }] },
  ]);
  for (const nodeId of [
    node.id,
    `${storeId}:home`,
    `${storeId}:de:start`,
    `${storeId}:de-AT:start`,
    `${storeId}:fr:home`,
  ])
    expect(await ok(nodes.getNode, { params: { storeId, nodeId } })).toEqual(node);
  const lookups: Record<string, string>[] = [
    { key: "home" },
    { slug: "start", locale: "de" },
    // RFC 4647, 3.4: a reader of Austrian German gets German before the default language.
    { slug: "start", locale: "de-AT" },
    { slug: "start", locale: "de-Latn-AT-1996" },
    { slug: "home" },
  ];
  for (const query of lookups)
    expect(await ok(nodes.getNode, { params: { storeId, nodeId: "-" }, query })).toEqual(node);
  expect((await refused(nodes.getNode, { params: { storeId, nodeId: `${storeId}:fr:start` } })).status).toBe(
    404,
  );
});

test("lists are filtered by parent, type, status, key, ids and words, and sorted", async () => {
  const { storeId, params, owner, make, change } = await openSite();
  const home = await make("home", { type: "page" });
  const post = await make("first-post", { type: "post", parent_id: home.id, slug: { en: "hello-world" } });
  const old = await make("old", { parent_id: home.id });
  await ok(nodes.updateNode, change(old.id, { status: "archived" }));
  const keys = async (query: Record<string, string>, as: typeof owner | undefined = owner) =>
    (await ok(nodes.listNodes, { params, query, as })).items.map(({ key }) => key);
  expect(await keys({})).toEqual(["old", "first-post", "home"]);
  expect((await ok(nodes.listNodes, { params })).items.map(({ key }) => key)).toEqual(["first-post", "home"]);
  expect(await keys({ parent_id: home.id, sort_field: "key" })).toEqual(["first-post", "old"]);
  expect(await keys({ parent_id: "null" })).toEqual(["home"]);
  expect(await keys({ type: "post" })).toEqual(["first-post"]);
  expect(await keys({ statuses: '["archived"]' })).toEqual(["old"]);
  expect(await keys({ query: "wor" })).toEqual(["first-post"]);
  expect(await keys({ ids: `${old.id},${post.id}` })).toEqual(["old", "first-post"]);
  expect(await keys({ key: "old", parent_id: home.id })).toEqual(["old"]);
  expect(await keys({ created_at_to: "2020-01-01" })).toEqual([]);
  const children = await ok(nodes.listNodeChildren, {
    params: { storeId, nodeId: home.id },
    query: { limit: 1 },
    as: owner,
  });
  expect(children.items.map(({ key }) => key)).toEqual(["old"]);
  const next = { limit: 1, cursor: children.cursor ?? "" };
  const rest = await ok(nodes.listNodeChildren, {
    params: { storeId, nodeId: home.id },
    query: next,
    as: owner,
  });
  expect(rest.items.map(({ key }) => key)).toEqual(["first-post"]);
  expect(
    (await refused(nodes.listNodeChildren, { params: { storeId, nodeId: home.id }, query: next })).status,
  ).toBe(400);
});

test("nothing moves below itself", async () => {
  const { make, change } = await openSite();
  const node = await make("a");
  const below = await make("b", { parent_id: node.id });
  expect(await refused(nodes.updateNode, change(node.id, { parent_id: below.id }))).toMatchObject({
    status: 409,
    error: "NODE.CYCLE",
  });
});

test("the children of a deleted node move up to its parent", async () => {
  const { storeId, owner, make } = await openSite();
  const top = await make("top");
  const middle = await make("middle", { parent_id: top.id });
  const low = await make("low", { parent_id: middle.id });
  await ok(nodes.deleteNode, { params: { storeId, nodeId: middle.id }, as: owner });
  await eventually(async () => {
    const { parent_id } = await ok(nodes.getNode, { params: { storeId, nodeId: low.id } });
    return parent_id === top.id;
  }, "the move");
  await make("middle");
});

test("a reference must name what exists in the same store", async () => {
  const { make, params, owner } = await openSite();
  const theirs = await openSite();
  const collection = await ok(collections.createCollection, {
    params: theirs.params,
    as: theirs.owner,
    body: { key: "c" },
  });
  const entry = await ok(entries.createEntry, {
    params: theirs.params,
    as: theirs.owner,
    body: { collection_id: collection.id, key: "e" },
  });
  const blocks = [
    {
      key: "x",
      type: "BLOCK",
      value: [{ key: "r", type: "RELATIONSHIP_ENTRY", value: [`entry:${entry.id}`] }],
    },
    { key: "y", type: "RELATIONSHIP_MEDIA", value: ["media:media_none"] },
  ];
  const refusal = await refused(nodes.createNode, { params, as: owner, body: { key: "n", blocks } });
  expect(refusal.body.validationErrors.map(({ field }) => field)).toEqual([
    "blocks[0].value[0].value[0]",
    "blocks[1].value[0]",
  ]);
  await make("fine", { blocks: [{ key: "y", type: "RELATIONSHIP_MEDIA", value: [] }] });
});

test("an accent typed in two ways is one slug, kept as it was typed", async () => {
  const { storeId, params, owner, make, change } = await openSite();
  const [composed, split] = ["caf\u00e9", "cafe\u0301"];
  const { id: collection_id } = await ok(collections.createCollection, {
    params,
    as: owner,
    body: { key: "c" },
  });
  const entry = (key: string, slug: string) => ({
    params,
    as: owner,
    body: { collection_id, key, slug: { en: slug } },
  });
  const node = await make("one", { slug: { en: split } });
  const made = await ok(entries.createEntry, entry("one", split));
  expect([node.slug.en, made.slug.en]).toEqual([split, split]);
  for (const slug of [composed, split]) {
    const query = { slug };
    expect(await ok(nodes.getNode, { params: { storeId, nodeId: "-" }, query })).toEqual(node);
    expect(await ok(entries.getEntry, { params: { storeId, entryId: "-" }, query })).toEqual(made);
    expect((await refused(entries.createEntry, entry("two", slug))).body.error).toBe("ENTRY.SLUG_TAKEN");
    const twin = { params, as: owner, body: { key: "two", slug: { en: slug } } };
    expect((await refused(nodes.createNode, twin)).body.error).toBe("NODE.SLUG_TAKEN");
  }
  const typed = await ok(nodes.updateNode, change(node.id, { slug: { en: composed } }));
  expect(typed.slug.en).toBe(composed);
  await ok(nodes.deleteNode, { params: { storeId, nodeId: node.id }, as: owner });
  await make("two", { slug: { en: split } });
});

test("an update may name its record by key and repeat its id; half a character names nothing", async () => {
  const { storeId, params, make, change } = await openSite();
  const { id } = await make("home");
  const body = { id, slug: { en: "start" } };
  expect((await ok(nodes.updateNode, change(`${storeId}:home`, body))).slug).toEqual({ en: "start" });
  expect((await refused(nodes.updateNode, change(id, { id: "node_other" }))).status).toBe(400);
  expect((await refused(nodes.listNodes, { params, query: { ids: '["\\ud800"]' } })).status).toBe(400);
});
