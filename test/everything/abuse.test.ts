// Alone: it starts a stack of its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { playAbuse } from "#test/proofs/abuse.ts";
import { fillMailbox } from "#test/proofs/mailboxes.ts";
import { seeded } from "#test/support/random.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ environment: { BUDGETS: "{}", LOG_LEVEL: "SILENT" }, everyMinute: false });
});
afterAll(() => stack.stop());

test("an unproven address gets no mail beyond its budgets, by any combination of calls", async () => {
  const { alone, mails } = await seeded((random) => playAbuse(random, stack, 1));
  expect(alone.length).toBeGreaterThan(20);
  // Every kind of call must have had an effect.
  expect(alone.filter(({ allowed }) => allowed === 0)).toEqual([]);
  expect(mails).toBeGreaterThan(5);
});

test("one mailbox gets no mail beyond its budgets, by any addresses, networks and sessions", async () => {
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
  // Fewer mails than the budget allows would not show that the budget stops them.
  expect(mails).toBeGreaterThan(most - 15);
});
