import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems, type Read } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { fieldError, validationFailed } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, checkSize, newRecord } from "#core/records/record.ts";
import { resolveAlias } from "#lib/content/blocks/field-alias.ts";
import { withIds } from "#lib/content/blocks/field-ids.ts";
import { loadValueCheckers } from "#lib/content/blocks/service.ts";
import { collectionKind } from "./kind.ts";
import { RemoveEntries } from "./messages.ts";
import {
  Collection,
  type CollectionFieldInput,
  type CreateCollection,
  STATUSES,
  type UpdateCollection,
} from "./schema.ts";
import { collections } from "./table.ts";

export async function createCollection(
  ctx: Context,
  storeId: string,
  { schema, ...sent }: z.output<typeof CreateCollection>,
): Promise<Collection> {
  const fields = resolveAlias("schema", [sent.fields, schema], []) ?? [];
  await checkPatterns(fields);
  const now = ctx.now();
  const collection = newRecord(Collection, { status: "active" }, sent, {
    id: newId("col", ctx.clock()),
    store_id: storeId,
    fields: withIds(fields, [], ctx.clock()),
    created_at: now,
    updated_at: now,
  });
  checkSize(collection);
  const writes = [
    ...collectionKind.creation(collection),
    announce(ctx, "collection.created", collections, collection),
  ];
  return transact(ctx, writes, collection);
}

/** A collection by id or key. Archived ones are for those who may READ the store. */
export const getCollection = collectionKind.get;

export const listCollections = collectionKind.list;

/** Changes the given fields. Entries are checked against the new fields at their next write. */
export async function updateCollection(
  ctx: Context,
  storeId: string,
  segment: string,
  { schema, ...sent }: z.output<typeof UpdateCollection>,
): Promise<Collection> {
  const before = await collectionKind.existing(storeId, segment, { ctx });
  const fields = resolveAlias("schema", [sent.fields, schema], before.fields);
  await checkPatterns(fields ?? []);
  const after = changedRecord(Collection, before, sent, {
    fields: fields && withIds(fields, before.fields, ctx.clock()),
    updated_at: ctx.now(),
  });
  checkSize(after);
  const { record, writes } = collectionKind.replacement(ctx, "collection.updated", before, after);
  return transact(ctx, writes, record);
}

/** Deletes a collection. Its entries are hidden at once and deleted in the background. */
export async function deleteCollection(ctx: Context, storeId: string, segment: string): Promise<void> {
  const collection = await collectionKind.existing(storeId, segment, { ctx });
  await transact(ctx, [
    ...collectionKind.removal(collection),
    announce(ctx, "collection.deleted", collections, collection),
    enqueue(ctx, RemoveEntries, { store_id: storeId, collection_id: collection.id }),
  ]);
}

/** A collection by id or key, whatever its status. */
export const findCollection = collectionKind.find;

/** Collections by id, strongly consistent; those that do not exist are left out. */
export const readCollections = collectionKind.read;

export function collectionRead(storeId: string, id: string): Read<Stored<Collection>> {
  return collections.read({ store_id: storeId, id });
}

/** A condition for the transaction that writes an entry: its collection still exists. */
export const collectionCheck = collectionKind.stays;

/** Ids of a store's active collections; with `archivedToo`, of all its collections. */
export async function collectionIds(storeId: string, archivedToo: boolean): Promise<string[]> {
  const ids: string[] = [];
  for (const status of STATUSES.filter((one) => archivedToo || one === "active")) {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await queryItems(collections.list({ store_id: storeId, status }), {
        index: "list_created",
        after,
      });
      ids.push(...page.items.map(({ sk }) => String(sk)));
      after = page.after;
    } while (after);
  }
  return ids;
}

async function checkPatterns(fields: CollectionFieldInput[]): Promise<void> {
  if (!fields.some(({ properties }) => properties.pattern !== undefined)) return;
  const { patterns } = await loadValueCheckers();
  const errors = fields.flatMap(({ properties: { pattern } }, index) => {
    const message = pattern === undefined ? undefined : patterns.problem(pattern);
    const field = `fields[${index}].properties.pattern`;
    return message ? [fieldError(field, message)] : [];
  });
  if (errors.length > 0) throw validationFailed(errors);
}
