import { expect, test } from "vitest";
import { simulateConflicts, unitsOfCounting } from "#test/proofs/figures-capacity.ts";
import { MemoryTable } from "#test/support/memory-table.ts";
import { seeded } from "#test/support/random.ts";
import { withMemoryTable } from "#test/support/table.ts";

/** Orders per second of one store. */
const MIN_ORDERS = 500;

test("counting 500 orders a second stays below 800 write units per partition and few retries", () =>
  seeded(async (random) => {
    const memory = new MemoryTable();
    const { key, units } = await unitsOfCounting(random, MIN_ORDERS, (run) => withMemoryTable(run, memory));
    expect(units, key).toBeLessThanOrEqual(800);
    expect(simulateConflicts(random, MIN_ORDERS)).toBeLessThanOrEqual(1 / 20);
  }));
