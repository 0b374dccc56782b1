import { expect, test } from "vitest";
import { drawShape, runShelf } from "#test/proofs/rows.ts";
import { runRounds } from "#test/proofs/sums-world.ts";
import { sumOf } from "#test/support/random.ts";

/** Random runs of each test. */
const RUNS = 40;

test("list rows match their records after any kills and conflicts, and pages skip or repeat none", async () => {
  const rounds = await runRounds(
    RUNS,
    "kill, or few pages",
    (random) => runShelf(random, drawShape(random)),
    (all) => all.some(({ kills }) => kills > 0) && sumOf(all, ({ walked }) => walked) > RUNS * 4,
  );
  const wrong = rounds.filter((each) => each.wrong.length > 0);
  expect(wrong.map(({ seed, wrong }) => ({ seed, wrong }))).toEqual([]);
});

test("without the condition on marks, the rows go wrong", async () => {
  // About one run in fifty goes wrong.
  await runRounds(
    RUNS,
    "wrong row",
    (random) => runShelf(random, drawShape(random), false),
    (all) => all.some(({ wrong }) => wrong.some((each) => /is missing|too many/.test(each))),
  );
});
