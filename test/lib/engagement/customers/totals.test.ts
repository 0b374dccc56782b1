import { expect, test } from "vitest";
import { proveTotals } from "#test/proofs/customer-totals.ts";
import { seeded } from "#test/support/random.ts";
import { withMemoryTable } from "#test/support/table.ts";

test("customer totals equal the sum of all records, whatever order messages and kills come in", () =>
  seeded(async (random) => {
    const { operations, wakeUps } = await withMemoryTable(() => proveTotals(random, 750));
    expect(operations).toBe(750);
    expect(wakeUps).toBeGreaterThan(0);
  }));
