import { Contention } from "./contention.ts";
import { jitter } from "./jitter.ts";

/** How long something is tried again while others change what it reads. Times are milliseconds. */
interface Patience {
  /** After these no further try begins: with the last one they stay well within the time of the function. */
  patience: number;
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
export async function withPatience<A>(
  run: (again: boolean) => Promise<A>,
  { patience, longestPause, pause = (tries) => 5 * 2 ** tries, over }: Patience,
): Promise<A> {
  const until = performance.now() + patience;
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
