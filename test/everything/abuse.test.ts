// Alone: it starts a stack of its own.
import { expect, test } from "vitest";
import { startStack } from "#infra/local/stack.ts";
import { playAbuse } from "#test/proofs/abuse.ts";
import { seeded } from "#test/support/random.ts";

test("whatever allowed calls are combined, an address that never proved itself gets no mail beyond its budgets", async () => {
  const stack = await startStack({ environment: { BUDGETS: "{}", LOG_LEVEL: "SILENT" } });
  try {
    const { alone, mails } = await seeded((random) => playAbuse(random, stack, 1));
    expect(alone.length).toBeGreaterThan(20);
    // What causes nothing in a small run proves nothing.
    expect(alone.filter(({ allowed }) => allowed === 0)).toEqual([]);
    expect(mails).toBeGreaterThan(5);
  } finally {
    await stack.stop();
  }
});
