import { expect, test } from "vitest";
import { proveBooks } from "#test/proofs/orders-books.ts";
import { seeded } from "#test/support/random.ts";
import { withMemoryTable } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";

test("the books always equal what provider and cash drawer hold, whatever callbacks do", () =>
  seeded(async (random) => {
    const { orders } = await withMemoryTable(() => proveBooks(random, 24, { width: 2, runsPerShop: 12 }));
    expect(orders).toBeGreaterThanOrEqual(24);
  }));

test("each paid page is recorded once, also while the workers run concurrently", () =>
  seeded(async (random) => {
    const { orders } = await proveBooks(random, 4, { width: 2, runsPerShop: 2, rest: waitForWorkers });
    expect(orders).toBeGreaterThanOrEqual(4);
  }));
