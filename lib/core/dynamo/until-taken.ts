import { Throttled } from "#core/throttled.ts";
import { jitter } from "./jitter.ts";

const TRIES = 7;

/**
 * Sends what is pending until DynamoDB has taken all of it. It gives back what is over the throughput of a partition:
 * that is sent again after a growing random pause, because at once it would only come back.
 *
 * @param send sends some and returns those that came back
 * @throws Throttled after seven tries
 */
export async function untilTaken<T>(
  first: readonly T[],
  send: (pending: readonly T[]) => Promise<readonly T[]>,
) {
  let pending = first;
  for (let tries = 0; pending.length > 0; tries++) {
    if (tries === TRIES) throw new Throttled("The table is too busy for a batch.");
    if (tries > 0) await jitter(20 * 2 ** tries);
    pending = await send(pending);
  }
}
