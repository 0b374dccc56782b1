import type { Context } from "#core/context.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import type { Tally } from "./declaration.ts";
import { TendSums } from "./messages.ts";
import { type Head, KNOWN_TO_ALL, newHead } from "./read.ts";
import type { Generation, SumHead } from "./schema.ts";
import { heads } from "./table.ts";

/**
 * Writes down that the sums are to be reckoned anew, beside those that are read if there are any. It begins once all
 * that count know of it. While one runs, nothing is begun.
 *
 * @param stands the writes that demand that the tenant is there: for a tenant without a head nothing else says so
 * @returns the head as it is then; `undefined` where there is no such tenant
 */
export async function beginBuild(
  ctx: Context,
  { tenantId, tally, before }: { tenantId: string; tally: Tally; before: Head | undefined },
  stands: (tenantId: string) => Write[],
  purpose: SumHead["purpose"] = "read",
): Promise<Head | undefined> {
  if (before && before.phase !== "ready") return before;
  const now = ctx.now();
  const built: Generation = {
    name: `${tally.name}-${Math.floor(ctx.clock() * 1000).toString(36)}`,
    definition: tally.definition,
  };
  const head: SumHead = {
    ...(before ?? newHead(tenantId, tally, now)),
    built,
    phase: "waiting",
    since: now,
    next_at: now + KNOWN_TO_ALL,
    cursor: null,
    purpose: before?.read?.definition === tally.definition ? purpose : "read",
    recount: null,
  };
  const writes = [
    before ? heads.replace(before, head) : heads.create(head),
    ...(before ? [] : stands(tenantId)),
    enqueue(ctx, TendSums, { tenant_id: tenantId, tally: tally.name }, KNOWN_TO_ALL),
  ];
  try {
    await transact(ctx, writes);
  } catch (error) {
    // Somebody else has begun it, or the tenant is gone.
    if (!(error instanceof Contention) && !(error instanceof ApiError)) throw error;
  }
  return heads.find({ store_id: tenantId, tally: tally.name });
}

/** Has an old generation that is only kept for a while go now, so that another one can be built. */
export async function endKeeping(ctx: Context, head: Head): Promise<void> {
  // Nobody has counted in it for long: it waits for nothing.
  const after: SumHead = { ...head, phase: "dropping", since: 0, next_at: ctx.now(), cursor: null };
  const message = { tenant_id: head.store_id, tally: head.tally };
  await transact(ctx, [heads.replace(head, after), enqueue(ctx, TendSums, message)]);
}
