import type { Stored } from "#core/dynamo/entity.ts";
import { readBatch } from "#core/dynamo/together.ts";
import { collectionRead } from "#lib/content/collections/service.ts";
import type { Known } from "./hydrate.ts";
import type { Entry } from "./schema.ts";
import { entries } from "./table.ts";

/** Entries and stores of which a warm function remembers a collection. */
const MOST = 5000;

/** Collections of entries, which never change theirs, and the last one of each store. */
const lately = new Map<string, string>();

/**
 * Reads an entry and, in the same round trip, the collection that it is of as far as this process remembers, or else the
 * one that was asked for last in its store. A wrong guess costs a read unit and a second round trip: whoever
 * needs the collection finds it unknown, and reads it.
 */
export async function readWithParent(
  store_id: string,
  id: string,
  { collections }: Known,
): Promise<Stored<Entry> | undefined> {
  const guess = lately.get(`${store_id}#${id}`) ?? lately.get(store_id);
  const batch = readBatch();
  const entry = batch.add(entries.read({ store_id, id }));
  const parent = guess === undefined ? undefined : batch.add(collectionRead(store_id, guess));
  await batch.run();
  const found = entry();
  if (guess !== undefined) collections.set(guess, parent?.());
  if (found) {
    remember(`${store_id}#${id}`, found.collection_id);
    remember(store_id, found.collection_id);
  }
  return found;
}

function remember(name: string, collectionId: string): void {
  lately.delete(name);
  lately.set(name, collectionId);
  const [oldest] = lately.size > MOST ? lately.keys() : [];
  if (oldest !== undefined) lately.delete(oldest);
}
