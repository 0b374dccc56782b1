import assert from "node:assert/strict";
import { join } from "node:path";
import type { RunTotals } from "#test/proofs/orders-books.ts";
import type { SoakRun } from "#test/soak.ts";
import { runProcess } from "#test/support/child-process.ts";

export const name = "the books of orders equal what provider and cash drawer hold";
export { noFunctions as manifest } from "./manifests.ts";

const RUNS = Number(process.env.SIZE ?? 10_000);
/** The number of one run, to play it alone. */
const ONLY_RUN = process.env.RUN;
const PROCESSES = 2;
const PROCESS = join(import.meta.dirname, "orders-books-process.ts");

export async function run({ seed }: SoakRun): Promise<string> {
  if (ONLY_RUN) return `run ${ONLY_RUN} alone: ${JSON.stringify(await totalsOf(seed, 1, ONLY_RUN))}`;
  const each = Math.ceil(RUNS / PROCESSES);
  const results = await Promise.all(Array.from({ length: PROCESSES }, (_, n) => totalsOf(seed + n, each)));
  const sum = (of: keyof RunTotals) => results.reduce((all, result) => all + result[of], 0);
  assert.ok(sum("over") > 0, "There was no excess payment.");
  return `${each * PROCESSES} runs, ${sum("acts")} acts, ${sum("orders")} orders, ${sum("entries")} entries, ${sum("over")} refunds of excess payments`;
}

const totalsOf = (seed: number, runs: number, ...only: string[]) =>
  runProcess<RunTotals>(PROCESS, [seed, runs, ...only]);
