import { transact, type Write } from "./transact.ts";
import { Unmet } from "./unmet.ts";

/** For a write whose condition may well not hold: what `tried` returns then. */
export function unmet<const O extends string>(outcome: O): Unmet<O> {
  return new Unmet(outcome);
}

/**
 * Performs writes as `transact` does, where it is no error that the condition of one does not hold.
 *
 * @returns the outcome that this write names; `undefined` when all were performed
 */
export async function tried(
  ctx: Parameters<typeof transact>[0],
  writes: (Write | undefined | false)[],
): Promise<string | undefined> {
  try {
    await transact(ctx, writes);
    return undefined;
  } catch (error) {
    if (error instanceof Unmet) return error.outcome;
    throw error;
  }
}
