import { type Ceiling, ceilingOf } from "#test/proofs/ceilings.ts";
import { openTown } from "#test/proofs/town.ts";
import { columns, quietly } from "./measure.ts";

export const name =
  "ceilings: the most a second of one tenant and one parent that a partition key of DynamoDB allows";

const CALLERS = 12;
/** A second: what allows more than this is not shown, unless it is the lowest. */
const SHOWN = 1000;

export async function run(): Promise<string> {
  process.env.BUDGETS = JSON.stringify({ "*": [1_000_000_000, 600] });
  const rows = [["operation", "a second", "write units", "of each", "reads a second", "of each"]];
  for (const caused of await openTown()) {
    const ceiling = await quietly(() => ceilingOf(caused, CALLERS));
    const lines = Math.max(1, ceiling.writes.filter(({ most }) => most < SHOWN).length);
    for (let line = 0; line < lines; line++) rows.push(rowOf(ceiling, line));
  }
  return `${columns(rows)}\n\nIn brackets: what visitors do not cause. Keys below ${SHOWN} a second; a shard is written as 5/16.`;
}

function rowOf({ label, byVisitors, writes, reads }: Ceiling, line: number): string[] {
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
