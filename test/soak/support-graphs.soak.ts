import type { Manifest } from "#infra/local/handlers.ts";
import { walkGraphs } from "#test/proofs/support-graphs.ts";
import { seeded } from "#test/support/random.ts";

export const name = "random graphs of support agents";

/** Graphs are walked in this process: the stack needs no operations and workers. */
export const manifest: Manifest = { operations: [], workers: [] };

const GRAPHS = Number(process.env.SIZE ?? 10_000);

export async function run(): Promise<string> {
  const [seed, count] = await seeded(async (random) => [random.seed, walkGraphs(random, GRAPHS)] as const);
  const { refused, walked, turns, longest } = count;
  return `${GRAPHS} graphs: ${refused} refused with paths, ${walked} walked in ${turns} turns of at most ${longest} steps; SEED=${seed}`;
}
