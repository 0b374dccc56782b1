import { type Context, person } from "#core/context.ts";
import type { Permission } from "#core/http/contract.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isDeleted } from "./authenticate.ts";
import { roleAllows } from "./authorize.ts";
import { memberships, STORE_MEMBERS } from "./records.ts";

/** Tenants of one caller that are looked at. */
const MAX = 100;

/**
 * The tenants in which the caller has a role with a permission, by their ids; of a session for one store alone, that
 * store. A guest has none, and the platform's staff only those of which they are members.
 */
export async function tenantsOf(ctx: Context, permission: Permission): Promise<string[]> {
  const { id, storeId, guest } = person(ctx);
  if (guest) return [];
  const range = { prefix: STORE_MEMBERS, limit: MAX };
  const { records } = await memberships.query(memberships.partition({ person_id: id }), range);
  const tenantIds = records
    .filter(({ role }) => roleAllows(role, permission))
    .map(({ tenant_id }) => tenant_id)
    .filter((tenantId) => storeId === undefined || storeId === tenantId);
  const gone = await sideBySide(tenantIds.map((tenantId) => isDeleted(tenantId, ctx.now())));
  return tenantIds.filter((_, index) => !gone[index]).toSorted();
}
