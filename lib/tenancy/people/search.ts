import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { GENERAL } from "#core/errors.ts";
import { PLATFORM_ID } from "#lib/tenancy/access/records.ts";
import { tenantsOf } from "#lib/tenancy/access/tenants-of.ts";
import { type DirectoryEntry, listPeople } from "./directory.ts";
import { checkTenantPermission, parseRole, viewRoles } from "./roles.ts";
import type { AccountQuery, AccountSummary } from "./schema.ts";
import type { UserQuery, UserSummary } from "./user-schema.ts";

/** Searches members of a store, or of all that the caller administers; for platform staff, all accounts. */
export async function searchAccounts(
  ctx: Context,
  { store_id, owner, businessId, ...query }: z.output<typeof AccountQuery>,
): Promise<Page<AccountSummary>> {
  const storeId = store_id ?? owner?.slice(owner.lastIndexOf(":") + 1) ?? businessId;
  const tenantIds = await tenantsToSearch(ctx, storeId);
  const { items, cursor } = await listPeople(ctx, tenantIds, query);
  return { items: items.map(viewAccountSummary), cursor };
}

/** Searches the members of a business; all users for platform staff. */
export async function searchUsers(
  ctx: Context,
  { businessId, roleIds = [], ...query }: z.output<typeof UserQuery>,
): Promise<Page<UserSummary>> {
  if (businessId !== undefined) await checkTenantPermission(ctx, businessId, "business");
  else if (!person(ctx).super) throw GENERAL.FORBIDDEN();
  const roles = [...new Set(roleIds.map(parseRole))];
  // Without a business, `super` selects platform staff.
  const tenantId = businessId ?? (roles.includes("super") ? PLATFORM_ID : undefined);
  const { items, cursor } = await listPeople(ctx, tenantId === undefined ? undefined : [tenantId], {
    ...query,
    roles,
  });
  return { items: items.map(viewUserSummary), cursor };
}

/** The tenants to search: the named one, else those that the caller administers; `undefined` for all. */
async function tenantsToSearch(ctx: Context, tenantId: string | undefined): Promise<string[] | undefined> {
  if (tenantId !== undefined) {
    await checkTenantPermission(ctx, tenantId, "store");
    return [tenantId];
  }
  return person(ctx).super ? undefined : tenantsOf(ctx, "ADMIN");
}

function viewAccountSummary({ person: found, membership }: DirectoryEntry): AccountSummary {
  const place = membership && {
    store_id: membership.tenant_id,
    role: membership.role,
    joined_at: membership.created_at,
  };
  return {
    id: found.id,
    email: found.email ?? "",
    name: found.name,
    lifecycle: { last_login_at: found.last_login_at, onboarding_completed: found.onboarding_completed },
    memberships: place ? [place] : [],
  };
}

function viewUserSummary({ person: found, membership }: DirectoryEntry): UserSummary {
  const roles = viewRoles(membership ? [membership] : []);
  return {
    id: found.id,
    name: found.name,
    email: found.email ?? "",
    isConfirmed: found.is_confirmed,
    roleIds: roles.map(({ id }) => id),
    roles,
    phoneNumbers: [],
    addresses: [],
    apiTokens: [],
    businessUserConfigs: [],
    lifecycle: { lastLoginAt: found.last_login_at, onboardingCompleted: found.onboarding_completed },
  };
}
