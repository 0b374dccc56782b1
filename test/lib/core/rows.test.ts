import { expect, test } from "vitest";
import { drawShape, runShelf } from "#test/proofs/rows.ts";
import { inWorlds } from "#test/proofs/sums-world.ts";
import { inParallel, newSeed, randomFrom } from "#test/support/random.ts";

const RUNS = 40;

test("rows of lists are what the records say, whatever order, kills and conflicts their doorbells meet, and their pages skip and repeat nothing that stayed", async () => {
  const seed = newSeed();
  const ran = await inWorlds(() =>
    inParallel(RUNS, 20, async (index) => {
      const random = randomFrom(seed + index);
      return { seed: seed + index, ...(await runShelf(random, drawShape(random))) };
    }),
  );
  expect(ran.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => ({ seed, wrong }))).toEqual([]);
  expect(ran.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(0);
  expect(ran.reduce((sum, { walked }) => sum + walked, 0)).toBeGreaterThan(RUNS * 4);
});

/** One run in fifty goes wrong: of so many runs, one does but once in a hundred thousand times. */
const PATIENCE = 600;

test("without the condition on marks the rows go wrong", async () => {
  const seed = newSeed();
  let wrong = 0;
  await inWorlds(async () => {
    for (let begun = 0; begun < PATIENCE && wrong === 0; begun += RUNS)
      await inParallel(RUNS, 20, async (index) => {
        const random = randomFrom(seed + begun + index);
        const ran = await runShelf(random, drawShape(random), false);
        wrong += ran.wrong.filter((each) => /is missing|too many/.test(each)).length;
      });
  });
  expect(wrong, `SEED=${seed}`).toBeGreaterThan(0);
});
