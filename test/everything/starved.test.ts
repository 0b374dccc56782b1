// Alone: it starts a stack of its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "#infra/local/stack.ts";
import {
  FAULT_KINDS,
  openServiceProxies,
  proveDegraded,
  type ServiceProxies,
} from "#test/proofs/degraded-services.ts";
import { seeded } from "#test/support/random.ts";

let stack: Stack;
let proxies: ServiceProxies;
beforeAll(async () => {
  stack = await startStack({ environment: { LOG_LEVEL: "SILENT" } });
  proxies = await openServiceProxies();
});
afterAll(async () => {
  await proxies.stop();
  await stack.stop();
});

// In these cases deliveries are retried after minutes; `npm run soak -- starved` waits for them.
const SLOW_CASES: readonly string[] = ["full rate", "throttled table"];
const FAST_CASES = FAULT_KINDS.filter((want) => !SLOW_CASES.includes(want));

test.each(FAST_CASES)("with a %s, nothing is lost or done twice", async (want) => {
  const outcome = await seeded((random) =>
    proveDegraded(random, stack, proxies, want, { buyers: 3, late: 1500 }),
  );
  expect(outcome).toMatchObject({ orders: 3, submissions: 3, webhooks: 6 });
});
