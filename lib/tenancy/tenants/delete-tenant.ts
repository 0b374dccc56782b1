import type { Context } from "#core/context.ts";
import { CACHED_FOR } from "#core/dynamo/cache.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import { Purge } from "#core/queue/purge.ts";
import { checkTenantNotDeleted, tenantNotFound } from "#lib/tenancy/access/authorize.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { closingWrites } from "#lib/tenancy/plans/stores.ts";
import { tenantKeys, tenants } from "./table.ts";

/** Seconds after the end of a tenant when no warm function remembers any more that it was there. */
export const FORGOTTEN_AFTER = CACHED_FOR + 15;
/**
 * Seconds after which a deleted tenant's records are removed: at once; when all have forgotten it; and once more, for what
 * a slow worker wrote meanwhile.
 */
const PURGES = [0, FORGOTTEN_AFTER, 600];

/** Closes a tenant: it is gone for everybody at once, and its records go in the background. */
export async function deleteTenant(ctx: Context, id: string): Promise<void> {
  await transact(ctx, await deletionWrites(ctx, id, tenantNotFound(ctx.family)));
}

/**
 * The writes that close a tenant.
 *
 * @param closed the answer where it is closed already; without it the verb runs again from its reads
 */
export async function deletionWrites(ctx: Context, id: string, closed?: ApiError): Promise<Write[]> {
  const tenant = await tenants.find({ id }, ctx);
  if (!tenant) throw closed ?? new Contention("The tenant was deleted meanwhile.");
  return [
    tenants.check(tenant),
    // Once: of two at the same moment the second would give the place of the store back again.
    tombstones.create({ tenant_id: id, deleted_at: ctx.now() }, closed),
    tenantKeys.removeKey({ key: tenant.key }),
    announce(ctx, "store.deleted", tenants, tenant),
    ...(await closingWrites(id)),
    ...PURGES.map((delay) => enqueue(ctx, Purge, { kind: "tenant", tenant_id: id }, delay)),
  ];
}

/** The writes that demand that a tenant is there and not being deleted, for what is made without a request. */
export function checkTenantExists(id: string): Write[] {
  return [tenants.checkExists({ id }, GENERAL.NOT_FOUND()), checkTenantNotDeleted(id)];
}

/** The read of a tenant's end, to be made together with others: there is one from the answer of its deletion on. */
export function tombstoneRead(id: string): ReturnType<typeof tombstones.read> {
  return tombstones.read({ tenant_id: id });
}
