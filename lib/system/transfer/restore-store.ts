// One store as it was, put back into the table that runs from one that was restored beside it.
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

/** What a key holds in the table that was restored, and in the one that runs. */
interface Pair {
  then?: Item;
  now?: Item;
}

/** How many records of each kind were put back, and taken away because they are newer. */
export interface RestoreResult {
  put: Record<string, number>;
  taken: Record<string, number>;
  /** Records that somebody changed meanwhile: the same again finds them. */
  missed: number;
}

/** Keys that are compared at a time. */
const ABREAST = 32;
/** By how much the version of a record goes up: an event of it is newer than any that was told of the time since. */
const ONWARD = 1000;

/**
 * Puts the records of an archived store back as they were, and takes away what came since. What left the house stays as
 * it is, with what was told, numbers that were given, who may sign in and what is reckoned: so nothing is sent again. The
 * store itself comes last, and is open from then on if it was. Killed at any point, it is run again.
 *
 * @param from name of the table that was restored
 * @param overwritten is given each item that is replaced or taken away
 * @throws Error that says in words what stands in the way
 */
export async function restoreRecords(
  ctx: Context,
  storeId: string,
  from: string,
  overwritten: (item: Item) => void,
): Promise<RestoreResult> {
  const store = await archived(storeId, from);
  const done: RestoreResult = { put: {}, taken: {}, missed: 0 };
  const settle = async (pair: Pair) => {
    const kind = String(pair.then?._t ?? pair.now?._t ?? kindOf(pair.then ?? pair.now ?? {}));
    if (isKeptOnRestore(pair.then ?? pair.now ?? {}, kind) || isSame(pair, ctx.now())) return;
    if (!(await exchangeItem(pair.now, pair.then && restored(pair.then, pair.now)))) {
      done.missed++;
      return;
    }
    if (pair.now) overwritten(pair.now);
    const counts = pair.then ? done.put : done.taken;
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  for await (const partition of partitionsOf(storeId, from)) {
    let some: Pair[] = [];
    for await (const pair of pairs(partition, from)) {
      if (kindIn(pair) === "tenant") continue;
      if (some.push(pair) < ABREAST) continue;
      await sideBySide(some.map(settle));
      some = [];
    }
    await sideBySide(some.map(settle));
  }
  if (done.missed === 0) await settle(store);
  return done;
}

/** The store as it was and as it is. */
async function archived(storeId: string, from: string): Promise<Pair> {
  const { pk, sk } = tenantKey(storeId);
  for await (const { then, now } of pairs(pk, from)) {
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
  // The children of a record before the record: while it is there, a killed run finds its way back to them.
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

/** What each key of a partition holds in both tables, in the order of the keys. */
async function* pairs(partition: string, from: string): AsyncGenerator<Pair> {
  const [before, after] = [rows(partition, from), rows(partition, tableName())];
  let [then, now] = [await next(before), await next(after)];
  while (then || now) {
    const order = !then ? 1 : !now ? -1 : Buffer.compare(sortOf(then), sortOf(now));
    yield { ...(order <= 0 && then ? { then } : {}), ...(order >= 0 && now ? { now } : {}) };
    if (order <= 0) then = await next(before);
    if (order >= 0) now = await next(after);
  }
}

async function* rows(partition: string, of: string): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const page = await queryItems(partition, { consistent: true, after, of });
    yield* page.items;
    after = page.after;
  } while (after);
}

async function next(of: AsyncGenerator<Item>): Promise<Item | undefined> {
  const { value, done } = await of.next();
  return done ? undefined : value;
}

function sortOf({ sk }: Item): Buffer {
  return Buffer.from(String(sk));
}

function kindIn({ then, now }: Pair): unknown {
  return (then ?? now)?._t;
}

/** Whether nothing is to be done: it is as it was but for its version, or it would have expired by now. */
function isSame({ then, now }: Pair, at: number): boolean {
  const expires = then?.[LAYOUT.ttl];
  if (typeof expires === "number" && expires <= at) return true;
  return then !== undefined && now !== undefined && isDeepStrictEqual(bare(then), bare(now));
}

function bare({ _v, [SUMS_ATTRIBUTE]: _sums, ...item }: Item): Item {
  return { ...item };
}

function restored(then: Item, now: Item | undefined): Item {
  const { [SUMS_ATTRIBUTE]: _sums, ...item } = then;
  const sums = now?.[SUMS_ATTRIBUTE] === undefined ? {} : { [SUMS_ATTRIBUTE]: now[SUMS_ATTRIBUTE] };
  const version =
    then._v === undefined ? {} : { _v: Math.max(Number(then._v), Number(now?._v ?? 0)) + ONWARD };
  return { ...item, ...sums, ...version };
}
