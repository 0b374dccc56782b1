import { expect, test } from "vitest";
import { proveFigures } from "#test/proofs/figures.ts";
import { seeded } from "#test/support/random.ts";
import { withMemoryTable } from "#test/support/table.ts";

test("figures equal the sum of all events, however wake-ups arrive and processes die", () =>
  seeded(async (random) => {
    const { operations, rows } = await withMemoryTable(() => proveFigures(random, 750));
    expect(operations).toBe(750);
    expect(rows).toBeGreaterThan(0);
  }));
