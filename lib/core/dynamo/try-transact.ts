import { ExpectedFailure } from "./expected-failure.ts";
import { transact, type Write } from "./transact.ts";

/** For a write whose condition may well not hold: what `tried` returns then. */
export function expectedFailure<const O extends string>(outcome: O): ExpectedFailure<O> {
  return new ExpectedFailure(outcome);
}

/**
 * Performs writes as `transact` does, where it is no error that the condition of one does not hold.
 *
 * @returns the outcome that this write names; `undefined` when all were performed
 */
export async function tryTransact(
  ctx: Parameters<typeof transact>[0],
  writes: (Write | undefined | false)[],
): Promise<string | undefined> {
  try {
    await transact(ctx, writes);
    return undefined;
  } catch (error) {
    if (error instanceof ExpectedFailure) return error.outcome;
    throw error;
  }
}
