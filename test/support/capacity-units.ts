import { AsyncLocalStorage } from "node:async_hooks";
import { tableName } from "#core/dynamo/client.ts";
import type { Key } from "#core/dynamo/key.ts";
import { INDEXES, LAYOUT } from "#core/dynamo/layout.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import { interceptCalls } from "./table.ts";

type Item = Record<string, unknown>;

/** Capacity units by partition key, for the table and for each index. */
export type CapacityUnits = { write: Map<string, number>; read: Map<string, number> };

interface CallInput {
  Key?: Key;
  Item?: Item;
  ConsistentRead?: boolean;
  IndexName?: keyof typeof INDEXES;
  ExpressionAttributeValues?: Item;
  TransactItems?: Record<string, CallInput>[];
  RequestItems?: Record<string, { Keys?: Key[]; ConsistentRead?: boolean } | Record<string, CallInput>[]>;
}

const KB = 1024;
const TABLE = "table";

/**
 * Measures capacity units of table calls by partition key, by DynamoDB's rules. A write costs the larger of
 * old and new item, doubled in a transaction. An index costs a unit per KB for each row put and each removed.
 */
export async function measureUnits<T>(run: () => Promise<T>): Promise<{ result: T; units: CapacityUnits }> {
  const units: CapacityUnits = { write: new Map(), read: new Map() };
  const inside = new AsyncLocalStorage<boolean>();
  const watch = async (command: string, next: () => Promise<unknown>, input: object) => {
    if (inside.getStore()) return next();
    const keys = writtenKeys(input as CallInput);
    const before = await inside.run(true, () => readItems(keys));
    const result = await next();
    const after = await inside.run(true, () => readItems(keys));
    const factor = command.startsWith("Transact") ? 2 : 1;
    for (const key of keys)
      countWrite(units, key, [before.get(keyText(key)), after.get(keyText(key))], factor);
    countReads(units, command, input as CallInput, (result as { output: CallReply }).output);
    return result;
  };
  return { result: await interceptCalls(watch, run), units };
}

function writtenKeys(input: CallInput): Key[] {
  const batched = Object.values(input.RequestItems ?? {}).flatMap((requests) =>
    Array.isArray(requests) ? requests.flatMap((request) => Object.values(request)) : [],
  );
  const all = [...batched, ...(input.TransactItems ?? []).flatMap((item) => Object.values(item))];
  const single = all.length === 0 && !input.RequestItems ? [input] : [];
  const isWrite = (each: CallInput) => each.Item !== undefined || each.Key !== undefined;
  const isRead = single.length === 1 && input.ConsistentRead !== undefined;
  return [...all, ...(isRead ? [] : single)].filter(isWrite).map(({ Item: item, Key: key }) => {
    const { pk, sk } = (item ?? key) as Key;
    return { pk, sk };
  });
}

async function readItems(keys: Key[]): Promise<Map<string, Item>> {
  const items = keys.length > 0 ? await batchGetItems(keys, true) : [];
  return new Map(items.map((item) => [keyText(item as Key), item]));
}

function countWrite(
  units: CapacityUnits,
  { pk }: Key,
  [before, after]: (Item | undefined)[],
  factor: number,
): void {
  const largest = Math.max(sizeOf(before), sizeOf(after));
  addUnits(units.write, `${TABLE} ${pk}`, factor * Math.max(1, Math.ceil(largest / KB)));
  for (const [name, { partition, sort }] of Object.entries(INDEXES)) {
    const [old, fresh] = [rowOf(before, partition, sort), rowOf(after, partition, sort)];
    if (JSON.stringify(old) === JSON.stringify(fresh)) continue;
    const isRekeyed = old && fresh && (old[partition] !== fresh[partition] || old[sort] !== fresh[sort]);
    if (old && (isRekeyed || !fresh))
      addUnits(units.write, `${name} ${String(old[partition])}`, Math.ceil(sizeOf(old) / KB));
    if (fresh) addUnits(units.write, `${name} ${String(fresh[partition])}`, Math.ceil(sizeOf(fresh) / KB));
  }
}

/** An item's row in an index; none if a key is missing. */
function rowOf(item: Item | undefined, partition: string, sort: string): Item | undefined {
  if (item?.[partition] === undefined || item[sort] === undefined) return undefined;
  const fields = new Set([LAYOUT.partition, LAYOUT.sort, partition, sort, ...LAYOUT.projected]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)));
}

type CallReply = { Item?: Item; Items?: Item[]; Responses?: Record<string, Item[]> };

function countReads(units: CapacityUnits, command: string, input: CallInput, reply: CallReply): void {
  const factor = (consistent: boolean | undefined) => (consistent ? 1 : 0.5);
  if (command.startsWith("GetItem") && input.Key)
    addUnits(
      units.read,
      `${TABLE} ${input.Key.pk}`,
      readUnitsOf(sizeOf(reply.Item)) * factor(input.ConsistentRead),
    );
  if (command.startsWith("Query")) {
    const size = (reply.Items ?? []).reduce((sum, item) => sum + sizeOf(item), 0);
    const place = `${input.IndexName ?? TABLE} ${String(input.ExpressionAttributeValues?.[":p"])}`;
    addUnits(units.read, place, readUnitsOf(size) * factor(input.ConsistentRead));
  }
  if (command.startsWith("BatchGet")) {
    const keyList = input.RequestItems?.[tableName()] as
      | { Keys?: Key[]; ConsistentRead?: boolean }
      | undefined;
    const found = new Map((reply.Responses?.[tableName()] ?? []).map((item) => [keyText(item as Key), item]));
    for (const key of keyList?.Keys ?? [])
      addUnits(
        units.read,
        `${TABLE} ${key.pk}`,
        readUnitsOf(sizeOf(found.get(keyText(key)))) * factor(keyList?.ConsistentRead),
      );
  }
}

/** The read units of some bytes: one for each 4 KB, at least one. */
function readUnitsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / (4 * KB)));
}

/** Size of an item by DynamoDB's rules: names and values in UTF-8, plus overhead. */
function sizeOf(item: Item | undefined): number {
  if (!item) return 0;
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value),
    0,
  );
}

function sizeOfValue(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).replace(/[-.]/g, "").length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, each) => sum + 1 + sizeOfValue(each), 0);
  if (typeof value === "object" && value !== null)
    return 3 + sizeOf(value as Item) + Object.keys(value).length;
  return 1;
}

function addUnits(to: Map<string, number>, name: string, amount: number): void {
  to.set(name, (to.get(name) ?? 0) + amount);
}

function keyText({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
