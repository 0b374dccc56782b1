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
 * Counts some records in several sums in one transaction, if each record is unchanged since it was read and all of it
 * fits. A worker that counts them in one of the sums alone finds them counted.
 *
 * @param found the records with their marks in all generations, just read
 * @returns whether it was tried, and whether all is counted; after a try in vain, what was read may be outdated
 */
export async function countInOneTransaction(
  ctx: Context,
  parts: readonly CountPart[],
  some: readonly string[],
  found: MarkedRecords,
): Promise<"counted" | "in vain" | "not tried"> {
  const plans = parts.map(({ counting, source }) => planRecords(ctx, counting, source, some, found));
  const whole = plans.flatMap((plan) => plan ?? []);
  // A single write costs half of one in a transaction.
  const [together, alone] = [whole.filter(isSeveral), whole.filter((plan) => !isSeveral(plan))];
  const size = together.reduce((sum, { writes }) => sum + writes.length, 0);
  // Many records fit better one sum at a time, where each row that they share is added to once.
  if (plans.includes(undefined) || together.length < 2 || size > MAX_WRITES) return "not tried";
  const done = await sideBySide(
    [together, ...alone.map((plan) => [plan])].map((each) => isWritten(ctx, each)),
  );
  return done.every(Boolean) ? "counted" : "in vain";
}

function isSeveral({ writes }: PlannedCount): boolean {
  return writes.length > 1;
}

/** Performs planned writes; false where somebody was faster, or something cannot be written. */
async function isWritten(ctx: Context, plans: readonly PlannedCount[]): Promise<boolean> {
  try {
    await transact(
      ctx,
      plans.flatMap(({ writes }) => writes),
    );
  } catch (error) {
    // A write that is refused here is refused again when it is counted alone, where it blocks nothing else.
    if (error instanceof Contention || error instanceof ExpectedFailure || error instanceof ApiError)
      return false;
    throw error;
  }
  for (const { afterwards } of plans) await afterwards?.();
  return true;
}
