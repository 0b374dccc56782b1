import { join } from "node:path";
import type { StrangerTotals } from "#test/proofs/carts-strangers-sequence.ts";
import type { SoakRun } from "#test/soak.ts";
import { runProcess } from "#test/support/child-process.ts";

export const name = "strangers at the carts of one shop";
export { noFunctions as manifest } from "./manifests.ts";

const SEQUENCES = Number(process.env.SIZE ?? 10_000);
/** The number of one sequence, to play it alone with its seed. */
const ONLY_RUN = process.env.RUN;
/** Minutes after which no further sequence starts. */
const MAX_MINUTES = Number(process.env.MINUTES ?? 15);
const PROCESSES = 2;
const PROCESS = join(import.meta.dirname, "carts-strangers-process.ts");

export async function run({ seed }: SoakRun): Promise<string> {
  const each = Math.ceil(SEQUENCES / PROCESSES);
  if (ONLY_RUN) return `sequence ${ONLY_RUN} alone: ${JSON.stringify(await totalsOf(seed, each, ONLY_RUN))}`;
  const results = await Promise.all(Array.from({ length: PROCESSES }, (_, n) => totalsOf(seed + n, each)));
  const sum = (of: keyof StrangerTotals) => results.reduce((all, played) => all + played[of], 0);
  return `${sum("sequences")} of ${SEQUENCES} sequences, ${sum("calls")} calls, ${sum("refused")} of them refused: ${sum("linked")} links opened, ${sum("proofs")} addresses proven, ${sum("ordered")} orders, ${sum("mails")} mails; nobody read or changed what another typed`;
}

const totalsOf = (seed: number, sequences: number, ...only: string[]) =>
  runProcess<StrangerTotals>(PROCESS, [seed, sequences, MAX_MINUTES, ...only]);
