import * as z from "zod";
import { compile, type Key, keyName, keyOfItem, parseTemplate } from "./key.ts";
import { batchGetItems, parsedReads, type Read, type ReadResult } from "./read.ts";
import { notePartitionAccess } from "./table-access.ts";

/** Seconds that a warm function may go on with what it read of sessions and memberships. */
export const CACHED_FOR = 30;
const MAX = 2000;

interface Cached {
  item: Record<string, unknown> | undefined;
  readAt: number;
  /** When it was asked for, by `performance.now()`. */
  asked: number;
}

const cache = new Map<string, Cached>();

/**
 * Reads records of any kinds by key, where what a warm function read within the last 30 s is as good: for mails and their like, never before a
 * write that rests on it.
 *
 * @param now seconds
 */
export async function readCached<const R extends readonly Read<object>[]>(
  now: number,
  reads: R,
): Promise<{ -readonly [K in keyof R]: ReadResult<R[K]> }> {
  const keys = reads.flatMap(({ key }) => key ?? []);
  const items = await cachedItems(keys, now);
  return parsedReads(reads, new Map(keys.map((key, index) => [keyName(key), items[index]])));
}

/**
 * Reads items by key in one round trip at most, taking from memory what was read in the last 30 s.
 *
 * @param keys `absent` allows remembering too that an item is not there
 * @param now seconds by the clock of the request
 * @returns the items in the order of the keys
 */
export async function cachedItems(
  keys: (Key & { absent?: boolean })[],
  now: number,
): Promise<(Record<string, unknown> | undefined)[]> {
  for (const { pk } of keys) notePartitionAccess(pk);
  const missing = keys.filter((key) => !fresh(key, now));
  // Taken before anything is remembered: what is remembered may push out what this very request needs.
  const found = new Map(keys.map((key) => [keyName(key), cache.get(keyName(key))?.item]));
  if (missing.length > 0) {
    const asked = performance.now();
    const items = await batchGetItems(
      missing.map(({ pk, sk }) => ({ pk, sk })),
      true,
    );
    const byKey = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
    for (const key of missing) {
      const item = byKey.get(keyName(key));
      found.set(keyName(key), item);
      remember(key, { item, readAt: now, asked });
    }
  }
  return keys.map((key) => found.get(keyName(key)));
}

/** Whether an item was read since a moment by `performance.now()`, so that it is known what it said later than that. */
export function isReadSince(key: Key, moment: number): boolean {
  return (cache.get(keyName(key))?.asked ?? Number.NEGATIVE_INFINITY) >= moment;
}

/** Forgets what this process itself has just changed. */
export function forgetCached(keys: Iterable<Key>): void {
  for (const key of keys) cache.delete(keyName(key));
}

function fresh(key: Key & { absent?: boolean }, now: number): boolean {
  const cached = cache.get(keyName(key));
  if (!cached) return false;
  const age = now - cached.readAt;
  return age >= 0 && age < CACHED_FOR && (cached.item !== undefined || key.absent === true);
}

function remember(key: Key, read: Cached): void {
  const id = keyName(key);
  cache.delete(id);
  cache.set(id, read);
  if (cache.size > MAX) {
    const oldest = cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
  }
}

/** Where the record of a tenant lies: it is read along with who calls, to know whether the tenant is open. */
export const TENANT_KEY = { pk: "TENANT#{id}", sk: "TENANT" } as const;

const tenantPk = compile(TENANT_KEY.pk);

/** The key of a tenant's record. */
export function tenantKey(id: string): Key {
  return { pk: tenantPk({ id }), sk: TENANT_KEY.sk };
}

const partitionsOf = parseTemplate(`${TENANT_KEY.pk}#{rest}`);

/** The tenant that leads a partition of the table; `undefined` where none does. */
export function tenantOfPartition(partition: string): string | undefined {
  return partitionsOf(partition)?.id;
}

/** What of a tenant's record says whether it is open. */
export const TenantState = z.object({ status: z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]) });
