// Key-value data of an account's own programs: JSON values with an optional expiry.
import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { MAX_ANSWER_BYTES, openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import { queryItems, readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { PLATFORM_DATA } from "./errors.ts";
import {
  DATA_SHARDS,
  type DataItem,
  type DataPage,
  type DataQuery,
  type DataRecord,
  MAX_ITEMS,
  MAX_VALUE_BYTES,
  type PutOptions,
} from "./schema.ts";
import { dataCounts, platformData } from "./table.ts";

const MAX_ITEMS_PER_ACCOUNT = 100_000;

/** The owner of data: an account, or separately an account within one store. */
interface Owner {
  person_id: string;
  space: string;
}

/** Writes a value, and deletes the previous key in the same transaction. */
export async function putData(
  ctx: Context,
  { key, value, ttl, previous_key }: { key: string; value: unknown } & PutOptions,
): Promise<{ ok: true }> {
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_VALUE_BYTES) throw PLATFORM_DATA.VALUE_TOO_LARGE({ bytes, most: MAX_VALUE_BYTES });
  const owner = ownerOf(ctx);
  const moved = previous_key && previous_key !== key ? previous_key : undefined;
  const [before, previous] = await readTogether(
    [platformData.read({ ...owner, key }), platformData.read({ ...owner, key: moved ?? "" })],
    ctx,
  );
  const after: DataRecord = {
    ...owner,
    key,
    json,
    ...(ttl ? { expires_at: ctx.now() + ttl, shard: shardOf(owner.person_id) } : {}),
    updated_at: ctx.now(),
  };
  const writes = [
    before ? platformData.replace(before, after) : platformData.create(after),
    previous && platformData.remove(previous),
    countWrite(owner, (before ? 0 : 1) - (previous ? 1 : 0)),
  ];
  return transact(ctx, writes, { ok: true as const });
}

/** The value of a key; `undefined` when there is none or it has expired. */
export async function getData(ctx: Context, key: string): Promise<DataItem | undefined> {
  const record = await platformData.find({ ...ownerOf(ctx), key }, ctx);
  return record && isLive(ctx, record) ? itemOf(record) : undefined;
}

/** The items whose keys begin with a text, in binary order of UTF-8, as many as fit one answer. */
export async function listData(
  ctx: Context,
  query: z.output<typeof DataQuery>,
): Promise<z.output<typeof DataPage>> {
  if (query.exact) {
    const item = query.key === "" ? undefined : await getData(ctx, query.key);
    return pageOf(item ? [item] : [], null);
  }
  const owner = ownerOf(ctx);
  const limit = query.limit ?? MAX_ITEMS;
  const scope = [ctx.operation, owner, query.key];
  const range = { prefix: `${platformData.prefix({ space: owner.space })}${query.key}`, consistent: true };
  const items: DataItem[] = [];
  let bytes = 0;
  let after = await openCursor<Record<string, unknown>>(query.cursor, scope);
  do {
    // Reads one extra item, to know if a next page exists.
    const found = await queryItems(platformData.partition(owner), { ...range, limit: limit + 1, after });
    for (const raw of found.items) {
      const record = platformData.parse(raw);
      if (!isLive(ctx, record)) continue;
      bytes += Buffer.byteLength(record.json) + Buffer.byteLength(record.key);
      if (items.length === limit || (items.length > 0 && bytes > MAX_ANSWER_BYTES / 2)) {
        return pageOf(items, await sealCursor(after, scope));
      }
      items.push(itemOf(record));
      after = { pk: raw.pk, sk: raw.sk };
    }
    after = found.after;
  } while (after);
  return pageOf(items, null);
}

export async function deleteData(ctx: Context, key: string): Promise<void> {
  const owner = ownerOf(ctx);
  const record = await platformData.find({ ...owner, key }, ctx);
  if (record) await transact(ctx, [platformData.remove(record), countWrite(owner, -1)]);
}

/** Deletes an expired item, unless it was written again meanwhile. */
export async function removeExpired(
  ctx: Context,
  slots: Pick<DataRecord, "person_id" | "space" | "key">,
): Promise<void> {
  const record = await platformData.find(slots, ctx);
  if (!record || isLive(ctx, record)) return;
  await transact(ctx, [platformData.remove(record), countWrite(record, -1)]);
}

function ownerOf(ctx: Context): Owner {
  const { id, storeId } = person(ctx);
  return { person_id: id, space: storeId ?? "account" };
}

function isLive(ctx: Context, { expires_at }: DataRecord): boolean {
  return expires_at === undefined || expires_at > ctx.now();
}

function itemOf({ key, json }: Stored<DataRecord>): DataItem {
  return { key, value: JSON.parse(json) };
}

function pageOf(items: DataItem[], cursor: string | null): z.output<typeof DataPage> {
  return { value: items, items, cursor };
}

function countWrite({ person_id }: Pick<Owner, "person_id">, by: number): Write | undefined {
  if (by === 0) return undefined;
  const room =
    by > 0
      ? {
          expression: "attribute_not_exists(#items) or #items < :most",
          names: { "#items": "items" },
          values: { ":most": MAX_ITEMS_PER_ACCOUNT },
        }
      : undefined;
  const change = { add: { items: by }, set: { person_id } };
  return dataCounts.update(
    { person_id },
    change,
    room,
    PLATFORM_DATA.TOO_MANY_ITEMS({ most: MAX_ITEMS_PER_ACCOUNT }),
  );
}

function shardOf(personId: string): number {
  return (personId.codePointAt(personId.length - 1) ?? 0) % DATA_SHARDS;
}
