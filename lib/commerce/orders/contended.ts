import { withPatience } from "#core/dynamo/retry.ts";
import { GENERAL } from "#core/errors.ts";

/**
 * Runs a change of orders again from its reads while others change the same. After 12 s the buyer is asked to come again
 * in a second.
 *
 * @param run is told whether it was tried before
 */
export function whileContended<A>(run: (again: boolean) => Promise<A>): Promise<A> {
  return withPatience(run, {
    patience: 12_000,
    longestPause: 150,
    over: () => GENERAL.CONFLICT({ retryAfter: 1 }),
  });
}
