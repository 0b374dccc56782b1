import { walkGraphs } from "#test/proofs/support-graphs.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "random graphs of support agents";
export { noFunctions as manifest } from "./manifests.ts";

const GRAPHS = Number(process.env.SIZE ?? 10_000);

export async function run({ random }: SoakRun): Promise<string> {
  const { refused, walked, turns, longest } = walkGraphs(random, GRAPHS);
  return `${GRAPHS} graphs: ${refused} refused with paths, ${walked} walked in ${turns} turns of at most ${longest} steps`;
}
