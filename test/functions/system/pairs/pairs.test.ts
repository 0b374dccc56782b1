import { expect, test } from "vitest";
import { provePairs } from "#test/proofs/pairs.ts";
import { PAIRS_KINDS } from "#test/proofs/pairs-kinds.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

/** Pairs and triples of each kind; `npm run soak -- pairs` runs all. */
const ROUNDS = 8;

test.each(PAIRS_KINDS.map((kind) => [kind.name, kind] as const))(
  "people who change one record at one moment lose nothing: %s",
  async (_, kind) => {
    const seed = newSeed();
    const { runs, wrong } = await provePairs(randomFrom(seed), kind, ROUNDS);
    expect(runs).toBe(ROUNDS);
    expect(wrong, `SEED=${seed}`).toEqual([]);
  },
);
