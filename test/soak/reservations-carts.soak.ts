import { proveCartPricing } from "#test/proofs/cart-pricing.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "money of random carts";
export { noFunctions as manifest } from "./manifests.ts";

const RUNS = Number(process.env.CARTS ?? process.env.SIZE ?? 100_000);

export async function run({ seed }: SoakRun): Promise<string> {
  const { carts, lines, discounted } = proveCartPricing(seed, RUNS);
  return `${carts} carts of ${lines} lines in currencies with 0, 2 and 3 decimals, ${discounted} of them discounted: every sum exact`;
}
