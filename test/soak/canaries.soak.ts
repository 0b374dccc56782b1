import assert from "node:assert/strict";
import { readEverything, searchedCounts, unseenOwners } from "#test/proofs/marked-reads.ts";
import { openMarkedWorld } from "#test/proofs/marked-world.ts";
import { problemsIn } from "#test/proofs/marks.ts";

export const name = "credentials and personal data in whatever is written, over all domains";

export async function run(): Promise<string> {
  const { reads, marks } = await readEverything(await openMarkedWorld(), true);
  const problems = new Set(reads.flatMap((read) => problemsIn(read, marks)));
  assert.equal(problems.size, 0, [...problems].slice(0, 30).join("\n"));
  // This run adds no field to stored schemas.
  assert.deepEqual(unseenOwners(reads, marks), ["a stored record"]);
  const found = Object.entries(searchedCounts(reads)).map(([where, size]) => `${where}: ${size}`);
  return `nothing in ${found.join("; ")}`;
}
