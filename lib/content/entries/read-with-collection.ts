import type { Stored } from "#core/dynamo/entity.ts";
import { driver } from "#core/dynamo/fast/driver.ts";
import { type Batch, readBatch } from "#core/dynamo/read.ts";
import { collectionRead } from "#lib/content/collections/service.ts";
import type { RequestCache } from "./hydrate.ts";
import type { Entry } from "./schema.ts";
import { entries } from "./table.ts";

/** Collections of entries, which never change theirs, and the last one of each store. */
const collections = driver.recentReads<string>();

/**
 * Reads an entry and, in the same round trip, the collection that it is of as far as this process remembers, or else the
 * one that was asked for last in its store. A wrong guess costs a read unit and a second round trip: whoever
 * needs the collection finds it unknown, and reads it.
 *
 * @param batch what is read in the same round trip
 */
export async function readEntryWithCollection(
  store_id: string,
  id: string,
  known: RequestCache,
  batch: Batch = readBatch(),
): Promise<Stored<Entry> | undefined> {
  const guess = collections.get(`${store_id}#${id}`) ?? collections.get(store_id);
  const entry = batch.add(entries.read({ store_id, id }));
  const parent = guess === undefined ? undefined : batch.add(collectionRead(store_id, guess));
  await batch.run();
  const found = entry();
  if (guess !== undefined) known.collections.set(guess, parent?.());
  if (found) {
    collections.set(`${store_id}#${id}`, found.collection_id);
    collections.set(store_id, found.collection_id);
  }
  return found;
}
