import assert from "node:assert/strict";
import { costOfCreate, costOfPages, fillCollection, queriesOver } from "#test/proofs/content-lists.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "pages of fifty over 100,000 entries of one collection, and one entry more";

const ENTRIES = 100_000;

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  const { storeId, collection } = await fillCollection(random, ENTRIES);
  const cost = await costOfPages(storeId, queriesOver(collection.id, ENTRIES));
  assert.ok(cost.worst <= 80, `${cost.worst} read units for ${cost.query}`);
  const units = await costOfCreate(storeId, collection);
  assert.ok(units <= 20, `${units} write units`);
  return `${ENTRIES} entries: at most ${cost.worst} read units a page over ${cost.pages} pages, ${units} write units a create; SEED=${random.seed}`;
}
