import type { Context } from "#core/context.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { DAY } from "#core/seconds.ts";
import type { Definition } from "./declaration.ts";
import type { Head } from "./heads.ts";
import { heads } from "./table.ts";

/** Numbers of lanes that a store's rows may lie in. */
const LANES = [1, 4, 16] as const;
/** Records a second above which there are to be more lanes, and seconds over which they are counted. */
const FAST = 20;
const WINDOW = 10;
const MOST = 5000;

/** Says how fast one process counts the records of a tenant. */
export function makeRates() {
  const windows = new Map<string, { since: number; count: number }>();
  return {
    /** Whether so many more records make it too fast for the lanes that there are. */
    isFast(name: string, count: number, now: number): boolean {
      const known = windows.get(name);
      const window = known && now - known.since < WINDOW ? known : { since: now, count: 0 };
      window.count += count;
      windows.delete(name);
      windows.set(name, window);
      const [oldest] = windows.size > MOST ? windows.keys() : [];
      if (oldest !== undefined) windows.delete(oldest);
      return window.count > FAST * WINDOW;
    },
  };
}

/** Raises the number of lanes. They are read at once, and written when everybody reads them. */
export async function raiseLanes(ctx: Context, head: Head, { overAt }: Definition): Promise<void> {
  const now = ctx.now();
  const lanes = LANES.find((each) => each > head.lanes);
  // Until the last raise is in use, what is counted says nothing of it.
  if (lanes === undefined || now - head.raised_at < 2 * WINDOW + 60) return;
  // What has lanes is folded from the next day on.
  const due_at = overAt && head.phase === "ready" ? now + DAY : head.due_at;
  const raised = { ...head, lanes, lanes_before: head.lanes, raised_at: now, due_at };
  try {
    await transact(ctx, [heads.replace(head, raised)]);
  } catch (error) {
    // Another has changed it: the next doorbell sees what it says by then.
    if (!(error instanceof Contention)) throw error;
  }
}
