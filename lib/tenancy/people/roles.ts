import type { Context, Role } from "#core/context.ts";
import { person } from "#core/context.ts";
import { permissionMissing } from "#core/errors.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { tenantNotFound } from "#lib/tenancy/access/authorize.ts";
import { type Membership, memberships, PLATFORM_ID } from "#lib/tenancy/access/records.ts";
import { USER } from "./errors.ts";

type AnyRole = Membership["role"];

const RANK: Record<AnyRole, number> = { viewer: 1, member: 2, admin: 3, owner: 4, super: 5 };
const ACTION_BY_ROLE: Record<AnyRole, string> = {
  viewer: "READ",
  member: "WRITE",
  admin: "ADMIN",
  owner: "ADMIN",
  super: "ADMIN",
};

export function parseRole(text: string): AnyRole {
  const role = text.trim().toLowerCase();
  if (!isRole(role)) throw USER.ROLE_INVALID({ role: text });
  return role;
}

export function strongestRole(roles: AnyRole[]): AnyRole | undefined {
  return roles.toSorted((left, right) => RANK[right] - RANK[left])[0];
}

/** Roles in the business interface: each once, with a permission per tenant. */
export function viewRoles(all: Pick<Membership, "tenant_id" | "role">[]) {
  const byRole = Map.groupBy(all, ({ role }) => role);
  return [...byRole].map(([role, held]) => ({
    id: role,
    name: role[0]?.toUpperCase() + role.slice(1),
    permissions: held.map(({ tenant_id }) => ({
      action: ACTION_BY_ROLE[role],
      resource: tenant_id === PLATFORM_ID ? "/businesses/*" : `/businesses/${tenant_id}`,
      conditions: [],
    })),
  }));
}

/**
 * Checks that the caller, who is at least an admin, may change a member's role: only owners grant or take
 * ownership, and only platform staff grant `super`.
 */
export async function checkMayGrant(
  ctx: Context,
  tenantId: string,
  target: { current?: AnyRole },
  role: AnyRole,
): Promise<void> {
  const owner = await ctx.may("OWNER", tenantId);
  const { super: staff } = person(ctx);
  if (role === "super" && !staff) throw USER.UNAUTHORIZED({ problem: "only the platform's staff is super" });
  if (!owner && (role === "owner" || target.current === "owner")) {
    throw USER.UNAUTHORIZED({ problem: "only an owner can make, change or remove an owner" });
  }
}

/** Whether the sender of an invitation may still grant its role. If not, the invitation is void. */
export async function mayInvite({ tenant_id, invited_by, role }: SentInvitation): Promise<boolean> {
  const [place, staff] = await sideBySide(
    [tenant_id, PLATFORM_ID].map((id) => memberships.find({ person_id: invited_by, tenant_id: id })),
  );
  if (staff) return true;
  return place !== undefined && RANK[place.role] >= Math.max(RANK.admin, RANK[role]);
}

interface SentInvitation {
  tenant_id: string;
  invited_by: string;
  role: AnyRole;
}

/** Checks for ADMIN on a tenant that a query or body names. Without any role, the tenant seems not to exist. */
export async function checkTenantPermission(
  ctx: Context,
  tenantId: string,
  family: "store" | "business",
): Promise<void> {
  if (await ctx.may("ADMIN", tenantId)) return;
  if (await ctx.may("READ", tenantId)) throw permissionMissing("ADMIN");
  throw tenantNotFound(family);
}

export function isTenantRole(role: AnyRole): role is Role {
  return role !== "super";
}

function isRole(text: string): text is AnyRole {
  return Object.hasOwn(RANK, text);
}
