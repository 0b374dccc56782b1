import { test } from "vitest";
import { proveMergesAndDeletions } from "#test/proofs/customer-merges.ts";
import { newSeed, randomFrom, runUntilMet, sumOf } from "#test/support/random.ts";

/** Runs per round. */
const RUNS = 40;

test("merging and deleting customers stays consistent while orders arrive and workers die", async () => {
  const first = newSeed();
  const run = async (seed: number) =>
    proveMergesAndDeletions(randomFrom(seed)).catch((error: unknown) => {
      throw new Error(`With SEED=${seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    });
  const round = async (number: number) => {
    const met = { kills: 0, deleted: 0, merged: 0, proven: 0 };
    for (let at = 0; at < RUNS; at++) {
      const found = await run(first + number * RUNS + at);
      met.kills += found.kills;
      met.deleted += found.deleted;
      met.merged += found.merged;
      met.proven += found.proven;
    }
    return met;
  };
  await runUntilMet(
    `ten kills, and five who are deleted, joined and proven (SEED=${first})`,
    round,
    (all) =>
      sumOf(all, ({ kills }) => kills) > 10 &&
      sumOf(all, ({ deleted }) => deleted) > 5 &&
      sumOf(all, ({ merged }) => merged) > 5 &&
      sumOf(all, ({ proven }) => proven) > 5,
  );
});
