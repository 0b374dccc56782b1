import { type Context, person } from "#core/context.ts";
import type { Permission } from "#core/http/contract.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isDeleted } from "./authenticate.ts";
import { roleAllows } from "./authorize.ts";
import { memberships, STORE_MEMBERS } from "./records.ts";

/** Most tenants per caller. */
const MAX_TENANTS = 100;

/**
 * The ids of the tenants where the caller has a permission. A store-scoped session has only its store, a
 * guest has none, and platform staff have those of which they are members.
 */
export async function tenantsOf(ctx: Context, permission: Permission): Promise<string[]> {
  const { id, storeId, guest } = person(ctx);
  if (guest) return [];
  const range = { prefix: STORE_MEMBERS, limit: MAX_TENANTS };
  const { records } = await memberships.query(memberships.partition({ person_id: id }), range);
  const tenantIds = records
    .filter(({ role }) => roleAllows(role, permission))
    .map(({ tenant_id }) => tenant_id)
    .filter((tenantId) => storeId === undefined || storeId === tenantId);
  const gone = await sideBySide(tenantIds.map((tenantId) => isDeleted(tenantId, ctx.now())));
  return tenantIds.filter((_, index) => !gone[index]).toSorted();
}
