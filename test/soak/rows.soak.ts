import { drawShape, runShelf } from "#test/proofs/rows.ts";
import { withWorlds } from "#test/proofs/sums-world.ts";
import type { SoakRun } from "#test/soak.ts";
import { inParallel, randomFrom } from "#test/support/random.ts";

export const name = "rows of lists, and their pages";

const RUNS = Number(process.env.SIZE ?? 3_000);
const CONCURRENCY = 40;

export async function run({ seed }: SoakRun): Promise<string> {
  let [kills, pages] = [0, 0];
  await withWorlds(() =>
    inParallel(RUNS, CONCURRENCY, async (index) => {
      const random = randomFrom(seed + index);
      const { wrong, ...met } = await runShelf(random, drawShape(random));
      if (wrong.length > 0) throw new Error(`With SEED=${seed + index} and SIZE=1: ${wrong.join("; ")}`);
      kills += met.kills;
      pages += met.walked;
    }),
  );
  return `${RUNS} shelves in memory, ${kills} kills, ${pages} pages; nothing wrong.`;
}
