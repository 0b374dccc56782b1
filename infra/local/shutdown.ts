import { setTimeout as sleep } from "node:timers/promises";

/** What is to be ended, last first. */
export type ShutdownSteps = (() => unknown)[];

/** Milliseconds that a part gets to end once the table is gone: what asks the table never ends then. */
const GRACE = 2000;

/** Ends all parts. Those that wait for a table that is gone are left. */
export async function shutDown(ends: ShutdownSteps, gone: Promise<void>): Promise<void> {
  for (const end of ends.splice(0).reverse()) {
    const timer = new AbortController();
    const lost = gone.then(() => sleep(GRACE, undefined, { signal: timer.signal })).catch(() => undefined);
    await Promise.race([end(), lost]);
    timer.abort();
  }
}
