import type { Stored } from "#core/dynamo/entity.ts";
import { driver } from "#core/dynamo/fast/driver.ts";
import { type ReadBatch, readBatch } from "#core/dynamo/read.ts";
import { collectionRead } from "#lib/content/collections/service.ts";
import type { RequestCache } from "./hydrate.ts";
import type { Entry } from "./schema.ts";
import { entries } from "./table.ts";

/** The collection's id of each recently read entry, which never changes, and of the last entry read in each store. */
const recentCollections = driver.recentReads<string>();

/**
 * Reads an entry and, in the same round trip, the collection that this process remembers or guesses for it. A wrong
 * guess costs a read unit, and the caller must read the collection in a second round trip.
 *
 * @param batch other reads of the same round trip
 */
export async function readEntryWithCollection(
  store_id: string,
  id: string,
  known: RequestCache,
  batch: ReadBatch = readBatch(),
): Promise<Stored<Entry> | undefined> {
  const guess = recentCollections.get(`${store_id}#${id}`) ?? recentCollections.get(store_id);
  const entry = batch.add(entries.read({ store_id, id }));
  const parent = guess === undefined ? undefined : batch.add(collectionRead(store_id, guess));
  await batch.run();
  const found = entry();
  if (guess !== undefined) known.collections.set(guess, parent?.());
  if (found) {
    recentCollections.set(`${store_id}#${id}`, found.collection_id);
    recentCollections.set(store_id, found.collection_id);
  }
  return found;
}
