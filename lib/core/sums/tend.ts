import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { LEASE_SECONDS, takeLease } from "#core/dynamo/lease.ts";
import { NO_LEASE } from "#core/dynamo/lease-schema.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import type { Tenants } from "./begin.ts";
import type { Aggregate } from "./declaration.ts";
import type { Head } from "./heads.ts";
import { TendSums } from "./messages.ts";
import { nextStep } from "./phases.ts";
import type { SumHead } from "./schema.ts";
import { heads } from "./table.ts";

/** Milliseconds before the end of a worker's time at which it leaves the rest to a message. */
const LEFT = 10_000;
/** Seconds after which something that should go on by itself is looked at by the tick. */
const STUCK = 600;
/** Longest delay of a message, in seconds; what is due later is the tick's. */
const LONGEST_DELAY = 900;

/** How fast what is tended goes. */
export interface Pace {
  /** Milliseconds that one step through all records takes at least: so a build leaves room for visitors. */
  step: number;
  /** Lets what is under way end, before something is looked at again. */
  pause(): Promise<void>;
}

/**
 * Goes on with what is being done to a tenant's sums, step by step under a lease, until there is nothing to do now or
 * the time is up. It may be killed anywhere: the next one goes on from the step that was written last.
 *
 * @param until milliseconds by `Date.now()`
 */
export async function tend(
  ctx: Context,
  tenantId: string,
  tally: Aggregate,
  { until, pace, zone }: { until: number; pace: Pace } & Pick<Tenants, "zone">,
): Promise<void> {
  const key = heads.key({ store_id: tenantId, tally: tally.name });
  const there = { condition: { expression: "attribute_exists(pk)" } };
  const taken = await takeLease(key, ctx.now(), there);
  // Nothing is there, or another goes on with it.
  if (!taken) return;
  let head: Head | undefined = heads.parse(taken);
  while (head) {
    const held: Head = head;
    const began = Date.now();
    const step =
      began > until - LEFT
        ? "later"
        : ((await nextStep({ ctx, tally, head: held, pause: pace.pause, zone })) ?? "due");
    head = await stillOwn(held, (own) =>
      typeof step === "object" ? advanced(ctx, own, step) : release(ctx, own, step),
    );
    const left = pace.step - (Date.now() - began);
    if (held.phase === "walking" && left > 0) await sleep(left);
  }
}

/**
 * Writes the head. Something beside the work may have been changed meanwhile, such as the number of lanes: then it is
 * written over that. `undefined` when the work is another's by now.
 */
async function stillOwn(
  held: Head,
  write: (own: Head) => Promise<Head | undefined>,
): Promise<Head | undefined> {
  try {
    return await write(held);
  } catch (error) {
    if (!(error instanceof Contention)) throw error;
    const found = await heads.find({ store_id: held.store_id, tally: held.tally });
    return found?.lease === held.lease ? stillOwn(found, write) : undefined;
  }
}

/** Writes down what a step did, and keeps the lease. */
async function advanced(ctx: Context, before: Head, step: Partial<SumHead>): Promise<Head> {
  const now = ctx.now();
  const { due_at } = step;
  const after: SumHead = { ...before, ...step, lease_until: now + LEASE_SECONDS };
  if (after.phase !== "ready" && !(due_at && due_at > now)) after.due_at = now + STUCK;
  await transact(ctx, [heads.replace(before, after)]);
  return heads.made(after, before);
}

/** Gives the lease back, and has a message come when there is something to do again. */
async function release(ctx: Context, head: Head, until: "due" | "later"): Promise<undefined> {
  const { store_id, tally, phase, due_at } = head;
  const delay = until === "due" ? Math.max(1, (due_at ?? 0) - ctx.now()) : 1;
  const comes = phase !== "ready" && delay <= LONGEST_DELAY;
  await transact(ctx, [
    heads.replace(head, { ...head, ...NO_LEASE }),
    comes && enqueue(ctx, TendSums, { tenant_id: store_id, tally }, delay),
  ]);
  return undefined;
}
