import type { KeysAndAttributes } from "@aws-sdk/client-dynamodb";
import type { Guarded } from "#core/context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { BatchGetCommand, GetCommand, QueryCommand, table, tableName } from "./client.ts";
import { canExist, type Key, keyName, keyOfItem, lastKeyOf } from "./key.ts";
import { INDEXES, type IndexName } from "./layout.ts";
import { retryUnprocessed } from "./retry.ts";

export const DEFAULT_PAGE_SIZE = 20;

interface KeyRange {
  /** Sort keys from here, inclusive. */
  from?: string;
  /** Sort keys up to here, inclusive. */
  to?: string;
  prefix?: string;
}

export interface QueryOptions extends KeyRange {
  /** Attributes to read in place of whole items. */
  attributes?: readonly string[] | undefined;
  index?: IndexName;
  limit?: number;
  descending?: boolean;
  consistent?: boolean;
  /** LastEvaluatedKey of the page before. */
  after?: Record<string, unknown> | undefined;
  /** Name of another table to read, in place of this backend's own. */
  otherTable?: string | undefined;
}

/**
 * Reads one raw item, strongly consistent.
 *
 * @param ctx its guards are read in the same request
 */
export async function getItem(key: Key, ctx?: Guarded): Promise<Record<string, unknown> | undefined> {
  if (!canExist(key)) return undefined;
  if (ctx?.guards?.keys().length) return (await batchGetItems([key], true, undefined, ctx))[0];
  const reply = await table().send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return reply.Item;
}

/** Reads items, but no guards; the result is keyed by `keyName`. */
export async function readUnguarded(keys: Key[]): Promise<Map<string, Record<string, unknown>>> {
  const [first, ...more] = keys;
  if (!first || more.length > 0) return readChunks(keys, { ConsistentRead: true });
  const item = await getItem(first);
  return new Map(item ? [[keyName(first), item]] : []);
}

/** Reads raw items of a partition; see `QueryOptions`. */
export async function queryItems(
  partition: string,
  { index, limit, descending, consistent, after, from, to, prefix, attributes, otherTable }: QueryOptions,
): Promise<{ items: Record<string, unknown>[]; after: Record<string, unknown> | undefined }> {
  const inverted =
    from !== undefined && to !== undefined && Buffer.compare(Buffer.from(from), Buffer.from(to)) > 0;
  if (inverted || !canExist({ pk: partition, sk: prefix ?? "" })) return { items: [], after: undefined };
  const keys = index ? INDEXES[index] : { partition: "pk", sort: "sk" };
  const values: Record<string, unknown> = { ":p": partition };
  let expression = "#p = :p";
  if (prefix !== undefined && prefix !== "") {
    expression += " and #s between :from and :to";
    values[":from"] = prefix;
    values[":to"] = lastKeyOf(prefix);
  } else if (from !== undefined || to !== undefined) {
    expression += " and #s between :from and :to";
    values[":from"] = from ?? " ";
    values[":to"] = to ?? "\u{10FFFF}";
  }
  const projection = projectionOf(attributes);
  const reply = await table().send(
    new QueryCommand({
      TableName: otherTable ?? tableName(),
      ...(index ? { IndexName: index } : {}),
      ...projection,
      KeyConditionExpression: expression,
      ExpressionAttributeNames: {
        "#p": keys.partition,
        ...(expression.includes("#s") ? { "#s": keys.sort } : {}),
        ...projection.ExpressionAttributeNames,
      },
      ExpressionAttributeValues: values,
      ScanIndexForward: !descending,
      ...(limit === undefined ? {} : { Limit: limit }),
      ...(consistent ? { ConsistentRead: true } : {}),
      ...(after ? { ExclusiveStartKey: after } : {}),
    }),
  );
  return { items: reply.Items ?? [], after: reply.LastEvaluatedKey };
}

const MAX_BATCH_KEYS = 100;

/**
 * Reads raw items by key, 100 a request, in the given order; keys without an item are left out.
 *
 * @param attributes to read in place of whole items, the key among them
 * @param ctx its guards are read in the same request, if that is consistent
 */
export async function batchGetItems(
  keys: Key[],
  consistent = false,
  attributes?: readonly string[],
  ctx?: Guarded,
): Promise<Record<string, unknown>[]> {
  const names = keys.map(keyName);
  const named = new Map<string, Key>();
  for (const [index, key] of keys.entries()) if (canExist(key)) named.set(names[index] ?? "", key);
  if (named.size === 0) return [];
  const guards = consistent ? ctx?.guards : undefined;
  const guardKeys = guards?.keys() ?? [];
  for (const key of guardKeys) named.set(keyName(key), key);
  const reading = readChunks([...named.values()], {
    ConsistentRead: consistent,
    // The items of guards have other attributes.
    ...projectionOf(guardKeys.length > 0 ? undefined : attributes),
  });
  const judged = guardKeys.length > 0 ? guards?.judgeBy(reading) : undefined;
  const [found] = await sideBySide([reading, judged]);
  return names.map((name) => found.get(name)).filter((item) => item !== undefined);
}

type ReadOptions = Omit<KeysAndAttributes, "Keys">;

function projectionOf(attributes: readonly string[] | undefined) {
  if (!attributes) return {};
  return {
    ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
  };
}

async function readChunks(keys: Key[], how: ReadOptions): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  const chunks = Array.from({ length: Math.ceil(keys.length / MAX_BATCH_KEYS) }, (_, index) =>
    keys.slice(index * MAX_BATCH_KEYS, (index + 1) * MAX_BATCH_KEYS),
  );
  await sideBySide(chunks.map((chunk) => readChunk(chunk, how, found)));
  return found;
}

function readChunk(
  chunk: Key[],
  how: ReadOptions,
  found: Map<string, Record<string, unknown>>,
): Promise<void> {
  return retryUnprocessed<Record<string, unknown>>(chunk, async (pending) => {
    const reply = await table().send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: [...pending], ...how } } }),
    );
    for (const item of reply.Responses?.[tableName()] ?? []) found.set(keyName(keyOfItem(item)), item);
    return reply.UnprocessedKeys?.[tableName()]?.Keys ?? [];
  });
}

/** One read as a value: the key of a record, and how it is parsed. Entities make them. */
export interface Read<T extends object> {
  /** `undefined` where an id is empty, because no record has that key. */
  key: Key | undefined;
  parse(item: Record<string, unknown>): T;
  /** The attributes that it is read from; `undefined` reads the whole item. */
  attributes?: readonly string[] | undefined;
}

export type ReadResult<R> = R extends Read<infer T> ? T | undefined : never;

/**
 * Reads records of any kinds by key in one round trip, strongly consistent; up to a hundred different ones a request.
 *
 * @param ctx its guards are read in the same request
 * @returns the records in the order of the reads, `undefined` for those that do not exist
 */
export async function readTogether<const R extends readonly Read<object>[]>(
  reads: R,
  ctx?: Guarded,
): Promise<{ -readonly [K in keyof R]: ReadResult<R[K]> }> {
  const items = await batchGetItems(
    reads.flatMap(({ key }) => key ?? []),
    true,
    undefined,
    ctx,
  );
  return parsedReads(reads, new Map(items.map((item) => [keyName(keyOfItem(item)), item])));
}

export function parsedReads(
  reads: readonly Read<object>[],
  byKey: Map<string, Record<string, unknown> | undefined>,
) {
  const found = reads.map(({ key, parse }) => {
    const item = key && byKey.get(keyName(key));
    return item && parse(item);
  });
  // Safe: each place holds the result of that place's own read.
  return found as never;
}

/** Reads of many kinds that are collected one by one and made in one round trip. */
export interface ReadBatch {
  /** Adds a read, and returns the function that gives its result once the batch has run. */
  add<T extends object>(read: Read<T>): () => T | undefined;
  run(): Promise<void>;
}

/**
 * An empty batch. It can run again after further reads were added: only the new ones are made.
 *
 * @param ctx its guards are read with the first run
 */
export function readBatch(ctx?: Guarded, { consistent = true } = {}): ReadBatch {
  const pending = new Map<string, Key>();
  const found = new Map<string, Record<string, unknown>>();
  return {
    add({ key, parse }) {
      if (!key) return () => undefined;
      const name = keyName(key);
      if (!found.has(name)) pending.set(name, key);
      return () => {
        const item = found.get(name);
        return item && parse(item);
      };
    },
    async run() {
      const items =
        pending.size > 0 ? await batchGetItems([...pending.values()], consistent, undefined, ctx) : [];
      for (const item of items) found.set(keyName(keyOfItem(item)), item);
      pending.clear();
    },
  };
}
