import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listOptions, listRecords, type Page } from "#core/dynamo/list.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { validationFailed } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { parseLookup } from "#core/records/lookup.ts";
import { among } from "#lib/content/blocks/among.ts";
import { withIds } from "#lib/content/blocks/field-ids.ts";
import { loadTools } from "#lib/content/blocks/service.ts";
import { checkSize } from "#lib/content/blocks/size.ts";
import { COLLECTION } from "./errors.ts";
import { RemoveEntries } from "./messages.ts";
import type {
  Collection,
  CollectionFieldInput,
  CollectionQuery,
  CreateCollection,
  UpdateCollection,
} from "./schema.ts";
import { collectionKeys, collections } from "./table.ts";

const STATUSES = ["active", "archived"] as const;

export async function createCollection(
  ctx: Context,
  storeId: string,
  { key, fields, status }: z.output<typeof CreateCollection>,
): Promise<Collection> {
  await checkPatterns(fields);
  const now = ctx.now();
  const collection: Collection = {
    id: newId("col", ctx.clock()),
    key,
    store_id: storeId,
    fields: withIds(fields, [], ctx.clock()),
    status: status ?? "active",
    created_at: now,
    updated_at: now,
  };
  checkSize(collection);
  return transact(
    ctx,
    [
      collections.create(collection),
      takeKey(collection),
      announceCollection(ctx, "collection.created", { ...collection }),
    ],
    collection,
  );
}

/** A collection by id or key. Archived ones are for those who may READ the store. */
export async function getCollection(
  ctx: Context,
  storeId: string,
  segment: string,
  query: { key?: string | undefined } = {},
): Promise<Stored<Collection>> {
  const collection = await findCollection(storeId, segment, query);
  const visible = collection && (collection.status === "active" || (await ctx.may("READ", storeId)));
  if (!visible) throw COLLECTION.NOT_FOUND();
  return collection;
}

export async function listCollections(
  ctx: Context,
  storeId: string,
  query: z.output<typeof CollectionQuery>,
): Promise<Page<Collection>> {
  const seesAll = await ctx.may("READ", storeId);
  const visible = STATUSES.filter((status) => seesAll || status === "active");
  const statuses = visible.filter((status) => query.status === undefined || query.status === status);
  const fits = ({ status, key }: Collection) =>
    statuses.includes(status) && (query.key === undefined || query.key === key);
  if (query.ids || query.key !== undefined) {
    const found = query.ids
      ? await readCollections(storeId, query.ids)
      : [await findCollection(storeId, "", { key: query.key })].filter((one) => one !== undefined);
    return among(found.filter(fits), query, ({ key }) => [key], [ctx.operation, storeId, seesAll]);
  }
  const partition = collections.partition({ store_id: storeId });
  return listRecords(collections, {
    ...listOptions(query),
    partition,
    lists: statuses.map((status) => `${partition}#${status}`),
    everything: statuses.length === STATUSES.length,
    idPrefix: "col",
    scope: [ctx.operation, seesAll],
  });
}

/** Changes what is sent. Entries are checked against the new fields when they are written next. */
export async function updateCollection(
  ctx: Context,
  storeId: string,
  segment: string,
  changes: z.output<typeof UpdateCollection>,
): Promise<Collection> {
  await checkPatterns(changes.fields ?? []);
  const before = await existing(storeId, segment);
  const after: Stored<Collection> = {
    ...before,
    key: changes.key ?? before.key,
    fields: changes.fields ? withIds(changes.fields, before.fields, ctx.clock()) : before.fields,
    status: changes.status ?? before.status,
    updated_at: ctx.now(),
  };
  checkSize(after);
  const renamed = after.key !== before.key && [
    takeKey(after),
    collectionKeys.removeKey({ store_id: storeId, key: before.key }),
  ];
  return transact(
    ctx,
    [
      collections.replace(before, after),
      ...(renamed || []),
      announceCollection(ctx, "collection.updated", after),
    ],
    after,
  );
}

/** Deletes a collection; its entries, invisible from now on, go in the background. */
export async function deleteCollection(ctx: Context, storeId: string, segment: string): Promise<void> {
  const collection = await existing(storeId, segment);
  await transact(ctx, [
    collections.remove(collection),
    collectionKeys.removeKey({ store_id: storeId, key: collection.key }),
    announceCollection(ctx, "collection.deleted", collection),
    enqueue(ctx, RemoveEntries, { store_id: storeId, collection_id: collection.id }),
  ]);
}

/** A collection by any spelling of its lookup, whatever its status. */
export async function findCollection(
  storeId: string,
  segment: string,
  query: { key?: string | undefined } = {},
): Promise<Stored<Collection> | undefined> {
  const lookup = parseLookup(storeId, segment, query);
  if (lookup?.by === "id") return collections.find({ store_id: storeId, id: lookup.id });
  if (lookup?.by !== "key" || lookup.key === "") return undefined;
  const owner = await collectionKeys.find({ store_id: storeId, key: lookup.key });
  return owner && collections.find({ store_id: storeId, id: owner.collection_id });
}

/** Collections by id, strongly consistent; those that do not exist are left out. */
export async function readCollections(storeId: string, ids: string[]): Promise<Stored<Collection>[]> {
  return collections.batchGet(ids.map((id) => ({ store_id: storeId, id })));
}

/** Ids of all collections of a store, of those that are active unless told otherwise. */
export async function collectionIds(storeId: string, archivedToo: boolean): Promise<string[]> {
  const partition = collections.partition({ store_id: storeId });
  const ids: string[] = [];
  for (const status of STATUSES.filter((one) => archivedToo || one === "active")) {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await queryItems(`${partition}#${status}`, { index: "list_created", after });
      ids.push(...page.items.map(({ sk }) => String(sk)));
      after = page.after;
    } while (after);
  }
  return ids;
}

/** For the transaction of an entry: its collection is still there. Its key's item is small, so this costs little. */
export function collectionStays({ store_id, key, id }: Collection): Write {
  return {
    entity: "collection_key",
    check: collectionKeys.key({ store_id, key }),
    condition: { expression: "collection_id = :id", values: { ":id": id } },
    failure: "conflict",
  };
}

async function existing(storeId: string, segment: string): Promise<Stored<Collection>> {
  const collection = await findCollection(storeId, segment);
  if (!collection) throw COLLECTION.NOT_FOUND();
  return collection;
}

function takeKey({ store_id, key, id }: Collection): Write {
  return collectionKeys.create({ store_id, key, collection_id: id }, COLLECTION.KEY_TAKEN({ key }));
}

async function checkPatterns(fields: CollectionFieldInput[]): Promise<void> {
  if (!fields.some(({ properties }) => properties.pattern !== undefined)) return;
  const { patterns } = await loadTools();
  const errors = fields.flatMap(({ properties: { pattern } }, index) => {
    const message = pattern === undefined ? undefined : patterns.problem(pattern);
    const field = `fields[${index}].properties.pattern`;
    return message ? [{ field, message, error: "FIELD.VALIDATION_FAILED" }] : [];
  });
  if (errors.length > 0) throw validationFailed(errors);
}

function announceCollection(ctx: Context, type: string, collection: Stored<Collection>): Write {
  const { store_id, id } = collection;
  return announce(ctx, type, collection, { tenantId: store_id, resource: "collection", recordId: id });
}
