import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { facet } from "#core/dynamo/terms.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { list, recordSource } from "#core/records/list.ts";
import { parseLookup } from "#core/records/lookup.ts";
import { mediaInBlocks } from "./blocks.ts";
import { collectionOf, collectionOwner, type Entry, type EntryQuery } from "./entry-schema.ts";
import { CONTENT } from "./errors.ts";
import { type Collection, type CollectionQuery, STATUSES, statusOf } from "./schema.ts";
import { collectionSlugs, collections, entries } from "./table.ts";

/** A collection by id or slug, whatever its status. */
export async function findCollection(
  businessId: string,
  segment: string,
  query: { slug?: string | undefined } = {},
): Promise<Stored<Collection> | undefined> {
  const lookup = parseLookup(businessId, segment, query);
  if (lookup?.by === "id") return collections.find({ businessId, id: lookup.id });
  const slug = lookup?.by === "slug" ? lookup.slug : lookup?.key;
  const owner = slug ? await collectionSlugs.find({ businessId, slug: slug.toLowerCase() }) : undefined;
  return owner && collections.find({ businessId, id: owner.collectionId });
}

/** A collection that the caller may see. Drafts need READ on the business. */
export async function getCollection(
  ctx: Context,
  businessId: string,
  segment: string,
  query: { slug?: string | undefined } = {},
): Promise<Stored<Collection>> {
  const collection = await findCollection(businessId, segment, query);
  const visible = collection && (statusOf(collection) === "PUBLISHED" || (await ctx.may("READ", businessId)));
  if (!visible) throw CONTENT.NOT_FOUND();
  return collection;
}

export async function listCollections(
  ctx: Context,
  businessId: string,
  query: z.output<typeof CollectionQuery>,
): Promise<Page<Collection>> {
  const seesAll = await ctx.may("READ", businessId);
  const statuses = visibleStatuses(seesAll, query.status);
  const coversPartition = statuses.length === STATUSES.length;
  return list(ctx, query, {
    source: recordSource(collections, "lcol", { businessId }, { statuses, coversPartition }),
    terms: query.type ? [facet("type", query.type)] : [],
    visible: { viewer: seesAll },
  });
}

/** An entry whatever its status, if its collection still exists. */
export async function findEntry(businessId: string, id: string): Promise<Stored<Entry> | undefined> {
  const entry = await entries.find({ businessId, id });
  const collectionId = entry && collectionOf(entry.owner);
  if (collectionId === undefined) return entry;
  const collection = await findCollection(businessId, collectionId);
  return collection && entry;
}

/** Entries by id, without those whose collection was deleted. */
export async function findEntries(businessId: string, ids: string[]): Promise<Stored<Entry>[]> {
  return withParents(businessId, await entries.batchGet(ids.map((id) => ({ businessId, id }))), () => true);
}

/** The media that an entry refers to, and a condition that the entry is unchanged. */
export async function mediaOfEntry(
  businessId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const entry = await entries.find({ businessId, id });
  return entry && { mediaIds: mediaInBlocks(entry.blocks), unchanged: entries.check(entry) };
}

/** An entry that the caller may see: without READ, only published entries of published collections. */
export async function getEntry(ctx: Context, businessId: string, id: string): Promise<Stored<Entry>> {
  const entry = await entries.find({ businessId, id }, ctx);
  if (!entry) throw GENERAL.NOT_FOUND();
  const visible = await visibleEntries(ctx, businessId, [entry]);
  if (visible.length === 0) throw GENERAL.NOT_FOUND();
  return entry;
}

/**
 * Entries of a business, newest first, or of one owner. A page can be shorter than its limit, because entries of hidden
 * collections are left out.
 */
export async function listEntries(
  ctx: Context,
  businessId: string,
  query: z.output<typeof EntryQuery>,
): Promise<Page<Entry>> {
  const seesAll = await ctx.may("READ", businessId);
  const owner = query.collectionId ? await findOwner(businessId, query.collectionId) : query.owner;
  if (owner && collectionOf(owner) === undefined && !seesAll) return { items: [], cursor: null };
  const statuses = visibleStatuses(seesAll, query.status);
  const audiences = seesAll ? (["COLLECTION", "INTERNAL"] as const) : (["COLLECTION"] as const);
  return list(ctx, query, {
    source: recordSource(
      entries,
      "lent",
      { businessId },
      {
        statuses,
        lists: owner ? [{ owner }] : audiences.map((audience) => ({ audience })),
        below: owner !== undefined,
        coversPartition: !owner && seesAll && query.status === undefined,
      },
    ),
    visible: { viewer: seesAll, filter: (found) => visibleEntries(ctx, businessId, found) },
  });
}

/** The `owner` of a collection's entries, by the collection's id, `owner` form or `{businessId}:{slug}`. */
async function findOwner(businessId: string, named: string): Promise<string> {
  const segment = collectionOf(named) ?? named;
  const id = segment.includes(":") ? (await findCollection(businessId, segment))?.id : segment;
  return collectionOwner(id ?? segment);
}

async function visibleEntries(
  ctx: Context,
  businessId: string,
  found: Stored<Entry>[],
): Promise<Stored<Entry>[]> {
  const seesAll = await ctx.may("READ", businessId);
  return withParents(
    businessId,
    found,
    (entry, parent) =>
      seesAll || (parent !== undefined && [entry, parent].every((one) => statusOf(one) === "PUBLISHED")),
  );
}

/** The entries that pass `fits`, without those whose collection was deleted. */
async function withParents(
  businessId: string,
  found: Stored<Entry>[],
  fits: (entry: Entry, parent: Collection | undefined) => boolean,
): Promise<Stored<Entry>[]> {
  const ids = new Set(found.flatMap(({ owner }) => collectionOf(owner) ?? []));
  const parents = await collections.batchGet([...ids].map((id) => ({ businessId, id })));
  return found.filter((entry) => {
    const collectionId = collectionOf(entry.owner);
    const parent = parents.find(({ id }) => id === collectionId);
    return (parent !== undefined || collectionId === undefined) && fits(entry, parent);
  });
}

function visibleStatuses(seesAll: boolean, wanted: (typeof STATUSES)[number] | undefined) {
  return STATUSES.filter((status) => seesAll || status === "PUBLISHED").filter(
    (status) => wanted === undefined || wanted === status,
  );
}
