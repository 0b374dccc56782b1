import type { Context, Role } from "#core/context.ts";
import { person } from "#core/context.ts";
import { permissionMissing } from "#core/errors.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { tenantNotFound } from "#lib/tenancy/access/authorize.ts";
import { type Membership, memberships } from "#lib/tenancy/access/records.ts";
import { USER } from "./errors.ts";

type AnyRole = Membership["role"];

const RANK: Record<AnyRole, number> = { viewer: 1, member: 2, admin: 3, owner: 4, super: 5 };
const ACTION: Record<AnyRole, string> = {
  viewer: "READ",
  member: "WRITE",
  admin: "ADMIN",
  owner: "ADMIN",
  super: "ADMIN",
};

/** The tenant that holds the platform's own staff. */
export const PLATFORM = "platform";

/** A role by its name or id, in any case. */
export function parseRole(text: string): AnyRole {
  const role = text.trim().toLowerCase();
  if (!isRole(role)) throw USER.ROLE_INVALID({ role: text });
  return role;
}

/** The strongest of some roles. */
export function strongestRole(roles: AnyRole[]): AnyRole | undefined {
  return roles.toSorted((left, right) => RANK[right] - RANK[left])[0];
}

/** Roles as the business interface shows them: each once, with a permission on every tenant that it is held in. */
export function viewRoles(all: Pick<Membership, "tenant_id" | "role">[]) {
  const byRole = Map.groupBy(all, ({ role }) => role);
  return [...byRole].map(([role, held]) => ({
    id: role,
    name: role[0]?.toUpperCase() + role.slice(1),
    permissions: held.map(({ tenant_id }) => ({
      action: ACTION[role],
      resource: tenant_id === PLATFORM ? "/businesses/*" : `/businesses/${tenant_id}`,
      conditions: [],
    })),
  }));
}

/**
 * Whether the caller, who is an admin at least, may give `role` to a member who has `current` now: a caller gives or
 * takes no more than they have themselves, and so raises nobody above themselves.
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

/** Whether the sender of an invitation may still send it: it ends when they leave, or lose the role that it takes. */
export async function mayInvite({ tenant_id, invited_by, role }: Invited): Promise<boolean> {
  const [place, staff] = await sideBySide(
    [tenant_id, PLATFORM].map((id) => memberships.find({ person_id: invited_by, tenant_id: id })),
  );
  if (staff) return true;
  return place !== undefined && RANK[place.role] >= Math.max(RANK.admin, RANK[role]);
}

interface Invited {
  tenant_id: string;
  /** The person who sent it. */
  invited_by: string;
  role: AnyRole;
}

/** Demands a permission on a tenant that a query or body names: who has no role there learns nothing of it. */
export async function checkTenantPermission(
  ctx: Context,
  tenantId: string,
  family: "store" | "business",
): Promise<void> {
  if (await ctx.may("ADMIN", tenantId)) return;
  if (await ctx.may("READ", tenantId)) throw permissionMissing("ADMIN");
  throw tenantNotFound(family);
}

/** Roles that a member of a tenant can have. */
export function isTenantRole(role: AnyRole): role is Role {
  return role !== "super";
}

function isRole(text: string): text is AnyRole {
  return Object.hasOwn(RANK, text);
}
