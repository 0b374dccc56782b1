import assert from "node:assert/strict";
import { proveCashCounters } from "#test/proofs/cash-orders.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "unpaid cash orders are counted exactly";

/** The deployed budgets. */
export const environment = { BUDGETS: "{}" };

const SHOPS = Number(process.env.SIZE ?? 150);

export async function run({ random }: SoakRun): Promise<string> {
  const { placed, refused } = await proveCashCounters(random, SHOPS);
  assert.ok(placed > 0 && refused > 0, "Nothing was ordered, or nothing refused.");
  return `${SHOPS} shops: ${placed} orders for cash placed and ${refused} refused while staff recorded payments and cancelled; no count was above its limit or off by one`;
}
