import assert from "node:assert/strict";
import {
  costOfCreate,
  costOfPages,
  dearest,
  fillCollection,
  fillCollections,
  queriesOver,
} from "#test/proofs/content-lists.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "pages of fifty over 100,000 entries of one collection, and one entry more";

const ENTRIES = Number(process.env.SIZE ?? 100_000);
const FEW = 1000;
const COLLECTIONS = 30;

export async function run(): Promise<string> {
  const random = randomFrom(newSeed());
  const small = await fillCollection(random, FEW);
  const few = await costOfPages(small.storeId, queriesOver(small.collection.id, FEW));
  const { storeId, collection } = await fillCollection(random, ENTRIES);
  const many = await costOfPages(storeId, queriesOver(collection.id, ENTRIES));
  const { more, than, query } = dearest(many, few);
  const wide = await fillCollections(random, ENTRIES / 10, COLLECTIONS);
  const spread = await costOfPages(wide.storeId, queriesOver(wide.collection.id, ENTRIES / 10));
  for (const cost of [few, many, spread])
    assert.ok(cost.worst <= 80, `${cost.worst} read units: ${cost.query}`);
  assert.ok(more <= than / 4, `a page costs ${more} read units more than the ${than} among ${FEW}: ${query}`);
  const one = await costOfCreate(storeId, collection, ["en"]);
  const two = await costOfCreate(storeId, collection, ["en", "de"]);
  assert.ok(one <= 20, `${one} write units`);
  return [
    `${ENTRIES} entries: at most ${many.worst} read units a page over ${many.pages} pages`,
    `at most ${few.worst} among ${FEW}, the same page at most ${more} more than ${than}`,
    `at most ${spread.worst} over ${COLLECTIONS} collections`,
    `${one} write units a create with one slug, ${two} with two; SEED=${random.seed}`,
  ].join("; ");
}
