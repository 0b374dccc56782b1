import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import type { Page } from "#core/dynamo/list.ts";
import { GENERAL } from "#core/errors.ts";
import { type Entry, listPeople } from "./directory.ts";
import { checkTenantPermission, PLATFORM, parseRole, viewRoles } from "./roles.ts";
import type { AccountQuery, AccountSummary } from "./schema.ts";
import type { UserQuery, UserSummary } from "./user-schema.ts";

/** The members of a store; all accounts for the platform's staff. */
export async function searchAccounts(
  ctx: Context,
  { store_id, owner, ...query }: z.output<typeof AccountQuery>,
): Promise<Page<AccountSummary>> {
  const storeId = store_id ?? owner?.slice(owner.lastIndexOf(":") + 1);
  await checkSearch(ctx, storeId, "store");
  const { items, cursor } = await listPeople(ctx, storeId, query);
  return { items: items.map(viewAccountSummary), cursor };
}

/** The members of a business; all users for the platform's staff. */
export async function searchUsers(
  ctx: Context,
  { businessId, roleIds = [], ...query }: z.output<typeof UserQuery>,
): Promise<Page<UserSummary>> {
  await checkSearch(ctx, businessId, "business");
  const roles = [...new Set(roleIds.map(parseRole))];
  // Without a business, the one role to ask for is that of the platform's staff itself.
  const tenantId = businessId ?? (roles.includes("super") ? PLATFORM : undefined);
  const { items, cursor } = await listPeople(ctx, tenantId, { ...query, roles });
  return { items: items.map(viewUserSummary), cursor };
}

async function checkSearch(
  ctx: Context,
  tenantId: string | undefined,
  family: "store" | "business",
): Promise<void> {
  if (tenantId !== undefined) return checkTenantPermission(ctx, tenantId, family);
  if (!person(ctx).super) throw GENERAL.FORBIDDEN();
}

function viewAccountSummary({ person: found, membership }: Entry): AccountSummary {
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

function viewUserSummary({ person: found, membership }: Entry): UserSummary {
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
