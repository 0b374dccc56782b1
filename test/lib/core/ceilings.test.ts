import { expect, test } from "vitest";
import { ceilingOf } from "#test/proofs/ceilings.ts";
import { openLoadCases } from "#test/proofs/load-cases.ts";

const CALLERS = 3;
const MIN_PER_SECOND = 500;

test("no partition key limits visitors to fewer than 500 requests a second", async () => {
  const low: string[] = [];
  for (const caused of await openLoadCases()) {
    const { label, writes, reads } = await ceilingOf(caused, CALLERS);
    for (const { most, units, key } of [...writes, ...reads]) {
      if (most < MIN_PER_SECOND)
        low.push(`${label}: ${most} a second, for it takes ${units} units of ${key}`);
    }
  }
  expect(low).toEqual([]);
});
