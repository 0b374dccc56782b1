import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError, shorten, validationFailed } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, checkSize, newRecord } from "#core/records/record.ts";
import { resolveAlias } from "#lib/content/blocks/field-alias.ts";
import { newReferences } from "#lib/content/blocks/references.ts";
import { COLLECTION } from "#lib/content/collections/errors.ts";
import type { Collection } from "#lib/content/collections/schema.ts";
import { collectionCheck, findCollection } from "#lib/content/collections/service.ts";
import { checkFields } from "./fields.ts";
import { emptyCache } from "./hydrate.ts";
import { entryKind } from "./kind.ts";
import {
  type CreateEntry,
  Entry,
  type EntryField,
  type EntryFieldInput,
  type UpdateEntry,
} from "./schema.ts";
import { existingEntry, missingReferences } from "./service.ts";
import { entries } from "./table.ts";

export async function createEntry(
  ctx: Context,
  storeId: string,
  { blocks, ...sent }: z.output<typeof CreateEntry>,
): Promise<Entry> {
  const { collection_id } = sent;
  const fields = resolveAlias("blocks", [sent.fields, blocks], []) ?? [];
  const collection = await findCollection(storeId, collection_id, {}, { ctx });
  if (!collection) {
    const { code, status: missing } = COLLECTION.NOT_FOUND;
    throw new ApiError(code, missing, `Collection ${shorten(collection_id)} was not found in this store.`);
  }
  const now = ctx.now();
  const entry = newRecord(Entry, { slug: {}, status: "active" }, sent, {
    id: newId("entry", ctx.clock()),
    store_id: storeId,
    collection_id: collection.id,
    fields: await checkedFields(storeId, collection, fields),
    created_at: now,
    updated_at: now,
  });
  checkSize(entry);
  return transact(
    ctx,
    [
      ...entryKind.creation(entry),
      collectionCheck(collection),
      announce(ctx, "entry.created", entries, entry),
    ],
    entry,
  );
}

/** Changes the given fields; `fields` replaces all of them. */
export async function updateEntry(
  ctx: Context,
  storeId: string,
  segment: string,
  { blocks, ...sent }: z.output<typeof UpdateEntry>,
): Promise<Entry> {
  const known = emptyCache();
  const before = await existingEntry(ctx, storeId, segment, known);
  const fields = resolveAlias("blocks", [sent.fields, blocks], before.fields.map(asInput));
  const collection = known.collections.get(before.collection_id);
  const after = changedRecord(Entry, before, sent, {
    fields:
      fields && collection ? await checkedFields(storeId, collection, fields, before.fields) : undefined,
    updated_at: ctx.now(),
  });
  checkSize(after);
  const { record, writes } = entryKind.replacement(ctx, "entry.updated", before, after);
  return transact(ctx, writes, record);
}

export async function deleteEntry(ctx: Context, storeId: string, segment: string): Promise<void> {
  await transact(ctx, removal(ctx, await existingEntry(ctx, storeId, segment)));
}

/** The writes that delete an entry with its key and slugs, and announce it. */
export function removal(ctx: Context, entry: Stored<Entry>): Write[] {
  return [...entryKind.removal(entry), announce(ctx, "entry.deleted", entries, entry)];
}

function asInput({ type, field_id, key, value }: EntryField): EntryFieldInput {
  return { type, field_id, key, value };
}

async function checkedFields(
  storeId: string,
  collection: Collection,
  given: EntryFieldInput[],
  stored: readonly EntryField[] = [],
): Promise<EntryField[]> {
  // Matching a pattern against a large value takes long, so a value that is too large is refused first.
  checkSize({ fields: given });
  const { fields, references, errors } = await checkFields(collection.fields, given);
  const missing = await missingReferences(storeId, newReferences(references, stored));
  const all = [...errors, ...missing];
  if (all.length > 0) throw validationFailed(all);
  return fields;
}
