// Alone: it starts a stack of its own.
import { expect, test } from "vitest";
import { startStack } from "#infra/local/stack.ts";
import { deliverWhileKilled } from "#test/proofs/deliveries.ts";
import { webhookCrashManifest } from "#test/proofs/functions/deliveries.ts";
import { seeded } from "#test/support/random.ts";

test("every event is delivered, as it happened, while every stage is killed at random", async () => {
  const stack = await startStack({ manifest: webhookCrashManifest, environment: { LOG_LEVEL: "SILENT" } });
  try {
    const { changes, deliveries } = await seeded((random) => deliverWhileKilled(stack, random, 80));
    expect(deliveries).toBeGreaterThanOrEqual(changes - 1);
  } finally {
    await stack.stop();
  }
});
