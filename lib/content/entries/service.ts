import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listOptions, listRecords, type Page } from "#core/dynamo/list.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type FieldError, GENERAL } from "#core/errors.ts";
import { parseLookup } from "#core/records/lookup.ts";
import { among } from "#lib/content/blocks/among.ts";
import { missing, written } from "#lib/content/blocks/missing.ts";
import type { Reference } from "#lib/content/blocks/schema.ts";
import { mediaIn } from "#lib/content/blocks/service.ts";
import { slugName } from "#lib/content/blocks/slugs.ts";
import { collectionIds, findCollection, readCollections } from "#lib/content/collections/service.ts";
import { defaultLanguage } from "#lib/tenancy/tenants/language.ts";
import { hydrated, type Known, nothingKnown, readEntries, readObjects, visibleEntries } from "./hydrate.ts";
import { type Entry, type EntryLookup, type EntryQuery, STATUSES } from "./schema.ts";
import { entries, entryKeys, entrySlugs } from "./table.ts";

type Lookup = z.output<typeof EntryLookup>;

/** An entry by id, key or slug that the caller may see. */
export async function getEntry(
  ctx: Context,
  storeId: string,
  segment: string,
  query: Lookup = {},
): Promise<Entry> {
  const known = nothingKnown();
  const entry = await firstEntry(ctx, storeId, segment, query, await ctx.may("READ", storeId), known);
  if (!entry) throw GENERAL.NOT_FOUND();
  return query.hydrate ? ((await hydrated(ctx, storeId, [entry], known))[0] ?? entry) : entry;
}

/** An entry by any spelling of its lookup, whatever its status, if its collection is still there. */
export async function findEntry(
  ctx: Context,
  storeId: string,
  segment: string,
): Promise<Stored<Entry> | undefined> {
  return firstEntry(ctx, storeId, segment, {}, true);
}

export async function listEntries(
  ctx: Context,
  storeId: string,
  query: z.output<typeof EntryQuery>,
): Promise<Page<Entry>> {
  const known = nothingKnown();
  const page = await listPage(ctx, storeId, query, known);
  return query.hydrate ? { ...page, items: await hydrated(ctx, storeId, page.items, known) } : page;
}

/** What references name that does not exist in the store, as field errors. */
export async function missingReferences(storeId: string, references: Reference[]): Promise<FieldError[]> {
  const known = nothingKnown();
  await readObjects(storeId, references.map(written), true, known);
  return missing(references, (reference) => known.objects.get(written(reference)) !== undefined);
}

/** The media that an entry refers to, and the write that demands that it still is as it was read. */
export async function mediaOfEntry(
  storeId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const [entry] = await readEntries(storeId, [id]);
  if (!entry) return undefined;
  const values = entry.fields.filter(({ type }) => type === "media").flatMap(({ value }) => value);
  return { mediaIds: mediaIn(values), unchanged: entries.check(entry) };
}

async function firstEntry(
  ctx: Context,
  storeId: string,
  segment: string,
  query: Lookup,
  seesAll: boolean,
  known = nothingKnown(),
): Promise<Stored<Entry> | undefined> {
  const lookup = parseLookup(storeId, segment, query);
  if (!lookup) return undefined;
  const first = async (found: Stored<Entry>[]) => (await visibleEntries(storeId, found, seesAll, known))[0];
  if (lookup.by === "id") return first(await readEntries(storeId, [lookup.id]));
  if (lookup.by === "key") {
    const parent = await idOfCollection(storeId, query.collection_id);
    return first(await byKey(storeId, lookup.key, parent));
  }
  const { slug, locale } = lookup;
  const inLanguage = async (language: string) => first(await bySlug(storeId, slug, language));
  // What is not for the caller to see must not stand before what the store's own language has.
  return (
    (locale ? await inLanguage(locale) : undefined) ??
    (await inLanguage(await defaultLanguage(ctx, storeId, "/v1/stores")))
  );
}

/** The id of a collection that is named by its id or as `{storeId}:{key}`; what names none stays as it is. */
async function idOfCollection(storeId: string, named: string | undefined): Promise<string | undefined> {
  if (!named?.includes(":")) return named;
  return (await findCollection(storeId, named))?.id ?? named;
}

// A key is one entry's within its collection: where no collection is named, the oldest one that is seen is meant.
async function byKey(
  storeId: string,
  key: string,
  collectionId: string | undefined,
): Promise<Stored<Entry>[]> {
  if (key === "") return [];
  const partition = entryKeys.partition({ store_id: storeId });
  const prefix = collectionId ? `${key}#${collectionId}` : `${key}#`;
  const { items } = await queryItems(partition, { prefix, consistent: true, limit: 100 });
  const owners = items
    .map((item) => entryKeys.parse(item))
    .filter((owner) => owner.key === key && (!collectionId || owner.collection_id === collectionId));
  return readEntries(
    storeId,
    owners.map(({ entry_id }) => entry_id),
  );
}

async function bySlug(storeId: string, slug: string, locale: string): Promise<Stored<Entry>[]> {
  const owner = await entrySlugs.find({ store_id: storeId, locale, slug: slugName(slug) });
  return owner ? readEntries(storeId, [owner.entry_id]) : [];
}

async function listPage(
  ctx: Context,
  storeId: string,
  query: z.output<typeof EntryQuery>,
  known: Known,
): Promise<Page<Stored<Entry>>> {
  const seesAll = await ctx.may("READ", storeId);
  const visible = STATUSES.filter((status) => seesAll || status === "active");
  const statuses = visible.filter((status) => query.status === undefined || query.status === status);
  if (query.ids || query.key !== undefined) {
    const parent = await idOfCollection(storeId, query.collection_id);
    const found = query.ids
      ? await readEntries(storeId, query.ids)
      : await byKey(storeId, query.key ?? "", parent);
    const seen = await visibleEntries(storeId, found, seesAll, known);
    const fits = ({ status, key, collection_id }: Entry) =>
      statuses.includes(status) &&
      (query.key === undefined || query.key === key) &&
      (parent === undefined || parent === collection_id);
    const texts = ({ key, slug }: Entry) => [key, ...Object.values(slug)];
    return among(seen.filter(fits), query, texts, [ctx.operation, storeId, seesAll]);
  }
  const partition = entries.partition({ store_id: storeId });
  const everything =
    seesAll && query.collection_id === undefined && query.status === undefined && !query.query;
  const unsorted = everything && !sorted(query);
  const parents = unsorted ? [] : await parentsOf(storeId, query.collection_id, seesAll, known);
  const lists = parents.flatMap((id) => statuses.map((status) => `${partition}#${id}#${status}`));
  const page = await listRecords(entries, {
    ...listOptions(query),
    partition,
    lists,
    walks: true,
    everything,
    idPrefix: "entry",
    scope: [ctx.operation, seesAll, query.collection_id ?? null],
  });
  return unsorted ? { ...page, items: await visibleEntries(storeId, page.items, true, known) } : page;
}

function sorted({ sort_field }: { sort_field?: string | undefined }): boolean {
  return sort_field !== undefined && sort_field !== "created_at";
}

async function parentsOf(
  storeId: string,
  collectionId: string | undefined,
  seesAll: boolean,
  known: Known,
): Promise<string[]> {
  if (collectionId === undefined) return collectionIds(storeId, seesAll);
  const parent = collectionId.includes(":")
    ? await findCollection(storeId, collectionId)
    : (await readCollections(storeId, [collectionId]))[0];
  if (parent) known.collections.set(parent.id, parent);
  return parent && (seesAll || parent.status === "active") ? [parent.id] : [];
}
