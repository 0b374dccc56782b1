import { test } from "vitest";
import { contendForNames } from "#test/proofs/content-races.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

const random = randomFrom(newSeed());

test(`of writers after one key or slug of a node, taxonomy or collection one has it (SEED=${random.seed})`, async () => {
  await contendForNames(random, 15);
});
