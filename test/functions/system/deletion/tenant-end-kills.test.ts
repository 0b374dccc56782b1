// Alone: it starts a stack of its own.
import { afterAll, test } from "vitest";
import { operations } from "#functions/manifest.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { deleteTenantWhileKilled } from "#test/proofs/tenant-deletion.ts";
import { seeded } from "#test/support/random.ts";

// Its own file: this process must not have cached another stack's table or secrets.
let stack: Stack | undefined;
afterAll(() => stack?.stop());

test("a tenant deleted despite kills leaves nothing, and is charged nothing afterwards", async () => {
  stack = await startStack({ manifest: { operations, workers: [] }, environment: { LOG_LEVEL: "SILENT" } });
  await seeded((random) => deleteTenantWhileKilled(random, 60, 25));
});
