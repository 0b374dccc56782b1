import type { Manifest } from "#infra/local/handlers.ts";
import { proveCartPricing } from "#test/proofs/cart-pricing.ts";
import { newSeed } from "#test/support/random.ts";

export const name = "money of random carts";
export const manifest: Manifest = { operations: [], workers: [] };

const RUNS = Number(process.env.CARTS ?? process.env.SIZE ?? 100_000);

export async function run(): Promise<string> {
  const seed = newSeed();
  const { carts, lines, discounted } = proveCartPricing(seed, RUNS);
  return `${carts} carts of ${lines} lines in currencies with 0, 2 and 3 decimals, ${discounted} of them discounted: every sum exact; SEED=${seed}`;
}
