import assert from "node:assert/strict";
import { proveNoRefundWithoutAdmin } from "#test/proofs/refunds-without-admin.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "nobody below ADMIN can refund";

const ORDERS = Number(process.env.SIZE ?? 400);

export async function run({ random }: SoakRun): Promise<string> {
  const { done, refused } = await proveNoRefundWithoutAdmin(random, ORDERS);
  assert.ok(done > 0 && refused > 0, "Nothing was done, or nothing refused.");
  return `${ORDERS} orders, paid and owed: ${done} acts of callers with WRITE were done and ${refused} refused, and nothing was refunded`;
}
