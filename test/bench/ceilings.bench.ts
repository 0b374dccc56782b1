import { type CallCeiling, ceilingOf } from "#test/proofs/ceilings.ts";
import { simulateConflicts, unitsOfCounting } from "#test/proofs/figures-capacity.ts";
import { openLoadCases } from "#test/proofs/load-cases.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";
import { textTable, withoutOutput } from "./measure.ts";

export const name =
  "ceilings: the most calls a second for one tenant and parent that a DynamoDB partition key allows";

const CALLER_COUNT = 12;
/** A bound above this many calls a second is not printed, unless it is the lowest. */
const MAX_PRINTED = 1000;

export async function run(): Promise<string> {
  process.env.BUDGETS = JSON.stringify({ "*": [1_000_000_000, 600] });
  const rows = [["operation", "a second", "write units", "of each", "reads a second", "of each"]];
  for (const loadCase of await openLoadCases()) {
    const ceiling = await withoutOutput(() => ceilingOf(loadCase, CALLER_COUNT));
    const lines = Math.max(1, ceiling.writes.filter(({ most }) => most < MAX_PRINTED).length);
    for (let line = 0; line < lines; line++) rows.push(rowOf(ceiling, line));
  }
  const counting = await withoutOutput(() => countingCostAt(500));
  return `${textTable(rows)}\n\n${counting}\n\nIn brackets: operations that visitors cannot call. Keys below ${MAX_PRINTED} a second; a shard is written as 5/16.`;
}

/** Write units and conflicts when one store's orders are counted in 16 lanes. */
async function countingCostAt(aSecond: number): Promise<string> {
  const random = randomFrom(newSeed());
  const { key, units } = await unitsOfCounting(random, aSecond);
  const repeated = Math.round(simulateConflicts(random, aSecond) * 1000) / 10;
  return `Figures of ${aSecond} orders a second of one store: ${Math.round(units)} write units a second of ${key}, at most 800; ${repeated} % of transactions repeated, at most 5.`;
}

function rowOf({ label, byVisitors, writes, reads }: CallCeiling, line: number): string[] {
  const name = byVisitors ? label : `(${label})`;
  const [write, read] = [writes[line], line === 0 ? reads[0] : undefined];
  return [
    line === 0 ? name : "",
    write ? String(write.most) : "no bound",
    write?.units.toFixed(2) ?? "",
    write?.key ?? "",
    read ? String(read.most) : "",
    read?.key ?? "",
  ];
}
