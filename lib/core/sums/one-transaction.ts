import type { Context } from "#core/context.ts";
import { ExpectedFailure } from "#core/dynamo/expected-failure.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { MAX_WRITES, transact } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { planRecords } from "./count.ts";
import type { CountTarget, MarkedRecords, PlannedCount, SumSource } from "./declaration.ts";

/** The sums in which some records are counted, and their source. */
export interface CountPart {
  counting: CountTarget;
  source: SumSource;
}

/**
 * Counts some records in several sums in one transaction, if the records are unchanged since they were read and all
 * writes fit. A worker that then counts them in one of the sums finds nothing to do.
 *
 * @param found the records with their marks in all generations, just read
 * @returns `not tried`, `counted`, or `in vain`: then `found` may be outdated
 */
export async function countInOneTransaction(
  ctx: Context,
  parts: readonly CountPart[],
  some: readonly string[],
  found: MarkedRecords,
): Promise<"counted" | "in vain" | "not tried"> {
  const plans = parts.map(({ counting, source }) => planRecords(ctx, counting, source, some, found));
  const whole = plans.flatMap((plan) => plan ?? []);
  // A single write costs half as much as a write in a transaction.
  const [together, alone] = [whole.filter(isMultiWrite), whole.filter((plan) => !isMultiWrite(plan))];
  const size = together.reduce((sum, { writes }) => sum + writes.length, 0);
  // Many records are better counted one sum at a time, which writes each row that they share only once.
  if (plans.includes(undefined) || together.length < 2 || size > MAX_WRITES) return "not tried";
  const done = await sideBySide(
    [together, ...alone.map((plan) => [plan])].map((each) => tryWrites(ctx, each)),
  );
  return done.every(Boolean) ? "counted" : "in vain";
}

function isMultiWrite({ writes }: PlannedCount): boolean {
  return writes.length > 1;
}

/** Performs planned writes; returns false where somebody was faster, or a write was refused. */
async function tryWrites(ctx: Context, plans: readonly PlannedCount[]): Promise<boolean> {
  try {
    await transact(
      ctx,
      plans.flatMap(({ writes }) => writes),
    );
  } catch (error) {
    // A refused record is tried again by itself, where it does not block the others.
    if (error instanceof Contention || error instanceof ExpectedFailure || error instanceof ApiError)
      return false;
    throw error;
  }
  for (const { afterwards } of plans) await afterwards?.();
  return true;
}
