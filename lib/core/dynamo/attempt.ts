import { GENERAL } from "#core/errors.ts";
import { withPatience } from "./patience.ts";

/** Milliseconds after which no further try begins: a function that a visitor calls has at least five seconds. */
const PATIENCE = 3000;
const LONGEST_PAUSE = 150;
/** Seconds after which a caller may come again. */
const COME_AGAIN = 1;

/**
 * Runs a verb again from its reads when somebody else changed what it read, with growing random pauses. After three
 * seconds the caller gets GENERAL.CONFLICT with `Retry-After`.
 */
export function attempt<A>(verb: () => Promise<A>): Promise<A> {
  return withPatience(verb, {
    patience: PATIENCE,
    longestPause: LONGEST_PAUSE,
    over: () => GENERAL.CONFLICT({ retryAfter: COME_AGAIN }),
  });
}
