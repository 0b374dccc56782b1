import { expect, test } from "vitest";
import type { Context } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { newId } from "#core/id.ts";
import { createCollection, listCollections } from "#lib/content/collections/service.ts";
import { createEntry } from "#lib/content/entries/change.ts";
import { listEntries } from "#lib/content/entries/service.ts";
import * as legacyCollections from "#lib/content/legacy-content/collections.ts";
import * as legacyEntries from "#lib/content/legacy-content/entries.ts";
import * as legacy from "#lib/content/legacy-content/service.ts";
import { createNode } from "#lib/content/nodes/change.ts";
import { listChildren, listNodes } from "#lib/content/nodes/service.ts";
import { createTaxonomy } from "#lib/content/taxonomies/change.ts";
import * as taxonomies from "#lib/content/taxonomies/service.ts";
import { testContext } from "#test/support/world.ts";

type Paging = { limit?: number; cursor?: string };
type ListPage = (ctx: Context, paging: Paging) => Promise<Page<object>>;

const STATUSES = [{ status: "PUBLISHED" as const }];

/** Every list of content by its operation, each with more than a page of public records. */
async function contentLists(): Promise<[operation: string, ask: ListPage][]> {
  const ctx = testContext();
  const storeId = newId("store");
  const node = await createNode(ctx, storeId, { key: "n" });
  const kind = await createTaxonomy(ctx, storeId, { key: "t" });
  const collection = await createCollection(ctx, storeId, { key: "c", fields: [] });
  const weekly = await legacyCollections.createCollection(ctx, storeId, { name: "c", statuses: STATUSES });
  for (const key of ["a", "b", "c"]) {
    await createNode(ctx, storeId, { key, parent_id: node.id });
    await createTaxonomy(ctx, storeId, { key, parent_id: kind.id });
    await createEntry(ctx, storeId, { collection_id: collection.id, key, fields: [] });
    await createCollection(ctx, storeId, { key: `${key}-more`, fields: [] });
    await legacyCollections.createCollection(ctx, storeId, { name: key, statuses: STATUSES });
    await legacyEntries.createEntry(
      ctx,
      storeId,
      { collectionId: weekly.id, locale: "en", blocks: [], statuses: STATUSES },
      async () => true,
    );
  }
  const active = { status: "active" as const };
  const published = { status: "PUBLISHED" as const };
  return [
    [
      "listNodes",
      (as, paging) => listNodes(as, storeId, { ...paging, status: "ACTIVE", parent_id: node.id }),
    ],
    ["listNodeChildren", (as, paging) => listChildren(as, storeId, node.id, paging)],
    [
      "listEntries",
      (as, paging) => listEntries(as, storeId, { ...paging, ...active, collection_id: collection.id }),
    ],
    [
      "listTaxonomies",
      (as, paging) => taxonomies.listTaxonomies(as, storeId, { ...paging, ...active, parent_id: kind.id }),
    ],
    ["listTaxonomyChildren", (as, paging) => taxonomies.listChildren(as, storeId, kind.id, paging)],
    ["listCollections", (as, paging) => listCollections(as, storeId, { ...paging, ...active })],
    [
      "listBusinessCollections",
      (as, paging) => legacy.listCollections(as, storeId, { ...paging, ...published }),
    ],
    [
      "listBusinessEntries",
      (as, paging) => legacy.listEntries(as, storeId, { ...paging, ...published, collectionId: weekly.id }),
    ],
  ];
}

test("a cursor continues only its own operation, for the reader it was made for", async () => {
  for (const [operation, ask] of await contentLists()) {
    const as = (member: boolean, name = operation) =>
      testContext({ operation: name, may: async () => member });
    for (const member of [true, false]) {
      const first = await ask(as(member), { limit: 1 });
      const paging = { limit: 2, cursor: first.cursor ?? "" };
      const second = await ask(as(member), paging);
      expect([first.items.length, second.items.length], operation).toEqual([1, 2]);
      const refusal = { code: "GENERAL.VALIDATION_FAILED" };
      await expect(ask(as(!member), paging), operation).rejects.toMatchObject(refusal);
      await expect(ask(as(member, "listOther"), paging), operation).rejects.toMatchObject(refusal);
    }
  }
});
