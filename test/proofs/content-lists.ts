import { newId } from "#core/id.ts";
import { keyText } from "#core/records/names.ts";
import type { Collection } from "#lib/content/collections/schema.ts";
import { createCollection } from "#lib/content/collections/service.ts";
import { createEntry } from "#lib/content/entries/change.ts";
import type { Entry } from "#lib/content/entries/schema.ts";
import { listEntries } from "#lib/content/entries/service.ts";
import { entries, entryNames } from "#lib/content/entries/table.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { bulkWrite, watchCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

type Query = Parameters<typeof listEntries>[2];

const FIRST_SECOND = 1_780_000_000;
const STEP_SECONDS = 60;
const BATCH_SIZE = 5000;
const PAGE_LIMIT = 50;

type FilledCollection = { storeId: string; collection: Collection };

/** Fills one collection with entries of about 1 KB: one in fifty archived, one in a hundred a draft. */
export async function fillCollection(random: Random, count: number): Promise<FilledCollection> {
  return fillCollections(random, count, 1);
}

/** Creates entries in several collections; returns the first of these. */
export async function fillCollections(
  random: Random,
  count: number,
  among: number,
): Promise<FilledCollection> {
  const storeId = newId("store");
  const fields = [
    { key: "title", type: "text" as const, required: false, properties: { localized: true } },
    { key: "body", type: "markdown" as const, required: false, properties: {} },
  ];
  const collections = await inParallel(among, 8, (index) =>
    createCollection(testContext(), storeId, { key: `articles-${index}`, fields }),
  );
  for (let start = 0; start < count; start += BATCH_SIZE) {
    const some = Array.from({ length: Math.min(BATCH_SIZE, count - start) }, (_, index) =>
      entryAt(random, random.pick(collections), start + index, count),
    );
    await bulkWrite(
      some.flatMap((entry) => [
        entries.put(entry),
        entryNames.put({
          tenant_id: entry.store_id,
          text: keyText(entry.key, entry.collection_id),
          id: entry.id,
        }),
      ]),
    );
  }
  const [collection] = collections;
  if (!collection) throw new Error("There are no collections.");
  return { storeId, collection };
}

function entryAt(random: Random, { id, store_id, fields }: Collection, index: number, count: number): Entry {
  const created_at = FIRST_SECOND + index * STEP_SECONDS;
  const key = `article-${random.int(1_000_000).toString(36)}${index}${index % 1000 === 0 ? "-rare" : ""}`;
  const [title, body] = fields;
  return {
    id: newId("entry", created_at),
    store_id,
    collection_id: id,
    key,
    slug: { en: key, de: `de-${key}` },
    fields: [
      { type: "localized_text", field_id: title?.id ?? "", key: "title", value: { en: key, de: key } },
      { type: "markdown", field_id: body?.id ?? "", key: "body", value: "b".repeat(600) },
    ],
    status: index % 50 === 7 ? "archived" : index % 100 === 9 ? "draft" : "active",
    created_at,
    updated_at: created_at + random.int(count * STEP_SECONDS),
  };
}

/** Every combination of filter, scope and sort order for a page of fifty. */
export function listQueriesOf(collectionId: string, count: number): Query[] {
  const middle = FIRST_SECOND + Math.floor(count / 2) * STEP_SECONDS;
  const filters: Query[] = [
    {},
    { status: "active" },
    { status: "archived" },
    { status: "draft" },
    { query: "article" },
    { query: "rare" },
    { query: "no-such-word" },
    { created_at_from: middle, created_at_to: middle + 30 * STEP_SECONDS },
    { created_at_from: middle, query: "rare" },
  ];
  return filters.flatMap((filter) =>
    [{ collection_id: collectionId }, {}].flatMap((scope) =>
      (["created_at", "updated_at", "key"] as const).flatMap((sort_field) =>
        (["asc", "desc"] as const).map((sort_direction) => ({
          ...filter,
          ...scope,
          sort_field,
          sort_direction,
          limit: PAGE_LIMIT,
        })),
      ),
    ),
  );
}

interface PageCost {
  worst: number;
  query: string;
  pages: number;
  /** Read units of each full page, by its query. */
  full: Map<string, number>;
}

/** Read units of the first two pages of every query, for a member and for the public. */
export async function pageCosts(storeId: string, queries: Query[]): Promise<PageCost> {
  const cost: PageCost = { worst: 0, query: "", pages: 0, full: new Map() };
  for (const member of [true, false]) {
    const ctx = testContext({ operation: "listEntries", may: async () => member });
    for (const query of queries) {
      let cursor: string | undefined;
      for (let page = 0; page < 2; page++) {
        const { result, units } = await watchCalls(() => listEntries(ctx, storeId, { ...query, cursor }));
        const asked = JSON.stringify({ ...query, collection_id: query.collection_id && "one", page, member });
        cost.pages += 1;
        if (result.items.length === PAGE_LIMIT) cost.full.set(asked, units);
        if (units > cost.worst) Object.assign(cost, { worst: units, query: asked });
        if (result.cursor === null) break;
        cursor = result.cursor;
      }
    }
  }
  return cost;
}

/** The full page with the largest extra cost over the same page in another store. */
export function largestIncrease(
  cost: PageCost,
  other: PageCost,
): { more: number; than: number; query: string } {
  const all = [...cost.full].flatMap(([query, units]) => {
    const than = other.full.get(query);
    return than === undefined ? [] : [{ more: units - than, than, query }];
  });
  const [first] = all.toSorted((left, right) => right.more - left.more);
  if (!first) throw new Error("No page was full in both.");
  return first;
}

/** Write units of creating an entry of 1 KB with a slug in each language. */
export async function createCost(
  storeId: string,
  collection: Collection,
  languages: string[],
): Promise<number> {
  const [title, body] = collection.fields;
  const fields = [
    { field_id: title?.id, value: { en: "A title of forty characters, more or less" } },
    { field_id: body?.id, value: "b".repeat(700) },
  ];
  const key = `one-more-${newId("k").slice(-12)}`;
  const slug = Object.fromEntries(languages.map((language) => [language, key]));
  const { calls } = await watchCalls(() =>
    createEntry(testContext(), storeId, { collection_id: collection.id, key, slug, fields }),
  );
  return calls
    .filter(({ command }) => command.startsWith("TransactWrite"))
    .reduce((sum, { units = 0 }) => sum + units, 0);
}
