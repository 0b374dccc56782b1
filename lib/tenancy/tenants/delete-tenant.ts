import type { Context } from "#core/context.ts";
import { CACHE_SECONDS } from "#core/dynamo/cache.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import { Purge } from "#core/queue/purge.ts";
import { checkTenantNotDeleted, tenantNotFound } from "#lib/tenancy/access/authorize.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { closingWrites } from "#lib/tenancy/plans/stores.ts";
import { tenantKeys, tenants } from "./table.ts";

/** Seconds after a deletion until no warm function has the tenant cached. */
export const CACHED_SECONDS = CACHE_SECONDS + 15;
/** Seconds from a deletion to each of its three purges: at once, after all caches, and after slow workers. */
const PURGE_DELAYS = [0, CACHED_SECONDS, 600];

/** Deletes a tenant: it is gone at once, and its records are deleted in the background. */
export async function deleteTenant(ctx: Context, id: string): Promise<void> {
  await transact(ctx, await deletionWrites(ctx, id, tenantNotFound(ctx.family)));
}

/**
 * The writes that delete a tenant.
 *
 * @param closed the error if it is deleted already; without it the operation runs again
 */
export async function deletionWrites(ctx: Context, id: string, closed?: ApiError): Promise<Write[]> {
  const tenant = await tenants.find({ id }, ctx);
  if (!tenant) throw closed ?? new Contention("The tenant was deleted meanwhile.");
  return [
    tenants.check(tenant),
    // Only once: a second concurrent deletion would lower the founder's count again.
    tombstones.create({ tenant_id: id, deleted_at: ctx.now() }, closed),
    tenantKeys.removeKey({ key: tenant.key }),
    announce(ctx, "store.deleted", tenants, tenant),
    ...(await closingWrites(id)),
    ...PURGE_DELAYS.map((delay) => enqueue(ctx, Purge, { kind: "tenant", tenant_id: id }, delay)),
  ];
}

/** The checks that a tenant exists and is not deleted, for work without a request. */
export function checkTenantExists(id: string): Write[] {
  return [tenants.checkExists({ id }, GENERAL.NOT_FOUND()), checkTenantNotDeleted(id)];
}

/** The read of a tenant's tombstone, for a batch with others. It exists once the deletion was answered. */
export function tombstoneRead(id: string): ReturnType<typeof tombstones.read> {
  return tombstones.read({ tenant_id: id });
}
