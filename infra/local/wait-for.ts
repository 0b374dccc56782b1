import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "#infra/failure.ts";

/** Milliseconds to wait at most; long, because a busy machine is several times slower. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** Calls `read` until it returns a value. Throws a StartFailure with the text `otherwise` after a minute. */
export async function waitFor<T>(read: () => Promise<T | undefined>, otherwise: string): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new StartFailure(otherwise);
    await sleep(POLL_MS);
  }
}
