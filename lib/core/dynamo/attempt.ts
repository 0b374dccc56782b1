import { GENERAL } from "#core/errors.ts";
import { Contention } from "./contention.ts";
import { jitter } from "./jitter.ts";

const TRIES = 6;

/**
 * Runs a verb again from its reads when somebody else changed what it read, with growing random pauses; after six tries
 * the caller gets GENERAL.CONFLICT.
 */
export async function attempt<A>(verb: () => Promise<A>): Promise<A> {
  for (let tries = 1; ; tries++) {
    try {
      return await verb();
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      if (tries === TRIES) throw GENERAL.CONFLICT();
      await jitter(5 * 2 ** tries);
    }
  }
}
