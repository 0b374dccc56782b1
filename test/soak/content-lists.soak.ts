import assert from "node:assert/strict";
import {
  createCost,
  fillCollection,
  fillCollections,
  largestIncrease,
  listQueriesOf,
  pageCosts,
} from "#test/proofs/content-lists.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "pages of fifty over 100,000 entries of one collection, and one entry more";

const ENTRIES = Number(process.env.SIZE ?? 100_000);
const FEW_ENTRIES = 1000;
const COLLECTIONS = 30;

export async function run({ random }: SoakRun): Promise<string> {
  const small = await fillCollection(random, FEW_ENTRIES);
  const few = await pageCosts(small.storeId, listQueriesOf(small.collection.id, FEW_ENTRIES));
  const { storeId, collection } = await fillCollection(random, ENTRIES);
  const many = await pageCosts(storeId, listQueriesOf(collection.id, ENTRIES));
  const { more, than, query } = largestIncrease(many, few);
  const wide = await fillCollections(random, ENTRIES / 10, COLLECTIONS);
  const spread = await pageCosts(wide.storeId, listQueriesOf(wide.collection.id, ENTRIES / 10));
  for (const cost of [few, many, spread])
    assert.ok(cost.worst <= 80, `${cost.worst} read units: ${cost.query}`);
  assert.ok(
    more <= than / 4,
    `a page costs ${more} read units more than the ${than} among ${FEW_ENTRIES}: ${query}`,
  );
  const one = await createCost(storeId, collection, ["en"]);
  const two = await createCost(storeId, collection, ["en", "de"]);
  assert.ok(one <= 20, `${one} write units`);
  return [
    `${ENTRIES} entries: at most ${many.worst} read units a page over ${many.pages} pages`,
    `at most ${few.worst} among ${FEW_ENTRIES}, the same page at most ${more} more than ${than}`,
    `at most ${spread.worst} over ${COLLECTIONS} collections`,
    `${one} write units a create with one slug, ${two} with two`,
  ].join("; ");
}
