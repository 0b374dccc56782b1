import { test } from "vitest";
import { compareFilteredLists } from "#test/proofs/content-filters.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

const random = randomFrom(newSeed());

test(`filters and orders of content lists agree with a full scan (SEED=${random.seed})`, async () => {
  await compareFilteredLists(random, 25);
});
