import * as z from "zod";
import { compileTemplate, type Key, keyName, keyOfItem, parseTemplate } from "./key.ts";
import { batchGetItems, parsedReads, type Read, type ReadResult } from "./read.ts";
import { notePartitionAccess } from "./table-access.ts";

/** Seconds for which a warm function may use cached sessions and memberships. */
export const CACHE_SECONDS = 30;
const MAX_ITEMS = 2000;

interface CachedItem {
  item: Record<string, unknown> | undefined;
  readAt: number;
  /** When the read was sent, by `performance.now()`. */
  requestedAt: number;
}

const cache = new Map<string, CachedItem>();

/**
 * Reads records of any kinds by key, from a cache of up to 30 s: for mails and the like, never for a write that
 * depends on it.
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
 * Reads items by key in at most one round trip, using what was read in the last 30 s.
 *
 * @param keys `absent` allows caching that an item does not exist
 * @param now seconds by the clock of the request
 * @returns the items in the order of the keys
 */
export async function cachedItems(
  keys: (Key & { absent?: boolean })[],
  now: number,
): Promise<(Record<string, unknown> | undefined)[]> {
  for (const { pk } of keys) notePartitionAccess(pk);
  const missing = keys.filter((key) => !isFresh(key, now));
  // Collected first: caching further items may evict some that this request needs.
  const found = new Map(keys.map((key) => [keyName(key), cache.get(keyName(key))?.item]));
  if (missing.length > 0) {
    const requestedAt = performance.now();
    const items = await batchGetItems(
      missing.map(({ pk, sk }) => ({ pk, sk })),
      true,
    );
    const byKey = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
    for (const key of missing) {
      const item = byKey.get(keyName(key));
      found.set(keyName(key), item);
      cacheItem(key, { item, readAt: now, requestedAt });
    }
  }
  return keys.map((key) => found.get(keyName(key)));
}

/** Whether an item was read after an instant by `performance.now()`. */
export function isReadSince(key: Key, instant: number): boolean {
  return (cache.get(keyName(key))?.requestedAt ?? Number.NEGATIVE_INFINITY) >= instant;
}

/** Drops cached items that this process has just changed. */
export function forgetCached(keys: Iterable<Key>): void {
  for (const key of keys) cache.delete(keyName(key));
}

function isFresh(key: Key & { absent?: boolean }, now: number): boolean {
  const cached = cache.get(keyName(key));
  if (!cached) return false;
  const age = now - cached.readAt;
  return age >= 0 && age < CACHE_SECONDS && (cached.item !== undefined || key.absent === true);
}

function cacheItem(key: Key, read: CachedItem): void {
  const id = keyName(key);
  cache.delete(id);
  cache.set(id, read);
  if (cache.size > MAX_ITEMS) {
    const oldest = cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
  }
}

/** Key of a tenant's record, which is read along with the caller to know whether the tenant is open. */
export const TENANT_KEY = { pk: "TENANT#{id}", sk: "TENANT" } as const;

const tenantPk = compileTemplate(TENANT_KEY.pk);

export function tenantKey(id: string): Key {
  return { pk: tenantPk({ id }), sk: TENANT_KEY.sk };
}

const parsePartition = parseTemplate(`${TENANT_KEY.pk}#{rest}`);

/** The tenant that owns a partition of the table; `undefined` where none does. */
export function tenantOfPartition(partition: string): string | undefined {
  return parsePartition(partition)?.id;
}

/** The field of a tenant's record that says whether it is open. */
export const TenantState = z.object({ status: z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]) });
