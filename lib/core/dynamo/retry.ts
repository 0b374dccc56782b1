import { setTimeout as sleep } from "node:timers/promises";
import { GENERAL } from "#core/errors.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { Throttled } from "#core/throttled.ts";

/** Milliseconds after which a failure is final, unless the caller gives another time. */
const MAX_RETRY_MS = 3000;
const MAX_PAUSE_MS = 150;
/** Seconds in `Retry-After` of a conflict. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Runs domain code again from its reads when somebody else changed what it read, with growing random pauses. After
 * `within` it throws GENERAL.CONFLICT with `Retry-After`.
 *
 * @param within milliseconds
 */
export function withRetries<A>(verb: () => Promise<A>, within = scaledTimeout(MAX_RETRY_MS)): Promise<A> {
  return retryOnConflict(verb, {
    within,
    longestPause: MAX_PAUSE_MS,
    timeoutError: () => GENERAL.CONFLICT({ retryAfter: RETRY_AFTER_SECONDS }),
  });
}

/** How long, and with which pauses, something is retried on a conflict. Times are milliseconds. */
interface RetryPolicy {
  /** A failure after this is final, so that the last try ends within the function's time. */
  within: number;
  longestPause: number;
  /** Longest pause before the next try; without it 10, doubled with each try. */
  pause?(tries: number, took: number): number;
  /** The error that the caller gets in the end. */
  timeoutError(): Error;
}

/**
 * Runs a change again from its reads while others change the same records, with random pauses. It ends, because each
 * of the others that succeeds is one competitor less.
 *
 * @param run gets whether this is a retry
 * @throws the policy's error once the time is up
 */
export async function retryOnConflict<A>(
  run: (isRetry: boolean) => Promise<A>,
  { within, longestPause, pause = (tries) => 5 * 2 ** tries, timeoutError }: RetryPolicy,
): Promise<A> {
  const until = performance.now() + within;
  for (let tries = 1; ; tries++) {
    const began = performance.now();
    try {
      return await run(tries > 1);
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      if (performance.now() > until) throw timeoutError();
      await jitter(Math.min(longestPause, pause(tries, performance.now() - began)));
    }
  }
}

const MAX_TRIES = 7;

/**
 * Sends items until DynamoDB has processed all of them. DynamoDB returns those that exceed the throughput of a
 * partition. They are sent again after a growing random pause, because at once it would refuse them again.
 *
 * @param send sends some and returns the unprocessed ones
 * @throws Throttled after seven tries
 */
export async function retryUnprocessed<T>(
  first: readonly T[],
  send: (pending: readonly T[]) => Promise<readonly T[]>,
) {
  let pending = first;
  for (let tries = 0; pending.length > 0; tries++) {
    if (tries === MAX_TRIES) throw new Throttled("The table is too busy for a batch.");
    if (tries > 0) await jitter(20 * 2 ** tries);
    pending = await send(pending);
  }
}

/** Waits a random time of at most so many milliseconds, so that competitors continue at different times. */
export function jitter(most: number): Promise<void> {
  return sleep(Math.random() * most);
}

/** Somebody changed what this write was based on: the request must run again from its reads. */
export class Contention extends Error {}
