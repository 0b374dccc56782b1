import assert from "node:assert/strict";
import type { Page } from "#core/dynamo/list/rows.ts";
import { searchWords } from "#core/dynamo/terms.ts";
import { newId } from "#core/id.ts";
import { keyText } from "#core/records/names.ts";
import type { Collection } from "#lib/content/collections/schema.ts";
import { listCollections } from "#lib/content/collections/service.ts";
import { collectionNames, collections } from "#lib/content/collections/table.ts";
import type { Entry } from "#lib/content/entries/schema.ts";
import { listEntries } from "#lib/content/entries/service.ts";
import { entries, entryNames } from "#lib/content/entries/table.ts";
import type { Node } from "#lib/content/nodes/schema.ts";
import { listNodes } from "#lib/content/nodes/service.ts";
import { nodeNames, nodes } from "#lib/content/nodes/table.ts";
import type { Taxonomy } from "#lib/content/taxonomies/schema.ts";
import { listTaxonomies } from "#lib/content/taxonomies/service.ts";
import { taxonomies, taxonomyNames } from "#lib/content/taxonomies/table.ts";
import type { Random } from "#test/support/random.ts";
import { bulkWrite } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

type ListedRecord = { id: string; key: string; status: string; created_at: number; updated_at: number };

/** A filter of a list: its query, and which records match. */
interface ListFilter<T> {
  query: Record<string, unknown>;
  fits: (record: T) => boolean;
}

interface ContentList<T extends ListedRecord> {
  records: T[];
  texts: (record: T) => string[];
  filters: ListFilter<T>[][];
  ask: (query: Record<string, unknown>, member: boolean) => Promise<Page<ListedRecord>>;
}

const FIRST_SECOND = 1_780_000_000;
const WORDS = ["summer", "sale", "röst", "winter", "post", "news"];
const SORTS = ["created_at", "updated_at", "key"] as const;
const RECORD_COUNT = 24;

/** Compares all pages of content lists, with random filters and sort orders, with a scan of all records. */
export async function compareFilteredLists(random: Random, asks: number): Promise<void> {
  const storeId = newId("store");
  for (const list of [nodeList, entryList, taxonomyList, collectionList] as const) {
    const made = await list(random, storeId);
    for (let ask = 0; ask < asks; ask++)
      await comparePages(random, made as unknown as ContentList<ListedRecord>);
  }
}

async function comparePages(
  random: Random,
  { records, texts, filters, ask }: ContentList<ListedRecord>,
): Promise<void> {
  const member = random.chance(0.7);
  const chosen = filters.flatMap((choices) => (random.chance(0.4) ? [random.pick(choices)] : []));
  const prefix = random.chance(0.3) ? random.pick(WORDS).slice(0, 3).toUpperCase() : undefined;
  const from = random.chance(0.3) ? FIRST_SECOND + random.int(RECORD_COUNT) : undefined;
  const to = random.chance(0.3) ? FIRST_SECOND + random.int(RECORD_COUNT) : undefined;
  const sort_field = random.pick(SORTS);
  const sort_direction = random.pick(["asc", "desc"] as const);
  const query = {
    ...Object.assign({}, ...chosen.map((filter) => filter.query)),
    ...{ query: prefix, created_at_from: from, created_at_to: to, sort_field, sort_direction },
  };
  const expected = records
    .filter(({ status }) => member || status.toLowerCase() === "active")
    .filter((record) => chosen.every(({ fits }) => fits(record)))
    .filter(
      (record) =>
        !prefix || searchWords(...texts(record)).some((word) => word.startsWith(prefix.toLowerCase())),
    )
    .filter(({ created_at }) => created_at >= (from ?? 0) && created_at <= (to ?? Number.POSITIVE_INFINITY))
    .toSorted((one, other) => compareRecords(one, other, sort_field) * (sort_direction === "asc" ? 1 : -1));
  const found: ListedRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask({ ...query, limit: 1 + random.int(12), cursor }, member);
    found.push(...page.items);
    cursor = page.cursor ?? undefined;
  } while (cursor);
  const asked = `${JSON.stringify(query)} as ${member ? "a member" : "nobody"}`;
  assert.deepEqual(
    found.map(({ key }) => key),
    expected.map(({ key }) => key),
    asked,
  );
}

function compareRecords(one: ListedRecord, other: ListedRecord, field: (typeof SORTS)[number]): number {
  const [left, right] = [one, other].map((record) => [record[field], record.id] as const);
  if (!left || !right || left[1] === right[1]) return 0;
  return left[0] === right[0] ? (left[1] < right[1] ? -1 : 1) : left[0] < right[0] ? -1 : 1;
}

function commonFields(random: Random, prefix: string, index: number, statuses: readonly string[]) {
  const created_at = FIRST_SECOND + index;
  return {
    id: newId(prefix, created_at),
    key: `${random.pick(WORDS)}-${prefix}-${random.int(1e6).toString(36)}${index}`,
    status: random.pick(statuses),
    created_at,
    updated_at: created_at + random.int(5) * 100,
  };
}

/** Filters that every list has: ids, key and status. */
function commonFilters<T extends ListedRecord>(
  random: Random,
  records: T[],
  statuses: readonly string[],
): ListFilter<T>[][] {
  const some = random
    .shuffled(records)
    .slice(0, 8)
    .map(({ id }) => id);
  const { key } = random.pick(records);
  return [
    [{ query: { ids: [...some, "none"] }, fits: ({ id }) => some.includes(id) }],
    [{ query: { key }, fits: (record) => record.key === key }],
    statuses.map((status) => ({ query: { status }, fits: (record: T) => record.status === status })),
  ];
}

async function nodeList(random: Random, store_id: string): Promise<ContentList<Node>> {
  const statuses = ["ACTIVE", "ARCHIVED"] as const;
  const [tax] = await makeTaxonomies(random, store_id, 1);
  const records: Node[] = [];
  for (let index = 0; index < RECORD_COUNT; index++)
    records.push({
      ...commonFields(random, "node", index, statuses),
      status: random.pick(statuses),
      store_id,
      parent_id: index > 3 && random.chance(0.5) ? (records[random.int(3)]?.id ?? null) : null,
      type: random.pick(["page", "post"]),
      slug: { de: `${random.pick(WORDS)} ${index}` },
      blocks: [],
      taxonomies: random.chance(0.5)
        ? [{ taxonomy_id: tax?.id ?? "", fields: randomTaxonomies(random) }]
        : [],
    });
  await bulkWrite(
    records.flatMap((node) => [
      nodes.create(node),
      nodeNames.put({ tenant_id: node.store_id, text: keyText(node.key), id: node.id }),
    ]),
  );
  const parent = records[0]?.id ?? "";
  const under = ({ taxonomies: all }: Node) => all.some(({ taxonomy_id }) => taxonomy_id === tax?.id);
  const valued = (node: Node) =>
    node.taxonomies.some(({ fields }) => fields.some(({ value }) => value === 7));
  const taxonomy_id = tax?.id ?? "";
  return {
    records,
    texts: ({ key, slug }) => [key, ...Object.values(slug)],
    filters: [
      ...commonFilters(random, records, statuses),
      ["page", "post"].map((type) => ({ query: { type }, fits: (node: Node) => node.type === type })),
      [
        { query: { parent_id: parent }, fits: (node) => node.parent_id === parent },
        { query: { parent_id: "null" }, fits: (node) => node.parent_id === null },
      ],
      [
        { query: { taxonomies: [{ taxonomy_id, fields: [] }] }, fits: under },
        { query: { taxonomies: [{ taxonomy_id, fields: [{ key: "n", value: 7 }] }] }, fits: valued },
      ],
    ],
    ask: (query, member) => listNodes(listQuery("listNodes", member), store_id, query),
  };
}

const randomTaxonomies = (random: Random) => [
  { type: "number" as const, id: "n", key: "n", value: random.pick([7, 8]) },
];

async function entryList(random: Random, store_id: string): Promise<ContentList<Entry>> {
  const statuses = ["active", "draft", "archived"] as const;
  const parents = await makeCollections(random, store_id, 2);
  const records = Array.from(
    { length: RECORD_COUNT },
    (_, index): Entry => ({
      ...commonFields(random, "entry", index, statuses),
      status: random.pick(statuses),
      store_id,
      collection_id: random.pick(parents).id,
      slug: { de: `${random.pick(WORDS)} ${index}` },
      fields: [],
    }),
  );
  await bulkWrite(
    records.flatMap((entry) => [
      entries.create(entry),
      entryNames.put({
        tenant_id: entry.store_id,
        text: keyText(entry.key, entry.collection_id),
        id: entry.id,
      }),
    ]),
  );
  return {
    records,
    texts: ({ key, slug }) => [key, ...Object.values(slug)],
    filters: [
      ...commonFilters(random, records, statuses),
      parents.flatMap(({ id, key }) =>
        [id, `${store_id}:${key}`].map((collection_id) => ({
          query: { collection_id },
          fits: (entry: Entry) => entry.collection_id === id,
        })),
      ),
    ],
    ask: (query, member) => listEntries(listQuery("listEntries", member), store_id, query),
  };
}

async function taxonomyList(random: Random): Promise<ContentList<Taxonomy>> {
  const storeId = newId("store");
  const records = await makeTaxonomies(random, storeId, RECORD_COUNT);
  const parent = records[0]?.id ?? "";
  return {
    records,
    texts: ({ key }) => [key],
    filters: [
      ...commonFilters(random, records, ["active", "archived"]),
      [
        { query: { parent_id: parent }, fits: ({ parent_id }) => parent_id === parent },
        { query: { parent_id: "null" }, fits: ({ parent_id }) => parent_id === null },
      ],
    ],
    ask: (query, member) => listTaxonomies(listQuery("listTaxonomies", member), storeId, query),
  };
}

async function collectionList(random: Random): Promise<ContentList<Collection>> {
  const storeId = newId("store");
  const records = await makeCollections(random, storeId, RECORD_COUNT);
  return {
    records,
    texts: ({ key }) => [key],
    filters: commonFilters(random, records, ["active", "archived"]),
    ask: (query, member) => listCollections(listQuery("listCollections", member), storeId, query),
  };
}

async function makeTaxonomies(random: Random, store_id: string, count: number): Promise<Taxonomy[]> {
  const schema = [{ type: "number" as const, id: "n", key: "n" }];
  const records: Taxonomy[] = [];
  for (let index = 0; index < count; index++)
    records.push({
      ...commonFields(random, "tax", index, ["active"]),
      status: index > 0 && random.chance(0.3) ? "archived" : "active",
      store_id,
      parent_id: index > 3 && random.chance(0.5) ? (records[random.int(3)]?.id ?? null) : null,
      schema,
    });
  await bulkWrite(
    records.flatMap((one) => [
      taxonomies.create(one),
      taxonomyNames.put({ tenant_id: one.store_id, text: keyText(one.key), id: one.id }),
    ]),
  );
  return records;
}

async function makeCollections(random: Random, store_id: string, count: number): Promise<Collection[]> {
  const records = Array.from(
    { length: count },
    (_one, index): Collection => ({
      ...commonFields(random, "col", index, ["active"]),
      status: count > 2 && random.chance(0.3) ? "archived" : "active",
      store_id,
      fields: [],
    }),
  );
  await bulkWrite(
    records.flatMap((one) => [
      collections.create(one),
      collectionNames.put({ tenant_id: one.store_id, text: keyText(one.key), id: one.id }),
    ]),
  );
  return records;
}

function listQuery(operation: string, member: boolean) {
  return testContext({ operation, may: async () => member });
}
