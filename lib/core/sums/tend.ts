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
const RESERVED_MS = 10_000;
/** Seconds after which the scan of due records continues work whose own message was lost. */
const STUCK_SECONDS = 600;
/** Longest delay of a message, in seconds. The scan of due records starts work that is due later. */
const MAX_DELAY_SECONDS = 900;

export interface Pace {
  /** Least milliseconds for a page of the walk through all records, so that a build leaves capacity for visitors. */
  step: number;
  /** Waits until running work has probably finished, before something is checked again. */
  pause(): Promise<void>;
}

/**
 * Continues the work on a tenant's sums, step by step under a lease, until nothing is left to do now or the time is
 * up. After a crash the next worker continues from the last written step.
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
  const exists = { condition: { expression: "attribute_exists(pk)" } };
  const taken = await takeLease(key, ctx.now(), exists);
  // There are no sums, or another worker has the lease.
  if (!taken) return;
  let head: Head | undefined = heads.parse(taken);
  while (head) {
    const leased: Head = head;
    const began = Date.now();
    const step =
      began > until - RESERVED_MS
        ? "later"
        : ((await nextStep({ ctx, tally, head: leased, pause: pace.pause, zone })) ?? "due");
    head = await writeOwnHead(leased, (own) =>
      typeof step === "object" ? writeStep(ctx, own, step) : releaseLease(ctx, own, step),
    );
    const left = pace.step - (Date.now() - began);
    if (leased.phase === "walking" && left > 0) await sleep(left);
  }
}

/**
 * Writes the head. If it was changed meanwhile, such as its number of lanes, the write is repeated on the changed head.
 * Returns `undefined` when another worker has taken the lease.
 */
async function writeOwnHead(
  leased: Head,
  write: (own: Head) => Promise<Head | undefined>,
): Promise<Head | undefined> {
  try {
    return await write(leased);
  } catch (error) {
    if (!(error instanceof Contention)) throw error;
    const found = await heads.find({ store_id: leased.store_id, tally: leased.tally });
    return found?.lease === leased.lease ? writeOwnHead(found, write) : undefined;
  }
}

/** Writes the result of a step, and renews the lease. */
async function writeStep(ctx: Context, before: Head, step: Partial<SumHead>): Promise<Head> {
  const now = ctx.now();
  const { due_at } = step;
  const after: SumHead = { ...before, ...step, lease_until: now + LEASE_SECONDS };
  if (after.phase !== "ready" && !(due_at && due_at > now)) after.due_at = now + STUCK_SECONDS;
  await transact(ctx, [heads.replace(before, after)]);
  return heads.made(after, before);
}

/** Gives the lease up, and sends a message for the next step. */
async function releaseLease(ctx: Context, head: Head, until: "due" | "later"): Promise<undefined> {
  const { store_id, tally, phase, due_at } = head;
  const delay = until === "due" ? Math.max(1, (due_at ?? 0) - ctx.now()) : 1;
  const comes = phase !== "ready" && delay <= MAX_DELAY_SECONDS;
  await transact(ctx, [
    heads.replace(head, { ...head, ...NO_LEASE }),
    comes && enqueue(ctx, TendSums, { tenant_id: store_id, tally }, delay),
  ]);
  return undefined;
}
