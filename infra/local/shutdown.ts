import { setTimeout as sleep } from "node:timers/promises";

/** Functions that stop the parts of a stack, in the order of their start; they run in reverse order. */
export type ShutdownSteps = (() => unknown)[];

/** Milliseconds to wait for each part if DynamoDB has ended, because calls to it would never end. */
const GRACE_MS = 2000;

/** Stops all parts. If DynamoDB has ended, waits only briefly for parts that call it. */
export async function shutDown(ends: ShutdownSteps, tableGone: Promise<void>): Promise<void> {
  for (const end of ends.splice(0).reverse()) {
    const timer = new AbortController();
    const lost = tableGone
      .then(() => sleep(GRACE_MS, undefined, { signal: timer.signal }))
      .catch(() => undefined);
    await Promise.race([end(), lost]);
    timer.abort();
  }
}
