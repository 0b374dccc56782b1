// Alone: it starts a stack of its own.
import { expect, test } from "vitest";
import { startStack } from "#infra/local/stack.ts";
import { newslettersManifest } from "#test/proofs/functions/newsletters.ts";
import { sendWhileKilled } from "#test/proofs/newsletters.ts";
import { seeded } from "#test/support/random.ts";

test("nobody gets a newsletter twice or after leaving, even while its sender is killed", async () => {
  const environment = { LOG_LEVEL: "SILENT", MAIL_RATE: "2000" };
  const stack = await startStack({ manifest: newslettersManifest, environment });
  try {
    const { unknown, kills } = await seeded((random) => sendWhileKilled(stack, random, 60, 2));
    expect(unknown).toBeLessThanOrEqual(kills);
  } finally {
    await stack.stop();
  }
});
