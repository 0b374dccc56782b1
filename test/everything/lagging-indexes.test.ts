import { expect, test } from "vitest";
import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { newId } from "#core/id.ts";
import { createCollection } from "#lib/content/collections/service.ts";
import { removeEntries } from "#lib/content/entries/cascade.ts";
import { createEntry, updateEntry } from "#lib/content/entries/change.ts";
import { listEntries } from "#lib/content/entries/service.ts";
import { entries } from "#lib/content/entries/table.ts";
import { createForm, listForms, updateForm } from "#lib/content/forms/service.ts";
import { removeEntries as removeLegacyEntries } from "#lib/content/legacy-content/cascade.ts";
import type { Entry as LegacyEntry } from "#lib/content/legacy-content/entry-schema.ts";
import { entries as legacyEntries } from "#lib/content/legacy-content/table.ts";
import { liftChildren } from "#lib/content/nodes/cascade.ts";
import { createNode } from "#lib/content/nodes/change.ts";
import { nodes } from "#lib/content/nodes/table.ts";
import { removeChildren } from "#lib/content/taxonomies/cascade.ts";
import type { Taxonomy } from "#lib/content/taxonomies/schema.ts";
import { runningDeletions, taxonomies } from "#lib/content/taxonomies/table.ts";
import { orphanedEntry } from "#test/support/content.ts";
import { bulkWrite, watchCalls, withLaggingIndexes } from "#test/support/table.ts";
import { testContext, testEvent } from "#test/support/world.ts";

// On AWS an index lags behind the table; in the emulator it never does. Here each lags by two answers.
const LAGGING_ANSWERS = 2;
const ctx = testContext();
const contextWithoutRights = testContext({ may: async () => false });
const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index);

async function remainingItems(partition: string): Promise<Record<string, unknown>[]> {
  return (await queryItems(partition, { consistent: true })).items;
}

function legacyEntryOf(businessId: string, index: number): LegacyEntry {
  return {
    id: newId("lent", 1_780_000_000 + index),
    businessId,
    owner: "collection:gone",
    locale: "en",
    blocks: [],
    statuses: [{ id: "s", status: "PUBLISHED", changedBy: "SYSTEM", timestamp: 1 }],
    createdAt: 1,
    updatedAt: 1,
  };
}

function taxonomyOf(store_id: string, parent_id: string, key: string): Taxonomy {
  return {
    id: newId("tax"),
    key,
    store_id,
    parent_id,
    schema: [],
    status: "active",
    created_at: 1,
    updated_at: 1,
  };
}

/** A cascade in a store of its own, and the partition that must be empty afterwards. */
interface Cascade {
  what: string;
  make(storeId: string): Promise<{ run: (last: boolean) => Promise<void>; partition: string; kept?: number }>;
}

const cascades: Cascade[] = [
  {
    what: "the entries of a deleted collection are deleted",
    async make(store_id) {
      await bulkWrite(numbersTo(60).map((index) => entries.create(orphanedEntry(store_id, index))));
      const message = { store_id, collection_id: "col_gone" };
      return {
        run: (last) => removeEntries(ctx, { ...message, last }),
        partition: entries.partition({ store_id }),
      };
    },
  },
  {
    what: "the entries of a deleted legacy collection are deleted",
    async make(businessId) {
      await bulkWrite(numbersTo(55).map((index) => legacyEntries.create(legacyEntryOf(businessId, index))));
      const message = { business_id: businessId, collection_id: "gone" };
      return {
        run: (last) => removeLegacyEntries(ctx, { ...message, last }),
        partition: legacyEntries.partition({ businessId }),
      };
    },
  },
  {
    what: "the children of a deleted taxonomy are deleted",
    async make(store_id) {
      const first = numbersTo(55).map((index) => taxonomyOf(store_id, "tax_gone", `a-${index}`));
      const second = first.slice(0, 3).map(({ id }, at) => taxonomyOf(store_id, id, `b-${at}`));
      await bulkWrite([...first, ...second].map((taxonomy) => taxonomies.create(taxonomy)));
      return {
        run: (last) => removeChildren(ctx, { store_id, taxonomy_id: "tax_gone", last }),
        partition: taxonomies.partition({ store_id }),
      };
    },
  },
];

test.for(cascades)("$what although indexes lag", async ({ make }) => {
  const { run, partition } = await make(newId("store"));
  await withLaggingIndexes(LAGGING_ANSWERS, () => run(false));
  expect(await remainingItems(partition)).toEqual([]);
});

test("the children of a deleted node move up although indexes lag", async () => {
  const storeId = newId("store");
  const home = await createNode(ctx, storeId, { key: "home" });
  const deletedParent = { ...home, id: newId("node"), parent_id: home.id };
  const child = (key: string) => ({ ...home, id: newId("node"), key, parent_id: deletedParent.id });
  await bulkWrite(numbersTo(55).map((index) => nodes.create(child(`n-${index}`))));
  const about = { tenant_id: storeId, type: "node.deleted", record_id: deletedParent.id };
  const event = testEvent({ ...about, sequence: 2, data: deletedParent });
  await withLaggingIndexes(LAGGING_ANSWERS, () => liftChildren(ctx, event));
  const stored = await remainingItems(nodes.partition({ store_id: storeId }));
  const parents = stored.map((item) => nodes.parse(item).parent_id);
  expect(parents.filter((id) => id === home.id)).toHaveLength(55);
});

test("a record that an index shows only after a cascade is found by a check a minute later", async () => {
  const store_id = newId("store");
  const work = { store_id, taxonomy_id: "tax_gone" };
  await bulkWrite([runningDeletions.put(work)]);
  const { calls } = await watchCalls(() => removeChildren(ctx, work));
  await bulkWrite([taxonomies.create(taxonomyOf(store_id, "tax_gone", "late"))]);
  const sent = calls.flatMap(
    ({ input }) => JSON.stringify(input).match(/"queue":"remove-taxonomy.*?"delay":\d+/g) ?? [],
  );
  expect(sent).toEqual([expect.stringMatching(/last\\*":true.*"delay":60$/)]);
  expect(await remainingItems(runningDeletions.partition({ store_id }))).toHaveLength(1);
  await removeChildren(ctx, { ...work, last: true });
  expect(await remainingItems(taxonomies.partition({ store_id }))).toEqual([]);
  expect(await remainingItems(runningDeletions.partition({ store_id }))).toEqual([]);
});

test("a list shows no draft that its index still has as published", async () => {
  const storeId = newId("store");
  const { id: collection_id } = await createCollection(ctx, storeId, { key: "posts", fields: [] });
  const made = await createEntry(ctx, storeId, {
    collection_id,
    key: "post",
    fields: [],
    slug: { en: "post" },
  });
  const queries: Parameters<typeof listEntries>[2][] = [
    { collection_id },
    { collection_id, sort_field: "updated_at" },
    { collection_id, query: "post", sort_field: "key" },
  ];
  // A form is listed by the index alone, while entries are also found by their collection.
  const form = await createForm(ctx, storeId, { key: "ask" });
  const lists = (as: Context) =>
    Promise.all([
      ...queries.map(async (query) => (await listEntries(as, storeId, query)).items),
      listForms(as, storeId, {}).then(({ items }) => items),
    ]);
  await withLaggingIndexes(2, async () => {
    expect((await lists(contextWithoutRights)).map((items) => items.length)).toEqual([1, 1, 1, 1]);
    await updateEntry(ctx, storeId, made.id, { status: "draft", key: "post-secret" });
    await updateForm(ctx, storeId, form.id, { status: "archived" });
    expect(await lists(contextWithoutRights)).toEqual([[], [], [], []]);
  });
});
