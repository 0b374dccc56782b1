import assert from "node:assert/strict";
import { proveExactRefunds } from "#test/proofs/exact-refunds.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "refunds in parts come to what was paid, in currencies of none, two and three decimals";

const ORDERS = Number(process.env.SIZE ?? 40);

export async function run({ random }: SoakRun): Promise<string> {
  const { refunds, refused } = await proveExactRefunds(random, ORDERS);
  assert.ok(refunds > 0 && refused > 0, "Nothing was refunded, or no refund was refused.");
  return `${8 * ORDERS} orders: ${refunds} refunds came to what was paid, and ${refused} that the provider cannot express were refused at once`;
}
