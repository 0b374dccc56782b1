import { ExpectedFailure } from "./expected-failure.ts";
import { transact, type Write } from "./transact.ts";

/** The failure of a write whose condition is expected to fail sometimes: `tryTransact` returns its outcome. */
export function expectedFailure<const O extends string>(outcome: O): ExpectedFailure<O> {
  return new ExpectedFailure(outcome);
}

/**
 * Performs writes as `transact` does, where a failed condition is no error.
 *
 * @returns the outcome of the write whose condition failed; `undefined` when all were performed
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
