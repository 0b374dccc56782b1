import assert from "node:assert/strict";
import type { Stack } from "#infra/local/stack.ts";
import { MAX_COST, mostExpensiveRequests } from "#test/proofs/public-cost.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

export const name = "what a call without an account can cost";

const TRIES = Number(process.env.SIZE ?? 60);
const RECORDS = 120;

export async function run(stack: Stack): Promise<string> {
  const random = randomFrom(newSeed());
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
    `SEED=${random.seed}`,
  );
  return `${costs.length} operations, ${TRIES} requests to each, none above ${MAX_COST.tableCalls} table calls or ${MAX_COST.milliseconds} ms; SEED=${random.seed}`;
}
