import assert from "node:assert/strict";
import { operations } from "#functions/manifest.ts";
import { answersOf, CALLERS, openWorld } from "#test/proofs/permissions.ts";

export const name = "what every kind of caller gets of every operation";

export async function run(): Promise<string> {
  const world = await openWorld();
  for (const operation of operations) {
    const { found, expected } = await answersOf(world, operation, CALLERS);
    assert.deepEqual(found, expected, operation.id);
  }
  return `${operations.length} operations by ${CALLERS.length} kinds of callers`;
}
