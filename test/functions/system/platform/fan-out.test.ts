// Alone: it starts a stack of its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { submitWhileKilled } from "#test/proofs/fan-out.ts";
import { killedManifest } from "#test/proofs/functions/manifest.ts";
import { seeded } from "#test/support/random.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ manifest: killedManifest, environment: { LOG_LEVEL: "SILENT" } });
});
afterAll(() => stack.stop());

test("despite kills the fan-out delivers each event at least once, unchanged, and no other", async () => {
  const { events, kills } = await seeded((random) => submitWhileKilled(stack, random, 120));
  expect(events).toBe(97);
  expect(kills).toBeGreaterThan(0);
});
