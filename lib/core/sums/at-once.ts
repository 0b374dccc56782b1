import type { Context } from "#core/context.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { MAX_WRITES, transact, type Write } from "#core/dynamo/transact.ts";
import { Unmet } from "#core/dynamo/unmet.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { planRecords } from "./count.ts";
import type { Counting, Marked, Planned, Source } from "./declaration.ts";

/** Sums that some records are counted in, and where. */
export interface Part {
  counting: Counting;
  source: Source;
}

/**
 * Counts some records in several sums by one transaction, as far as nothing stands in the way: each is as it was read, and
 * all of it fits. Whoever counts what is left in each of the sums alone meets what was written here as counted.
 *
 * @param found the records with their marks in all generations, just read
 * @returns the names that are left; what was read of these may be old by now
 */
export async function countAtOnce(
  ctx: Context,
  parts: readonly Part[],
  some: readonly string[],
  found: Marked,
): Promise<{ left: readonly string[]; isOld: boolean }> {
  const plans = parts.map(({ counting, source }) => planRecords(ctx, counting, source, some, found));
  const whole = plans.filter((plan) => plan !== undefined);
  // A write for itself costs half of one in a transaction.
  const [together, alone] = [whole.filter(isSeveral), whole.filter((plan) => !isSeveral(plan))];
  const size = together.reduce((sum, { writes }) => sum + writes.length, 0);
  if (whole.length < plans.length || together.length < 2) return { left: some, isOld: false };
  if (size > MAX_WRITES) {
    if (some.length === 1) return { left: some, isOld: false };
    const middle = Math.ceil(some.length / 2);
    const first = await countAtOnce(ctx, parts, some.slice(0, middle), found);
    const second = await countAtOnce(ctx, parts, some.slice(middle), found);
    return { left: [...first.left, ...second.left], isOld: first.isOld || second.isOld };
  }
  const done = await sideBySide(
    [together, ...alone.map((plan) => [plan])].map((each) => isWritten(ctx, each)),
  );
  return done.every(Boolean) ? { left: [], isOld: false } : { left: some, isOld: true };
}

function isSeveral({ writes }: Planned): boolean {
  return writes.length > 1;
}

/** Writes what is planned; false where somebody was faster, or a record that a row lies in is not there. */
async function isWritten(ctx: Context, plans: readonly Planned[]): Promise<boolean> {
  const writes: Write[] = plans.flatMap((plan) => plan.writes);
  try {
    await transact(ctx, writes);
  } catch (error) {
    if (error instanceof Contention || error instanceof Unmet) return false;
    throw error;
  }
  for (const { afterwards } of plans) await afterwards?.();
  return true;
}
