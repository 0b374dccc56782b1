import { expect, test } from "vitest";
import { proveEnds } from "#test/proofs/customers-ended.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

const RUNS = 40;

test("nothing is half where customers are joined and deleted while orders come in, wherever the workers behind it die", async () => {
  const seed = newSeed();
  const met = { kills: 0, deleted: 0, merged: 0 };
  for (let run = 0; run < RUNS; run++) {
    const found = await proveEnds(randomFrom(seed + run)).catch((error: unknown) => {
      throw new Error(`With SEED=${seed + run}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    });
    met.kills += found.kills;
    met.deleted += found.deleted;
    met.merged += found.merged;
  }
  expect(met.kills).toBeGreaterThan(10);
  expect(met.deleted).toBeGreaterThan(5);
  expect(met.merged).toBeGreaterThan(5);
});
