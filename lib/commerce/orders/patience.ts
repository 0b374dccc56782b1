import { Contention } from "#core/dynamo/contention.ts";
import { jitter } from "#core/dynamo/jitter.ts";
import { GENERAL } from "#core/errors.ts";

/** Milliseconds for which a checkout is tried again while others buy the same: well within its function's time. */
const PATIENCE = 12_000;
const LONGEST_PAUSE = 150;

/**
 * Runs a change of orders again from its reads while others change the same: each of them that gets through is one less.
 * After that the buyer is asked to come again in a second.
 *
 * @param run told whether it has been tried before
 */
export async function patiently<A>(run: (again: boolean) => Promise<A>): Promise<A> {
  const until = performance.now() + PATIENCE;
  for (let tries = 1; ; tries++) {
    try {
      return await run(tries > 1);
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      if (performance.now() > until) throw GENERAL.CONFLICT({ retryAfter: 1 });
      await jitter(Math.min(LONGEST_PAUSE, 5 * 2 ** tries));
    }
  }
}
