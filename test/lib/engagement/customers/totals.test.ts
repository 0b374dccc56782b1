import { expect, test } from "vitest";
import { proveTotals } from "#test/proofs/customer-totals.ts";
import { seeded } from "#test/support/random.ts";
import { withMemoryTable } from "#test/support/table.ts";

test("the totals of customers are what adding up all of it says, however doorbells come and processes die", () =>
  seeded(async (random) => {
    const { operations, bells } = await withMemoryTable(() => proveTotals(random, 750));
    expect(operations).toBe(750);
    expect(bells).toBeGreaterThan(0);
  }));
