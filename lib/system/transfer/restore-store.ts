// Restores one store in the live table from a backup that was restored to another table.
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#core/context.ts";
import { tenantKey } from "#core/dynamo/cache.ts";
import { tableName } from "#core/dynamo/client.ts";
import { SUMS_ATTRIBUTE } from "#core/dynamo/entity-shape.ts";
import { exchangeItem } from "#core/dynamo/exchange-item.ts";
import { LAYOUT } from "#core/dynamo/layout.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { childKinds, childPartitions, tenantPartitions } from "#lib/system/deletion/tenant-partitions.ts";
import { parseTenant } from "#lib/tenancy/tenants/transfer.ts";
import { isKeptOnRestore } from "./kinds.ts";
import { kindOf } from "./service.ts";

type Item = Record<string, unknown>;

/** The items of one key in the backup and in the live table. */
interface ItemPair {
  then?: Item;
  now?: Item;
}

/** How many records of each kind were restored (`put`), and deleted because they are newer (`taken`). */
export interface RestoreResult {
  put: Record<string, number>;
  taken: Record<string, number>;
  /** How many records changed meanwhile. Another run restores them. */
  missed: number;
}

/** Keys compared concurrently. */
const CONCURRENCY = 32;
/** Added to a restored record's version, so that its next event is newer than any sent since the backup. */
const VERSION_GAP = 1000;

/**
 * Restores the records of an archived store and deletes newer ones. What was sent outside stays, as do
 * events, used numbers, members and sums, so that nothing is sent twice. The store itself comes last and is open
 * again if it was open in the backup. Safe to interrupt and to repeat.
 *
 * @param from name of the backup table
 * @param overwritten gets each item that is replaced or deleted
 * @throws Error with a message for the operator
 */
export async function restoreRecords(
  ctx: Context,
  storeId: string,
  from: string,
  overwritten: (item: Item) => void,
): Promise<RestoreResult> {
  const store = await findArchivedStore(storeId, from);
  const done: RestoreResult = { put: {}, taken: {}, missed: 0 };
  const restorePair = async (pair: ItemPair) => {
    const kind = String(pair.then?._t ?? pair.now?._t ?? kindOf(pair.then ?? pair.now ?? {}));
    if (isKeptOnRestore(pair.then ?? pair.now ?? {}, kind) || isSame(pair, ctx.now())) return;
    if (!(await exchangeItem(pair.now, pair.then && restoredItem(pair.then, pair.now)))) {
      done.missed++;
      return;
    }
    if (pair.now) overwritten(pair.now);
    const counts = pair.then ? done.put : done.taken;
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  for await (const partition of partitionsOf(storeId, from)) {
    let some: ItemPair[] = [];
    for await (const pair of itemPairs(partition, from)) {
      if (kindIn(pair) === "tenant") continue;
      if (some.push(pair) < CONCURRENCY) continue;
      await sideBySide(some.map(restorePair));
      some = [];
    }
    await sideBySide(some.map(restorePair));
  }
  if (done.missed === 0) await restorePair(store);
  return done;
}

async function findArchivedStore(storeId: string, from: string): Promise<ItemPair> {
  const { pk, sk } = tenantKey(storeId);
  for await (const { then, now } of itemPairs(pk, from)) {
    if ((now ?? then)?.sk !== sk) continue;
    if (!now)
      throw new Error(`The store ${storeId} is not here. A store that was deleted does not come back.`);
    if (!then) throw new Error(`The store ${storeId} was not there at that time.`);
    const [was, is] = [parseTenant(then), parseTenant(now)];
    if (was.key !== is.key)
      throw new Error(`The store has the key ${is.key}, and had ${was.key}: change it back first.`);
    if (is.status !== "ARCHIVED")
      throw new Error(`The store ${is.key} is ${is.status}: archive it, and wait a minute.`);
    return { then, now };
  }
  throw new Error(`There is no store ${storeId}.`);
}

async function* partitionsOf(storeId: string, from: string): AsyncGenerator<string> {
  // Children come before their parent, because a later run finds them through it.
  const known = new Set<string>();
  for (const kind of childKinds()) {
    for (const name of [from, tableName()]) {
      for await (const partitions of childPartitions(kind, storeId, name)) {
        for (const partition of partitions) {
          if (!known.has(partition)) yield partition;
          known.add(partition);
        }
      }
    }
  }
  yield* tenantPartitions(storeId);
}

/** Both items of each key of a partition, in key order. */
async function* itemPairs(partition: string, from: string): AsyncGenerator<ItemPair> {
  const [before, after] = [readRows(partition, from), readRows(partition, tableName())];
  let [then, now] = [await nextItem(before), await nextItem(after)];
  while (then || now) {
    const order = !then ? 1 : !now ? -1 : Buffer.compare(sortKeyOf(then), sortKeyOf(now));
    yield { ...(order <= 0 && then ? { then } : {}), ...(order >= 0 && now ? { now } : {}) };
    if (order <= 0) then = await nextItem(before);
    if (order >= 0) now = await nextItem(after);
  }
}

async function* readRows(partition: string, of: string): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const page = await queryItems(partition, { consistent: true, after, otherTable: of });
    yield* page.items;
    after = page.after;
  } while (after);
}

async function nextItem(of: AsyncGenerator<Item>): Promise<Item | undefined> {
  const { value, done } = await of.next();
  return done ? undefined : value;
}

function sortKeyOf({ sk }: Item): Buffer {
  return Buffer.from(String(sk));
}

function kindIn({ then, now }: ItemPair): unknown {
  return (then ?? now)?._t;
}

/** Whether nothing changed but the version, or the old item would have expired by now. */
function isSame({ then, now }: ItemPair, at: number): boolean {
  const expires = then?.[LAYOUT.ttl];
  if (typeof expires === "number" && expires <= at) return true;
  return (
    then !== undefined && now !== undefined && isDeepStrictEqual(withoutVersion(then), withoutVersion(now))
  );
}

function withoutVersion({ _v, [SUMS_ATTRIBUTE]: _sums, ...item }: Item): Item {
  return { ...item };
}

function restoredItem(then: Item, now: Item | undefined): Item {
  const { [SUMS_ATTRIBUTE]: _sums, ...item } = then;
  const sums = now?.[SUMS_ATTRIBUTE] === undefined ? {} : { [SUMS_ATTRIBUTE]: now[SUMS_ATTRIBUTE] };
  const version =
    then._v === undefined ? {} : { _v: Math.max(Number(then._v), Number(now?._v ?? 0)) + VERSION_GAP };
  return { ...item, ...sums, ...version };
}
