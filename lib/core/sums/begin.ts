import type { Context } from "#core/context.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import type { Aggregate } from "./declaration.ts";
import { generationName } from "./generation-name.ts";
import { HEAD_SPREAD_SECONDS, type Head } from "./heads.ts";
import { TendSums } from "./messages.ts";
import { newHead } from "./read.ts";
import type { Generation, SumHead } from "./schema.ts";
import { heads } from "./table.ts";

/** What counting must know about a tenant. */
export interface Tenants {
  /** Writes that require that the tenant exists and is not being deleted; needed where it has no head yet. */
  tenantChecks(tenantId: string): Write[];
  /** The tenant's time zone. */
  zone(tenantId: string): Promise<string>;
}

/**
 * Starts to compute the sums anew, beside those that are read. The build waits until all counting processes know of it.
 * While it runs, no other build is started.
 *
 * @returns the current head; `undefined` where there is no such tenant
 */
export async function beginBuild(
  ctx: Context,
  { tenantId, tally, before }: { tenantId: string; tally: Aggregate; before: Head | undefined },
  { tenantChecks, zone }: Tenants,
  purpose: SumHead["purpose"] = "read",
): Promise<Head | undefined> {
  if (before && before.phase !== "ready") return before;
  const now = ctx.now();
  const built: Generation = {
    name: generationName(ctx, tally),
    definition: tally.definition,
    zone: tally.zoned ? await zone(tenantId) : "",
  };
  const isSame = before?.read?.definition === built.definition && before.read.zone === built.zone;
  const head: SumHead = {
    ...(before ?? newHead(tenantId, tally, now)),
    built,
    phase: "waiting",
    since: now,
    due_at: now + HEAD_SPREAD_SECONDS,
    cursor: null,
    purpose: isSame ? purpose : "read",
    recount: null,
  };
  const writes = [
    before ? heads.replace(before, head) : heads.create(head),
    ...(before ? [] : tenantChecks(tenantId)),
    enqueue(ctx, TendSums, { tenant_id: tenantId, tally: tally.name }, HEAD_SPREAD_SECONDS),
  ];
  try {
    await transact(ctx, writes);
  } catch (error) {
    // Somebody else has started it, or the tenant is gone.
    if (!(error instanceof Contention) && !(error instanceof ApiError)) throw error;
  }
  return heads.find({ store_id: tenantId, tally: tally.name });
}

/** Ends the retention of an old generation early, so that another one can be built. */
export async function endRetention(ctx: Context, head: Head): Promise<void> {
  // Nobody has counted in the old generation for long, so the deletion need not wait.
  const after: SumHead = { ...head, phase: "dropping", since: 0, due_at: ctx.now(), cursor: null };
  const message = { tenant_id: head.store_id, tally: head.tally };
  await transact(ctx, [heads.replace(head, after), enqueue(ctx, TendSums, message)]);
}
