import type { Context } from "#core/context.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { DAY } from "#core/seconds.ts";
import type { Definition } from "./declaration.ts";
import type { Head } from "./heads.ts";
import { heads } from "./table.ts";

/** Possible numbers of lanes for a store's rows. */
const LANE_COUNTS = [1, 4, 16] as const;
/** Records a second above which more lanes are needed, and seconds over which the rate is measured. */
const FAST_RECORDS = 20;
const WINDOW_SECONDS = 10;
const MAX_TENANTS = 5000;

/** Measures how fast one process counts the records of a tenant. */
export function makeRates() {
  const windows = new Map<string, { since: number; count: number }>();
  return {
    /** Adds to the count of this window, and returns whether the rate needs more lanes. */
    isFast(name: string, count: number, now: number): boolean {
      const known = windows.get(name);
      const window = known && now - known.since < WINDOW_SECONDS ? known : { since: now, count: 0 };
      window.count += count;
      windows.delete(name);
      windows.set(name, window);
      const [oldest] = windows.size > MAX_TENANTS ? windows.keys() : [];
      if (oldest !== undefined) windows.delete(oldest);
      return window.count > FAST_RECORDS * WINDOW_SECONDS;
    },
  };
}

/** Raises the number of lanes. New lanes are read at once, and written as soon as every process reads them. */
export async function raiseLanes(ctx: Context, head: Head, { finalAt }: Definition): Promise<void> {
  const now = ctx.now();
  const lanes = LANE_COUNTS.find((each) => each > head.lanes);
  // Until the last raise has taken effect, the rate does not show whether it was enough.
  if (lanes === undefined || now - head.raised_at < 2 * WINDOW_SECONDS + 60) return;
  // Rows in lanes are folded from the next day on.
  const due_at = finalAt && head.phase === "ready" ? now + DAY : head.due_at;
  const raised = { ...head, lanes, lanes_before: head.lanes, raised_at: now, due_at };
  try {
    await transact(ctx, [heads.replace(head, raised)]);
  } catch (error) {
    // Another process has changed the head: the next wake-up message will see that.
    if (!(error instanceof Contention)) throw error;
  }
}
