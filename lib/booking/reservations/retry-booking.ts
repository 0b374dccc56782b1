import { retryOnConflict } from "#core/dynamo/retry.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { RESERVATION } from "./errors.ts";

/**
 * Repeats a booking from its reads while others change the days that it needs. After 12 s it answers that the time is
 * taken.
 *
 * @param run gets true if it runs again
 */
export function retryBookingOnConflict<A>(run: (again: boolean) => Promise<A>): Promise<A> {
  return retryOnConflict(run, {
    within: scaledTimeout(12_000),
    longestPause: 120,
    timeoutError: () => RESERVATION.TIME_SLOT_NOT_AVAILABLE(),
  });
}
