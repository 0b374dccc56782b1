import { expect, test } from "vitest";
import { deleteUnderKills } from "#test/proofs/content-cascade.ts";
import {
  costOfCreate,
  costOfPages,
  fillCollection,
  fillCollections,
  queriesOver,
} from "#test/proofs/content-lists.ts";
import { contendForEntryNames, contendForMoves } from "#test/proofs/content-races.ts";
import { newSeed, randomFrom, runUntilMet } from "#test/support/random.ts";

const random = randomFrom(newSeed());
const told = `SEED=${random.seed}`;

test(`one writer of many gets a key or slug (${told})`, async () => {
  await contendForEntryNames(random, 8);
});

test(`concurrent moves never make a cycle (${told})`, async () => {
  await contendForMoves(random, 6);
});

test(`a page of fifty costs at most 80 read units, and a create at most 20 write units (${told})`, async () => {
  const { storeId, collection } = await fillCollection(random, 500);
  const cost = await costOfPages(storeId, random.shuffled(queriesOver(collection.id, 500)).slice(0, 30));
  const units = await costOfCreate(storeId, collection, ["en"]);
  console.info(
    `500 entries: at most ${cost.worst} read units, for ${cost.query}; ${units} write units a create`,
  );
  expect(cost.worst).toBeLessThanOrEqual(80);
  expect(units).toBeLessThanOrEqual(20);
});

test(`a page over thirty collections costs at most 80 read units (${told})`, async () => {
  const { storeId, collection } = await fillCollections(random, 600, 30);
  const queries = queriesOver(collection.id, 600).filter(({ collection_id }) => !collection_id);
  const cost = await costOfPages(storeId, random.shuffled(queries).slice(0, 5));
  console.info(`30 collections: at most ${cost.worst} read units, for ${cost.query}`);
  expect(cost.worst).toBeLessThanOrEqual(80);
});

test(`the deletion of a taxonomy ends the same however often it is killed (${told})`, async () => {
  await runUntilMet(
    "kill",
    () => deleteUnderKills(random, { children: 25, references: 30 }),
    (kills) => kills.some((count) => count > 0),
  );
});
