// Alone: it starts a stack of its own.
import { afterAll, test } from "vitest";
import { operations } from "#functions/manifest.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { deleteTenantWhileKilled } from "#test/proofs/tenant-deletion.ts";
import { seeded } from "#test/support/random.ts";

// A file of its own: nothing in this process may know another stack's table or secrets before this one starts.
let stack: Stack | undefined;
afterAll(() => stack?.stop());

test("a tenant that is deleted under kills leaves nothing, and nothing is charged for it afterwards", async () => {
  stack = await startStack({
    manifest: { operations, workers: [] },
    environment: { LOG_LEVEL: "SILENT" },
  });
  await seeded((random) => deleteTenantWhileKilled(random, 60, 25));
});
