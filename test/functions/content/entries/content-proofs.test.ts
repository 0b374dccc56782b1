import { expect, test } from "vitest";
import { deleteUnderKills } from "#test/proofs/content-cascade.ts";
import {
  createCost,
  fillCollection,
  fillCollections,
  listQueriesOf,
  pageCosts,
} from "#test/proofs/content-lists.ts";
import { contendForEntryNames, contendForMoves } from "#test/proofs/content-races.ts";
import { newSeed, randomFrom, runUntilMet } from "#test/support/random.ts";

const random = randomFrom(newSeed());
const seedLabel = `SEED=${random.seed}`;

test(`one writer of many gets a key or slug (${seedLabel})`, async () => {
  await contendForEntryNames(random, 8);
});

test(`concurrent moves never make a cycle (${seedLabel})`, async () => {
  await contendForMoves(random, 6);
});

test(`a page of 50 costs at most 80 read units, a create at most 20 write units (${seedLabel})`, async () => {
  const { storeId, collection } = await fillCollection(random, 500);
  const cost = await pageCosts(storeId, random.shuffled(listQueriesOf(collection.id, 500)).slice(0, 30));
  const units = await createCost(storeId, collection, ["en"]);
  console.info(
    `500 entries: at most ${cost.worst} read units, for ${cost.query}; ${units} write units a create`,
  );
  expect(cost.worst).toBeLessThanOrEqual(80);
  expect(units).toBeGreaterThan(0);
  expect(units).toBeLessThanOrEqual(20);
});

test(`a page over thirty collections costs at most 80 read units (${seedLabel})`, async () => {
  const { storeId, collection } = await fillCollections(random, 600, 30);
  const queries = listQueriesOf(collection.id, 600).filter(({ collection_id }) => !collection_id);
  const cost = await pageCosts(storeId, random.shuffled(queries).slice(0, 5));
  console.info(`30 collections: at most ${cost.worst} read units, for ${cost.query}`);
  expect(cost.worst).toBeLessThanOrEqual(80);
});

test(`the deletion of a taxonomy ends the same however often it is killed (${seedLabel})`, async () => {
  await runUntilMet(
    "kill",
    () => deleteUnderKills(random, { children: 25, references: 30 }),
    (kills) => kills.some((count) => count > 0),
  );
});
