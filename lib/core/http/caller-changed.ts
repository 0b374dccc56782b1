import { GENERAL } from "#core/errors.ts";

/** Says that a credential stands for another caller by now than when its request began, or for nobody. */
export class CallerChanged extends Error {}

const TRIES = 6;

/**
 * Runs a request, and again from finding out who calls where that changed while it ran: nothing of it was written then.
 *
 * @param admit finds out who calls
 */
export async function asWhoCalls<A>(run: () => Promise<A>, admit: () => Promise<void>): Promise<A> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CallerChanged)) throw error;
      if (tries === TRIES) throw GENERAL.CONFLICT();
      await admit();
    }
  }
}
