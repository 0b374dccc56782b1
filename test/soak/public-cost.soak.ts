import assert from "node:assert/strict";
import { MAX_COST, mostExpensiveRequests } from "#test/proofs/public-cost.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "what a call without an account can cost";

const TRIES = Number(process.env.SIZE ?? 60);
const RECORDS = 120;

export async function run({ stack, random }: SoakRun): Promise<string> {
  const costs = await mostExpensiveRequests(random, TRIES, RECORDS, {
    quiet: () => stack.pause("stream"),
    width: 1,
  });
  for (const { operation, tableCalls, milliseconds, request } of costs.slice(0, 12)) {
    console.log(`  ${operation}: ${tableCalls} table calls, ${milliseconds.toFixed(0)} ms; ${request}`);
  }
  const slowest = costs.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 5);
  for (const { operation, milliseconds } of slowest)
    console.log(`  ${operation}: ${milliseconds.toFixed(0)} ms`);
  const over = costs.filter(
    ({ tableCalls, milliseconds }) =>
      tableCalls > MAX_COST.tableCalls || milliseconds > MAX_COST.milliseconds,
  );
  assert.deepEqual(
    over.map(({ operation, tableCalls, milliseconds }) => ({ operation, tableCalls, milliseconds })),
    [],
  );
  return `${costs.length} operations, ${TRIES} requests to each, none above ${MAX_COST.tableCalls} table calls or ${MAX_COST.milliseconds} ms`;
}
