import { drawShape, runShop } from "#test/proofs/sums.ts";
import { proveOnStack } from "#test/proofs/sums-stack.ts";
import { withWorlds } from "#test/proofs/sums-world.ts";
import type { SoakRun } from "#test/soak.ts";
import { inParallel, randomFrom } from "#test/support/random.ts";

export const name = "sums over records";

const RUNS = Number(process.env.SIZE ?? 10_000);
const CONCURRENCY = 40;
/** Shops on the stack: few, as they take minutes. */
const SHOPS = Math.max(1, Math.floor(RUNS / 400));

export async function run({ stack, random, seed }: SoakRun): Promise<string> {
  const sum = { kills: 0, conflicts: 0, calls: 0 };
  const rebuilt = { old: 0, recounts: 0, redefined: 0, deleted: 0 };
  await withWorlds(() =>
    inParallel(RUNS, CONCURRENCY, async (index) => {
      const random = randomFrom(seed + index);
      const shape = drawShape(random);
      const { wrong, ...met } = await runShop(random, shape);
      if (wrong.length > 0) throw new Error(`With SEED=${seed + index} and SIZE=1: ${wrong.join("; ")}`);
      for (const each of ["kills", "conflicts", "calls"] as const) sum[each] += met[each];
      rebuilt.old += Number(shape.isOld);
      rebuilt.recounts += Number(shape.recount !== undefined);
      rebuilt.redefined += Number(shape.redefines);
      rebuilt.deleted += Number(shape.isDeleted);
    }),
  );
  const parts = [
    `${RUNS} shops in memory, ${sum.calls} calls, ${sum.kills} kills, ${sum.conflicts} conflicts;`,
    `${rebuilt.old} older than the sums, ${rebuilt.recounts} recounts, ${rebuilt.redefined} redefined, ${rebuilt.deleted} deleted; nothing wrong.`,
    await proveOnStack(stack, random, SHOPS),
  ];
  return parts.join(" ");
}
