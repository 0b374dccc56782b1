// Alone: it starts a stack of its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { type Lines, openServiceProxies, starve, WANTS } from "#test/proofs/degraded-services.ts";
import { seeded } from "#test/support/random.ts";

let stack: Stack;
let lines: Lines;
// A stack of its own: what starves here would starve the others' tests too.
beforeAll(async () => {
  stack = await startStack({ environment: { LOG_LEVEL: "SILENT" } });
  lines = await openServiceProxies();
});
afterAll(async () => {
  await lines.stop();
  await stack.stop();
});

// Under these, mails and webhooks wait minutes for their next delivery: `npm run soak -- starved` waits for it.
const LONG: readonly string[] = ["full rate", "throttled table"];
const SHORT = WANTS.filter((want) => !LONG.includes(want));

test.each(SHORT)("under a %s nothing is lost, and nothing is done twice", async (want) => {
  const told = await seeded((random) => starve(random, stack, lines, want, { buyers: 3, late: 1500 }));
  expect(told).toMatchObject({ orders: 3, submissions: 3, webhooks: 6 });
});
