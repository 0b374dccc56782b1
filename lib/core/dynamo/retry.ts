import { setTimeout as sleep } from "node:timers/promises";
import { GENERAL } from "#core/errors.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { Throttled } from "#core/throttled.ts";

/** Milliseconds after which no further try begins, unless the caller says how long it has. */
const PATIENCE = 3000;
const LONGEST_PAUSE = 150;
/** Seconds after which a caller may come again. */
const COME_AGAIN = 1;

/**
 * Runs a verb again from its reads when somebody else changed what it read, with growing random pauses. When the patience
 * is over the caller gets GENERAL.CONFLICT with `Retry-After`.
 *
 * @param within milliseconds
 */
export function withRetries<A>(verb: () => Promise<A>, within = scaledTimeout(PATIENCE)): Promise<A> {
  return retryOnConflict(verb, {
    within,
    longestPause: LONGEST_PAUSE,
    over: () => GENERAL.CONFLICT({ retryAfter: COME_AGAIN }),
  });
}

/** How long something is tried again while others change what it reads. Times are milliseconds. */
interface Patience {
  /** After these no further try begins: with the last one they stay well within the time of the function. */
  within: number;
  longestPause: number;
  /** The most that is waited before the next try. It begins at 10 and doubles unless given. */
  pause?(tries: number, took: number): number;
  /** What the caller gets when the patience is over. */
  over(): Error;
}

/**
 * Runs a change again from its reads while others change the same, with random pauses between. Each of the others that
 * succeeds is one less.
 *
 * @param run is told whether it was tried before
 * @throws what `over` makes, once the patience is over
 */
export async function retryOnConflict<A>(
  run: (again: boolean) => Promise<A>,
  { within, longestPause, pause = (tries) => 5 * 2 ** tries, over }: Patience,
): Promise<A> {
  const until = performance.now() + within;
  for (let tries = 1; ; tries++) {
    const began = performance.now();
    try {
      return await run(tries > 1);
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      if (performance.now() > until) throw over();
      await jitter(Math.min(longestPause, pause(tries, performance.now() - began)));
    }
  }
}

const TRIES = 7;

/**
 * Sends what is pending until DynamoDB has taken all of it. It gives back what is over the throughput of a partition:
 * that is sent again after a growing random pause, because at once it would only come back.
 *
 * @param send sends some and returns those that came back
 * @throws Throttled after seven tries
 */
export async function retryUnprocessed<T>(
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

/** Waits a random time: what ran into each other goes on at different moments. `most` is in milliseconds. */
export function jitter(most: number): Promise<void> {
  return sleep(Math.random() * most);
}

/** Somebody changed what this write was based on; the verb is to be run again from its reads. */
export class Contention extends Error {}
