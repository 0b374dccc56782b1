// Background deletion of tenants, persons and their records.

import type { Context } from "#core/context.ts";
import { purgePartitions } from "#core/dynamo/purge.ts";
import { MAX_RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { Purge } from "#core/queue/purge.ts";
import { endPayments } from "#lib/money/payments/end-payments.ts";
import { endBilling } from "#lib/money/subscriptions/service.ts";
import { memberships, tombstones } from "#lib/tenancy/access/records.ts";
import { revokeEndedSessions } from "#lib/tenancy/people/sessions.ts";
import { CACHED_SECONDS } from "#lib/tenancy/tenants/delete-tenant.ts";
import { purgePerson } from "./purge-person.ts";
import { childKinds, childPartitions, parentPartitions, tenantPartitions } from "./tenant-partitions.ts";

/**
 * Finishes a deletion in the background. It starts from what is still there, so it is safe to interrupt and to
 * repeat.
 */
export async function purge(ctx: Context, message: Purge): Promise<void> {
  const until = Date.now() + MAX_RUN_MS;
  const done = await runPurge(ctx, message, until);
  if (!done) await transact(ctx, [enqueue(ctx, Purge, message)]);
}

function runPurge(ctx: Context, message: Purge, until: number): Promise<boolean> {
  if (message.kind === "partitions") return purgePartitions(message.partitions, until);
  if (message.kind === "sessions") return revokeEndedSessions(ctx, message.person_id, until);
  if (message.kind === "person") return purgePerson(ctx, message.person_id, until);
  return purgeTenant(ctx, message.tenant_id, until);
}

async function purgeTenant(ctx: Context, tenantId: string, until: number): Promise<boolean> {
  // Payments end first, while their records exist: afterwards nobody would know what may still be charged.
  const { deleted_at = ctx.now() } = (await tombstones.find({ tenant_id: tenantId }, ctx)) ?? {};
  await endPayments(ctx, tenantId, deleted_at);
  await endBilling(ctx, tenantId);
  for (const kind of childKinds()) {
    // Children are deleted before their parent, because a later run finds them through it.
    for await (const partitions of childPartitions(kind, tenantId)) {
      if (!(await purgePartitions(partitions, until))) return false;
    }
  }
  if (!(await removeMemberships(ctx, tenantId, until))) return false;
  // Functions that still have the tenant in their cache may write below these parents.
  const stay = ctx.now() < deleted_at + CACHED_SECONDS ? parentPartitions(tenantId) : new Set();
  return purgePartitions(
    tenantPartitions(tenantId).filter((partition) => !stay.has(partition)),
    until,
  );
}

async function removeMemberships(ctx: Context, tenantId: string, until: number): Promise<boolean> {
  const members = { partitions: [memberships.list({ tenant_id: tenantId })], index: "list_created" } as const;
  const remove = async (rows: Record<string, unknown>[]) => {
    const found = await memberships.batchGet(rows.map(memberships.slots), ctx);
    await transact(
      ctx,
      found.map((member) => memberships.removeKey(member)),
    );
    return found.length;
  };
  return sweep(members, remove, until - Date.now());
}
