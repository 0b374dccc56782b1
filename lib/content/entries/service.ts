import type * as z from "zod";
import type { Context, Guarded } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { readBatch } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { FieldError } from "#core/errors.ts";
import type { VisibilityFilter } from "#core/records/lookup.ts";
import { missingReferenceErrors, referenceText } from "#lib/content/blocks/references.ts";
import type { Reference } from "#lib/content/blocks/schema.ts";
import { mediaIn } from "#lib/content/blocks/service.ts";
import {
  collectionIds,
  collectionRead,
  findCollection,
  readCollections,
} from "#lib/content/collections/service.ts";
import {
  emptyCache,
  hydrateEntries,
  type RequestCache,
  readEntries,
  readObjects,
  visibleEntries,
} from "./hydrate.ts";
import { entryKind } from "./kind.ts";
import { readEntryWithCollection } from "./read-with-collection.ts";
import type { Entry, EntryLookup, EntryQuery } from "./schema.ts";
import { entries } from "./table.ts";

type Lookup = z.output<typeof EntryLookup>;

/** An entry by id, key or slug that the caller may see. */
export async function getEntry(
  ctx: Context,
  storeId: string,
  segment: string,
  query: Lookup = {},
): Promise<Entry> {
  const known = emptyCache();
  const within = query.key === undefined ? undefined : await idOfCollection(storeId, query.collection_id);
  const entry = await entryKind.get(ctx, storeId, segment, query, {
    within,
    ...lookupOptions(ctx, storeId, known),
  });
  return query.hydrate ? ((await hydrateEntries(ctx, storeId, [entry], known))[0] ?? entry) : entry;
}

/** An entry by id, key or slug, whatever its status, if its collection still exists. */
export async function existingEntry(
  ctx: Guarded,
  storeId: string,
  segment: string,
  known = emptyCache(),
): Promise<Stored<Entry>> {
  return entryKind.existing(storeId, segment, lookupOptions(ctx, storeId, known));
}

export async function listEntries(
  ctx: Context,
  storeId: string,
  query: z.output<typeof EntryQuery>,
): Promise<Page<Entry>> {
  const known = emptyCache();
  const page = await listPage(ctx, storeId, query, known);
  return query.hydrate ? { ...page, items: await hydrateEntries(ctx, storeId, page.items, known) } : page;
}

/** The references to missing records of the store, as field errors. */
export async function missingReferences(storeId: string, references: Reference[]): Promise<FieldError[]> {
  if (references.length === 0) return [];
  const known = emptyCache();
  await readObjects(storeId, references.map(referenceText), true, known);
  return missingReferenceErrors(
    references,
    (reference) => known.objects.get(referenceText(reference)) !== undefined,
  );
}

/** The media that an entry refers to, and a condition that the entry is unchanged. */
export async function mediaOfEntry(
  storeId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const [entry] = await readEntries(storeId, [id]);
  if (!entry) return undefined;
  const values = entry.fields.filter(({ type }) => type === "media").flatMap(({ value }) => value);
  return { mediaIds: mediaIn(values), unchanged: entries.check(entry) };
}

/** The id of a collection that is named by its id or as `{storeId}:{key}`; an unknown name is returned as it is. */
async function idOfCollection(storeId: string, named: string | undefined): Promise<string | undefined> {
  if (!named?.includes(":")) return named;
  return (await findCollection(storeId, named))?.id ?? named;
}

function visibleInCollections(storeId: string, known: RequestCache): VisibilityFilter<Entry> {
  return (found, seesAll) => visibleEntries(storeId, found, seesAll, known);
}

function lookupOptions(ctx: Guarded, storeId: string, known: RequestCache) {
  const reading = (id: string, batch = readBatch(ctx)) => readEntryWithCollection(storeId, id, known, batch);
  return { ctx, visible: visibleInCollections(storeId, known), reading };
}

async function listPage(
  ctx: Context,
  storeId: string,
  query: z.output<typeof EntryQuery>,
  known: RequestCache,
): Promise<Page<Stored<Entry>>> {
  const { ids, key, status, collection_id } = query;
  if (ids === undefined && key === undefined && collection_id !== undefined && !collection_id.includes(":"))
    return pageOfCollection(ctx, storeId, query, collection_id, known);
  const isNamed = ids !== undefined || key !== undefined;
  const parent = isNamed ? await idOfCollection(storeId, collection_id) : undefined;
  const seesAll = await ctx.may("READ", storeId);
  // One index list has all entries of a store in the order of creation. Other requests need the lists per collection.
  const everything = seesAll && collection_id === undefined && status === undefined && !query.query;
  const unsorted = everything && !hasOtherSort(query);
  const parents = isNamed
    ? [parent].filter((id) => id !== undefined)
    : unsorted
      ? []
      : await visibleCollectionIds(storeId, collection_id, seesAll, known);
  return entryKind.list(ctx, storeId, query, {
    source:
      isNamed && parent === undefined
        ? {}
        : {
            lists: parents.map((id) => ({ collection_id: id })),
            coversPartition: everything,
            within: parent,
          },
    visible: isNamed || unsorted ? visibleInCollections(storeId, known) : undefined,
  });
}

/** A page of one collection's entries; empty if the caller may not see the collection. */
async function pageOfCollection(
  ctx: Context,
  storeId: string,
  query: z.output<typeof EntryQuery>,
  collection_id: string,
  known: RequestCache,
): Promise<Page<Stored<Entry>>> {
  const seesAll = await ctx.may("READ", storeId);
  const { key, parse, attributes } = collectionRead(storeId, collection_id);
  const take = (item: Record<string, unknown> | undefined) => {
    known.collections.set(collection_id, item && parse(item));
  };
  const page = await entryKind.list(ctx, storeId, query, {
    source: {
      lists: [{ collection_id }],
      coversPartition: false,
      extraItem: key && { key, take, attributes },
    },
    visible: visibleInCollections(storeId, known),
  });
  const unread = page.cursor !== null && !known.collections.has(collection_id);
  const parent = unread
    ? (await readCollections(storeId, [collection_id]))[0]
    : known.collections.get(collection_id);
  return parent && (seesAll || parent.status === "active") ? page : { items: [], cursor: null };
}

function hasOtherSort({ sort_field }: { sort_field?: string | undefined }): boolean {
  return sort_field !== undefined && sort_field !== "created_at";
}

async function visibleCollectionIds(
  storeId: string,
  collectionId: string | undefined,
  seesAll: boolean,
  known: RequestCache,
): Promise<string[]> {
  if (collectionId === undefined) return collectionIds(storeId, seesAll);
  const parent = collectionId.includes(":")
    ? await findCollection(storeId, collectionId)
    : (await readCollections(storeId, [collectionId]))[0];
  if (parent) known.collections.set(parent.id, parent);
  return parent && (seesAll || parent.status === "active") ? [parent.id] : [];
}
