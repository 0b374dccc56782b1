// Alone: it starts a stack of its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { type Lines, openServiceProxies, starve, WANTS } from "#test/proofs/degraded-services.ts";
import { seeded } from "#test/support/random.ts";

let stack: Stack;
let lines: Lines;
beforeAll(async () => {
  stack = await startStack({ environment: { LOG_LEVEL: "SILENT" } });
  lines = await openServiceProxies();
});
afterAll(async () => {
  await lines.stop();
  await stack.stop();
});

// In these cases deliveries are retried after minutes; `npm run soak -- starved` waits for them.
const LONG: readonly string[] = ["full rate", "throttled table"];
const SHORT = WANTS.filter((want) => !LONG.includes(want));

test.each(SHORT)("with a %s, nothing is lost or done twice", async (want) => {
  const outcome = await seeded((random) => starve(random, stack, lines, want, { buyers: 3, late: 1500 }));
  expect(outcome).toMatchObject({ orders: 3, submissions: 3, webhooks: 6 });
});
