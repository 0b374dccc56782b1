import assert from "node:assert/strict";
import { operations } from "#functions/manifest.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { keepBooks } from "#test/proofs/orders-books.ts";
import { seeded } from "#test/support/random.ts";
import { inMemory } from "#test/support/table.ts";

export const name = "the books of orders are what provider and drawer hold";

/** Workers are called in this process, when and as often as the proof says. */
export const manifest: Manifest = { operations, workers: [] };

const RUNS = Number(process.env.SIZE ?? 10_000);
/** The number of one run, to see it again alone. */
const RUN = process.env.RUN ? [Number(process.env.RUN)] : undefined;

export async function run(): Promise<string> {
  return seeded(async (random) => {
    const { orders, entries, over } = await inMemory((memory) =>
      keepBooks(random, RUNS, {
        ...(RUN ? { seeds: RUN } : {}),
        width: 2,
        done: ({ storeId }) => memory.drop((pk) => pk.includes(storeId) || pk.startsWith("MESSAGE#")),
      }),
    );
    assert.ok(RUN || over > 0, "Nothing was ever too much.");
    return `${RUNS} runs, ${orders} orders, ${entries} entries, ${over} refunds of what was too much; SEED=${random.seed}`;
  });
}
