import { expect, test } from "vitest";
import { drawShape, runShop } from "#test/proofs/sums.ts";
import { inRounds } from "#test/proofs/sums-world.ts";

/** Runs of a round. */
const RUNS = 60;

test("sums are what the records come to, whatever order, kills, conflicts and rebuilds their doorbells meet", async () => {
  const rounds = await inRounds(
    RUNS,
    "kill",
    (random) => runShop(random, drawShape(random)),
    (all) => all.some(({ kills }) => kills > 0),
  );
  const wrong = rounds.filter((each) => each.wrong.length > 0);
  expect(wrong.map(({ seed, wrong }) => ({ seed, wrong }))).toEqual([]);
});

test("without the condition on marks the sums go wrong", async () => {
  await inRounds(
    RUNS,
    "wrong sum",
    (random) => runShop(random, { ...drawShape(random), isDeleted: false }, false),
    (all) => all.some(({ wrong }) => wrong.some((each) => / is -?\d+ and not -?\d+$/.test(each))),
  );
});
