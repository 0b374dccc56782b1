// Alone: it starts a stack of its own.
import { expect, test } from "vitest";
import { startStack } from "#infra/local/stack.ts";
import { fillMailbox } from "#test/proofs/mailboxes.ts";
import { seeded } from "#test/support/random.ts";

test("one mailbox gets no more mail than its budgets, by whatever addresses, networks and sessions it is asked for", async () => {
  const stack = await startStack({ environment: { BUDGETS: "{}", LOG_LEVEL: "SILENT" } });
  try {
    const { mails, most } = await seeded((random) =>
      fillMailbox(
        random,
        stack,
        {
          spelling: random.pick(["with another tag", "with dots elsewhere", "in every way"]),
          network: random.pick(["one address", "one 64 bits", "one 48 bits"]),
          session: random.pick(["kept", "new each time"]),
        },
        9,
      ),
    );
    // As much as there is room for: less would prove nothing.
    expect(mails).toBeGreaterThan(most - 15);
  } finally {
    await stack.stop();
  }
});
