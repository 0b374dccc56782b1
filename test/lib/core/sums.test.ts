import { expect, test } from "vitest";
import { drawShape, runShop } from "#test/proofs/sums.ts";
import { inWorlds } from "#test/proofs/sums-world.ts";
import { inParallel, newSeed, randomFrom } from "#test/support/random.ts";

const RUNS = 60;

test("sums are what the records come to, whatever order, kills, conflicts and rebuilds their doorbells meet", async () => {
  const seed = newSeed();
  const ran = await inWorlds(() =>
    inParallel(RUNS, 20, async (index) => {
      const random = randomFrom(seed + index);
      return { seed: seed + index, ...(await runShop(random, drawShape(random))) };
    }),
  );
  expect(ran.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => ({ seed, wrong }))).toEqual([]);
  expect(ran.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(0);
});

test("without the condition on marks the sums go wrong", async () => {
  const seed = newSeed();
  const ran = await inWorlds(() =>
    inParallel(RUNS, 20, (index) => {
      const random = randomFrom(seed + index);
      return runShop(random, { ...drawShape(random), isDeleted: false }, false);
    }),
  );
  const wrong = ran.flatMap((each) => each.wrong).filter((each) => / is -?\d+ and not -?\d+$/.test(each));
  expect(wrong.length).toBeGreaterThan(0);
});
