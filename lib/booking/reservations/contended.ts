import { Contention } from "#core/dynamo/contention.ts";
import { jitter } from "#core/dynamo/jitter.ts";
import { RESERVATION } from "./errors.ts";

/**
 * Milliseconds for which a booking is tried again while others book the same days: with the last try well within what
 * its function may take, because who runs into that gets a 500.
 */
const PATIENCE = 12_000;
const LONGEST_PAUSE = 120;

/**
 * Runs a booking again from its reads while others change the same days: each of them that gets through is one less,
 * so that whoever's time is free is served. Who is not within the patience is told that the time is taken.
 *
 * @param run told whether it has been tried before
 */
export async function whileContended<A>(run: (again: boolean) => Promise<A>): Promise<A> {
  const until = Date.now() + PATIENCE;
  for (let tries = 1; ; tries++) {
    try {
      return await run(tries > 1);
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      if (Date.now() > until) throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
      await jitter(Math.min(LONGEST_PAUSE, 5 * 2 ** tries));
    }
  }
}
