import { test } from "vitest";
import { contendForNames } from "#test/proofs/content-races.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

const random = randomFrom(newSeed());

test(`one writer of many gets a key or slug of content (SEED=${random.seed})`, async () => {
  await contendForNames(random, 15);
});
