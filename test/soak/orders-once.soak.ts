import { operations } from "#functions/manifest.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { raceOneCart } from "#test/proofs/orders.ts";
import { seeded } from "#test/support/random.ts";

export const name = "one cart, one order";

/** Handlers are called in this process; what their events lead to would only take its time. */
export const manifest: Manifest = { operations, workers: [] };

const CARTS = Number(process.env.SIZE ?? 500);

export async function run(): Promise<string> {
  const [seed, answers] = await seeded(
    async (random) => [random.seed, await raceOneCart(random, CARTS)] as const,
  );
  return `${CARTS} carts checked out ${answers} times at once: one order each; SEED=${seed}`;
}
