import { permissions } from "#console/generated/permissions.ts";
import type { OperationId } from "./api/types.ts";

export const ROLES = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

const ROLE_LEVELS: Record<string, number> = { READ: 1, WRITE: 2, ADMIN: 3, OWNER: 4 };

/** Whether a role in the store may call an operation. An operation that needs no such role is open to all. */
export function allows(role: Role, operation: OperationId): boolean {
  const [needs = ""] = permissions[operation].split(" ");
  return ROLES.indexOf(role) + 1 >= (ROLE_LEVELS[needs] ?? 0);
}

/** The roles that may call an operation, weakest first. */
export function rolesFor(operation: OperationId): Role[] {
  return ROLES.filter((role) => allows(role, operation));
}

export function roleOf(text: string): Role {
  // The platform's staff may do what an owner may.
  return ROLES.find((role) => role === text) ?? (text === "super" ? "owner" : "viewer");
}

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
