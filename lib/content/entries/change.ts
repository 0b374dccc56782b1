import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import type { SlugMap } from "#lib/content/blocks/schema.ts";
import { checkSize } from "#lib/content/blocks/size.ts";
import { slugChanges } from "#lib/content/blocks/slugs.ts";
import { COLLECTION } from "#lib/content/collections/errors.ts";
import type { Collection } from "#lib/content/collections/schema.ts";
import { collectionStays, findCollection } from "#lib/content/collections/service.ts";
import { ENTRY } from "./errors.ts";
import { checkFields } from "./fields.ts";
import type { CreateEntry, Entry, EntryField, EntryFieldInput, UpdateEntry } from "./schema.ts";
import { findEntry, missingReferences } from "./service.ts";
import { entries, entryKeys, entrySlugs } from "./table.ts";

export async function createEntry(
  ctx: Context,
  storeId: string,
  { collection_id, key, fields, slug, status }: z.output<typeof CreateEntry>,
): Promise<Entry> {
  const collection = await findCollection(storeId, collection_id);
  if (!collection) throw COLLECTION.NOT_FOUND();
  const now = ctx.now();
  const entry: Entry = {
    id: newId("entry", ctx.clock()),
    store_id: storeId,
    collection_id: collection.id,
    key,
    slug: slug ?? {},
    fields: await checked(storeId, collection, fields),
    status: status ?? "active",
    created_at: now,
    updated_at: now,
  };
  checkSize(entry);
  return transact(
    ctx,
    [
      entries.create(entry),
      takeKey(entry),
      ...slugWrites(entry, {}, entry.slug),
      collectionStays(collection),
      announceEntry(ctx, "entry.created", { ...entry }),
    ],
    entry,
  );
}

/** Changes what is sent; fields, if they are sent, are all of them. */
export async function updateEntry(
  ctx: Context,
  storeId: string,
  segment: string,
  changes: z.output<typeof UpdateEntry>,
): Promise<Entry> {
  const before = await existing(ctx, storeId, segment);
  const collection = changes.fields ? await findCollection(storeId, before.collection_id) : undefined;
  const after: Stored<Entry> = {
    ...before,
    key: changes.key ?? before.key,
    slug: changes.slug ?? before.slug,
    fields: changes.fields && collection ? await checked(storeId, collection, changes.fields) : before.fields,
    status: changes.status ?? before.status,
    updated_at: ctx.now(),
  };
  checkSize(after);
  return transact(
    ctx,
    [
      entries.replace(before, after),
      ...(after.key === before.key ? [] : [takeKey(after), entryKeys.removeKey(before)]),
      ...slugWrites(after, before.slug, after.slug),
      announceEntry(ctx, "entry.updated", after),
    ],
    after,
  );
}

export async function deleteEntry(ctx: Context, storeId: string, segment: string): Promise<void> {
  await transact(ctx, removal(ctx, await existing(ctx, storeId, segment)));
}

/** The writes that remove an entry with its key and slugs, and say so. */
export function removal(ctx: Context, entry: Stored<Entry>): Write[] {
  return [
    entries.remove(entry),
    entryKeys.removeKey(entry),
    ...slugWrites(entry, entry.slug, {}),
    announceEntry(ctx, "entry.deleted", entry),
  ];
}

async function existing(ctx: Context, storeId: string, segment: string): Promise<Stored<Entry>> {
  const entry = await findEntry(ctx, storeId, segment);
  if (!entry) throw GENERAL.NOT_FOUND();
  return entry;
}

async function checked(
  storeId: string,
  collection: Collection,
  given: EntryFieldInput[],
): Promise<EntryField[]> {
  // Patterns cost in proportion to their text: what no record could hold is not looked at.
  checkSize({ fields: given });
  const { fields, references, errors } = await checkFields(collection.fields, given);
  const missing = references.length > 0 ? await missingReferences(storeId, references) : [];
  const all = [...errors, ...missing];
  if (all.length > 0) throw validationFailed(all);
  return fields;
}

function takeKey({ store_id, collection_id, key, id }: Entry): Write {
  return entryKeys.create({ store_id, collection_id, key, entry_id: id }, ENTRY.KEY_TAKEN({ key }));
}

function slugWrites({ store_id, collection_id, id }: Entry, before: SlugMap, after: SlugMap): Write[] {
  const { taken, freed } = slugChanges(before, after);
  return [
    ...taken.map(([locale, slug]) =>
      entrySlugs.create(
        { store_id, collection_id, locale, slug, entry_id: id },
        ENTRY.SLUG_TAKEN({ slug, locale }),
      ),
    ),
    ...freed.map(([locale, slug]) => entrySlugs.removeKey({ store_id, locale, slug })),
  ];
}

function announceEntry(ctx: Context, type: string, entry: Stored<Entry>): Write {
  const { store_id, id } = entry;
  return announce(ctx, type, entry, { tenantId: store_id, resource: "entry", recordId: id });
}
