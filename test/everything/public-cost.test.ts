import { expect, test } from "vitest";
import { MAX_COST, mostExpensiveRequests } from "#test/proofs/public-cost.ts";
import { seeded } from "#test/support/random.ts";

test("no call without an account makes more than 25 table calls", async () => {
  const costs = await seeded((random) => mostExpensiveRequests(random, 2, 90, { width: 6 }));
  expect(costs.length).toBeGreaterThan(50);
  expect(costs.filter(({ tableCalls }) => tableCalls > MAX_COST.tableCalls)).toEqual([]);
});
