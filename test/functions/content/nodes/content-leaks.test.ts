import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { businessCollections, businessEntries } from "#functions/content/legacy-content/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { withoutSentIds } from "#test/proofs/tenant-leaks.ts";
import { type As, call, ok } from "#test/support/client.ts";
import { guest, member, openStore, type TestStore, visitorOf } from "#test/support/world.ts";

/** The prefix of texts that outsiders must not read. */
const SECRET = "hushhush";

type Query = Record<string, string | number | boolean>;
interface Probe {
  via: string;
  operation: Operation;
  params: Record<string, string>;
  query?: Query;
  /** Whether the list continues from a cursor that a reader who sees everything got. */
  borrowed?: boolean;
}

let mine: TestStore;
let theirs: TestStore;
let hiddenIds: Record<string, string>;
let foreignIds: Record<string, string>;
const callers: Record<string, As> = {};

const CALLERS = ["nobody", "visitor", "guest", "other tenant's owner", "store session of another"] as const;
const RECORDS = [
  "archived taxonomy",
  "archived node",
  "draft entry",
  "archived entry",
  "entry of an archived collection",
  "archived collection",
  "draft business collection",
  "draft business entry",
  "entry of a draft business collection",
  "entry of a reservation",
] as const;

beforeAll(async () => {
  [mine, theirs] = await Promise.all([openStore(), openStore()]);
  [hiddenIds, foreignIds] = await Promise.all([createRecords(mine), createRecords(theirs)]);
  callers.visitor = await visitorOf(mine.id);
  callers.guest = await guest();
  callers["other tenant's owner"] = theirs.owner;
  callers["store session of another"] = await visitorOf(theirs.id);
  callers.viewer = await member(mine.id, "viewer");
});

/** One hidden record of each kind, and a visible record that refers to it where possible. */
async function createRecords({ id: storeId, owner }: TestStore): Promise<Record<string, string>> {
  const at = { params: { storeId }, as: owner };
  const of = { params: { businessId: storeId }, as: owner };
  const secret = (key: string) => `${SECRET}-${key}`;
  const kinds = await ok(taxonomies.createTaxonomy, { ...at, body: { key: "kinds" } });
  const schema = [{ type: "text" as const, key: "tone" }];
  const taxonomy = await ok(taxonomies.createTaxonomy, {
    ...at,
    body: { key: secret("taxonomy"), status: "archived", parent_id: kinds.id, schema },
  });
  const open = await ok(collections.createCollection, {
    ...at,
    body: { key: "open", fields: [{ key: "related", type: "entry" }] },
  });
  const shut = await ok(collections.createCollection, {
    ...at,
    body: { key: secret("collection"), status: "archived" },
  });
  const entry = (
    key: string,
    collection_id: string,
    status: string,
    fields: { key: string; value: unknown }[] = [],
  ) =>
    ok(entries.createEntry, {
      ...at,
      body: { collection_id, key, status, slug: { en: `${key}-slug` }, fields },
    });
  const draft = await entry(secret("draft"), open.id, "draft");
  const archived = await entry(secret("old"), open.id, "archived");
  const inShut = await entry(secret("shut"), shut.id, "active");
  const references = [draft, archived, inShut].map(({ id }) => `entry:${id}`);
  const shown = await entry("shown", open.id, "active", [{ key: "related", value: references }]);
  const home = await ok(nodes.createNode, {
    ...at,
    body: {
      key: "home",
      blocks: [
        {
          key: "r",
          type: "BLOCK",
          value: [{ key: "e", type: "RELATIONSHIP_ENTRY", value: [...references, `entry:${shown.id}`] }],
        },
      ],
    },
  });
  const node = await ok(nodes.createNode, {
    ...at,
    body: {
      key: secret("node"),
      parent_id: home.id,
      slug: { en: `${SECRET}-node-slug` },
      status: "archived",
      taxonomies: [{ taxonomy_id: taxonomy.id, fields: [{ key: "tone", value: ["calm"] }] }],
    },
  });
  const newsletter = (name: string, status: string) =>
    ok(businessCollections.createBusinessCollection, {
      ...of,
      body: { name, blocks: [{ id: "t", type: "TEXT" }], statuses: [{ status }] },
    });
  const draftLetter = await newsletter(secret("letter"), "DRAFT");
  const letter = await newsletter("letter", "PUBLISHED");
  const issue = (owned: object, status: string) =>
    ok(businessEntries.createBusinessEntry, {
      ...of,
      body: { ...owned, blocks: [{ id: "t", type: "TEXT", value: secret("text") }], statuses: [{ status }] },
    });
  return {
    home: home.id,
    kinds: kinds.id,
    shown: shown.id,
    open: open.id,
    letter: letter.id,
    "archived taxonomy": taxonomy.id,
    "archived node": node.id,
    "draft entry": draft.id,
    "archived entry": archived.id,
    "entry of an archived collection": inShut.id,
    "archived collection": shut.id,
    "draft business collection": draftLetter.id,
    "draft business entry": (await issue({ collectionId: letter.id }, "DRAFT")).id,
    "entry of a draft business collection": (await issue({ collectionId: draftLetter.id }, "PUBLISHED")).id,
    "entry of a reservation": (await issue({ owner: "reservation:rsv_1" }, "PUBLISHED")).id,
  };
}

const SECRET_KEYS: Record<string, string> = {
  "archived taxonomy": "taxonomy",
  "archived node": "node",
  "draft entry": "draft",
  "archived entry": "old",
  "entry of an archived collection": "shut",
  "archived collection": "collection",
  "draft business collection": "letter",
};

/** Every way to request a record from a store. */
function probes(
  record: string,
  storeId: string,
  ids: Record<string, string>,
  nodeOf: Record<string, string>,
): Probe[] {
  const id = ids[record] ?? "";
  const key = `${SECRET}-${SECRET_KEYS[record] ?? "text"}`;
  const at = { storeId };
  const of = { businessId: storeId };
  const filed = ids["archived taxonomy"] ?? "";
  const list = (operation: Operation, params: Record<string, string>, filters: Query[]): Probe[] => [
    ...filters.map((query) => ({ via: `list ${JSON.stringify(query)}`, operation, params, query })),
    { via: "another's cursor", operation, params, query: { limit: 1 }, borrowed: true },
  ];
  const one = (
    operation: Operation,
    slot: string,
    params: Record<string, string>,
    slugged: boolean,
  ): Probe[] => [
    { via: "id", operation, params: { ...params, [slot]: id } },
    { via: "key", operation, params: { ...params, [slot]: `${storeId}:${key}` } },
    { via: "key parameter", operation, params: { ...params, [slot]: "-" }, query: { key } },
    ...(slugged
      ? [
          { via: "slug", operation, params: { ...params, [slot]: `${storeId}:en:${key}-slug` } },
          {
            via: "slug in another language",
            operation,
            params: { ...params, [slot]: `${storeId}:fr:${key}-slug` },
          },
          {
            via: "slug parameter",
            operation,
            params: { ...params, [slot]: "-" },
            query: { slug: `${key}-slug`, locale: "en" },
          },
        ]
      : []),
  ];
  const common: Query[] = [
    {},
    { query: SECRET },
    { ids: id },
    { key },
    { sort_field: "key" },
    { sort_field: "updated_at" },
  ];
  if (record.includes("taxonomy"))
    return [
      ...one(taxonomies.getTaxonomy, "taxonomyId", at, false),
      ...list(taxonomies.listTaxonomies, at, [
        ...common,
        { status: "archived" },
        { parent_id: nodeOf.kinds ?? "" },
        { ids: id, key, query: SECRET },
      ]),
      {
        via: "children",
        operation: taxonomies.listTaxonomyChildren,
        params: { ...at, taxonomyId: nodeOf.kinds ?? "" },
      },
      { via: "children", operation: taxonomies.listTaxonomyChildren, params: { ...at, taxonomyId: id } },
    ];
  if (record.includes("node"))
    return [
      ...one(nodes.getNode, "nodeId", at, true),
      ...list(nodes.listNodes, at, [
        ...common,
        { statuses: "ARCHIVED" },
        { parent_id: nodeOf.home ?? "" },
        { taxonomies: filed },
        { taxonomies: JSON.stringify([{ taxonomy_id: filed, fields: [{ key: "tone", value: "calm" }] }]) },
        { taxonomies: filed, ids: id },
      ]),
      ...[false, true].map((hydrate) => ({
        via: "children",
        operation: nodes.listNodeChildren,
        params: { ...at, nodeId: nodeOf.home ?? "" },
        query: { hydrate },
      })),
      { via: "children", operation: nodes.listNodeChildren, params: { ...at, nodeId: id } },
    ];
  if (record === "archived collection")
    return [
      ...one(collections.getCollection, "collectionId", at, false),
      ...list(collections.listCollections, at, [...common, { status: "archived" }]),
    ];
  if (record === "draft business collection")
    return [
      ...one(businessCollections.getBusinessCollection, "collectionId", of, false),
      {
        via: "slug parameter",
        operation: businessCollections.getBusinessCollection,
        params: { ...of, collectionId: "-" },
        query: { slug: key },
      },
      ...list(businessCollections.listBusinessCollections, of, [{}, { status: "DRAFT" }]),
    ];
  if (record.includes("business") || record.includes("reservation"))
    return [
      { via: "id", operation: businessEntries.getBusinessEntry, params: { ...of, entryId: id } },
      ...list(businessEntries.listBusinessEntries, of, [
        {},
        { status: "DRAFT" },
        { owner: "reservation:rsv_1" },
        { collectionId: ids.letter ?? "" },
        { collectionId: ids["draft business collection"] ?? "" },
        { collectionId: `${storeId}:${SECRET}-letter` },
      ]),
    ];
  return [
    ...one(entries.getEntry, "entryId", at, true),
    ...list(entries.listEntries, at, [
      ...common,
      { status: "draft" },
      { status: "archived" },
      { collection_id: ids.open ?? "" },
      { collection_id: ids["archived collection"] ?? "" },
    ]),
    {
      via: "hydrated entry",
      operation: entries.getEntry,
      params: { ...at, entryId: nodeOf.shown ?? "" },
      query: { hydrate: true },
    },
    { via: "hydrated list", operation: entries.listEntries, params: at, query: { hydrate: true } },
    {
      via: "hydrated node",
      operation: nodes.getNode,
      params: { ...at, nodeId: nodeOf.home ?? "" },
      query: { hydrate: true },
    },
    { via: "hydrated nodes", operation: nodes.listNodes, params: at, query: { hydrate: true } },
  ];
}

let cases = 0;

async function ask({ operation, params, query, borrowed }: Probe, as: As, lender: As): Promise<string> {
  cases += 1;
  const bound = { ...query };
  if (borrowed) {
    const { body } = await call(operation, { params, query: bound, as: lender });
    if (typeof body !== "object" || body === null || !("cursor" in body) || !body.cursor)
      throw new Error(`${operation.id} gave no cursor to borrow: ${JSON.stringify(body)}`);
    bound.cursor = String(body.cursor);
  }
  const { status, body } = await call(operation, { params, query: bound, as });
  expect(status, `${operation.id} ${JSON.stringify(body)}`).toBeLessThan(500);
  // A message repeats the requested id that was not found.
  const isRefused = typeof body === "object" && body !== null && "statusCode" in body;
  return isRefused ? withoutSentIds(JSON.stringify(body), { ...params, ...query }) : JSON.stringify(body);
}

describe.each(RECORDS)("%s", (record) => {
  test.each(CALLERS)("is not shown to %s", async (caller) => {
    const told = async (probe: Probe) =>
      expect(await ask(probe, callers[caller], mine.owner), probe.via).not.toContain(`${SECRET}-`);
    await Promise.all(probes(record, mine.id, hiddenIds, hiddenIds).map(told));
  });

  test("is not shown through another store's paths", async () => {
    for (const as of [undefined, mine.owner, callers.visitor, callers.viewer])
      for (const probe of probes(record, mine.id, foreignIds, foreignIds)) {
        if (["id", "children"].includes(probe.via) || probe.via.includes('"ids"'))
          expect(await ask(probe, as, theirs.owner), probe.via).not.toContain(`${SECRET}-`);
      }
  });

  test("is shown to a viewer, as a proof that it could leak", async () => {
    const [byId, ...rest] = probes(record, mine.id, hiddenIds, hiddenIds);
    expect(byId && (await ask(byId, callers.viewer, mine.owner))).toContain(`${SECRET}-`);
    const shown = await Promise.all(rest.map((probe) => ask(probe, callers.viewer, mine.owner)));
    expect(shown.filter((text) => text.includes(`${SECRET}-`)).length).toBeGreaterThan(0);
  });
});

test("a hidden record's slug does not take precedence over a visible record's slug", async () => {
  const at = { params: { storeId: mine.id }, as: mine.owner };
  const slug = (language: string) => ({ slug: { [language]: "shared" } });
  const entry = { collection_id: hiddenIds.open ?? "" };
  for (const [key, status, language] of [
    ["before", "archived", "de"],
    ["after", "active", "en"],
  ] as const) {
    await ok(nodes.createNode, { ...at, body: { key, status, ...slug(language) } });
    await ok(entries.createEntry, { ...at, body: { ...entry, key, status, ...slug(language) } });
  }
  const shared = `${mine.id}:de:shared`;
  for (const [as, key] of [
    [undefined, "after"],
    [callers.viewer, "before"],
  ] as const) {
    const node = await ok(nodes.getNode, { params: { storeId: mine.id, nodeId: shared }, as });
    const found = await ok(entries.getEntry, { params: { storeId: mine.id, entryId: shared }, as });
    expect([node.key, found.key]).toEqual([key, key]);
  }
});

test("the leak tests cover at least 300 cases", () => {
  console.info(`content leak matrix: ${cases} cases`);
  expect(cases).toBeGreaterThanOrEqual(300);
});
