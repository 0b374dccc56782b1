import { setTimeout as sleep } from "node:timers/promises";

/** Run in reverse order. */
export type ShutdownSteps = (() => unknown)[];

/** Milliseconds for each part once the table is gone, since its calls would never end. */
const GRACE_MS = 2000;

/** Stops all parts, without waiting for those that need a table that is gone. */
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
