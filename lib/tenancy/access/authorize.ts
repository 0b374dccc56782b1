import type { Actor, Context, Guard } from "#core/context.ts";
import { forgetCached, isReadSince } from "#core/dynamo/cache.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type ApiError, GENERAL, missingRecord, permissionMissing, TENANT } from "#core/errors.ts";
import type { AccessControl } from "#core/http/access-control.ts";
import { CallerChanged } from "#core/http/caller.ts";
import type { Family, Need, Operation, Permission } from "#core/http/contract.ts";
import { authenticate, credentialOf, isDeleted, isOpen, roleOf, stampLastUse } from "./authenticate.ts";
import { contactSessions, tombstones } from "./records.ts";

const PERMISSION_LEVELS: Record<Permission, number> = { READ: 1, WRITE: 2, ADMIN: 3, OWNER: 4 };
const ROLE_LEVELS = { viewer: 1, member: 2, admin: 3, owner: 4, super: 4 } as const;

export function roleAllows(role: keyof typeof ROLE_LEVELS, permission: Permission): boolean {
  return ROLE_LEVELS[role] >= PERMISSION_LEVELS[permission];
}

/** Whether a caller has a permission on a tenant; false also if there is no such tenant. */
async function may(actor: Actor, permission: Permission, tenantId: string, now: number): Promise<boolean> {
  if (actor.kind === "system") return true;
  if (actor.kind !== "person" || actor.guest) return false;
  if (actor.storeId !== undefined && actor.storeId !== tenantId) return false;
  const role = await roleOf(actor.id, tenantId, now, actor.storeId !== undefined);
  return role !== undefined && roleAllows(role, permission);
}

/**
 * Authorizes a caller for an operation, or throws the error. A caller without a role gets the same error as
 * for a tenant that does not exist; a member without the permission gets 403.
 */
async function authorize(
  operation: Pick<
    Operation,
    "needs" | "path" | "family" | "storeSession" | "knowsVisitors" | "worksWhileClosed"
  >,
  actor: Actor,
  tenantId: string | undefined,
  now: number,
): Promise<void> {
  const { needs } = operation;
  if (tenantId !== undefined) {
    if (await isDeleted(tenantId, now)) throw tenantNotFound(operation.family);
    const shut = isForPublic(needs) && !operation.worksWhileClosed && !(await isOpenTo(actor, tenantId, now));
    if (shut) throw tenantNotFound(operation.family);
  }
  if (needs === "none") return;
  const wrongStore = isForOtherStore(actor, tenantId);
  if (wrongStore && tenantId !== undefined) throw GENERAL.UNAUTHENTICATED();
  if (needs === "public") return;
  if (needs === "visitor") {
    if (actor.kind !== "visitor") throw GENERAL.UNAUTHENTICATED();
    return;
  }
  if (actor.kind === "visitor" && operation.knowsVisitors) throw GENERAL.FORBIDDEN();
  if (actor.kind !== "person") throw GENERAL.UNAUTHENTICATED();
  if (needs === "super") {
    if (!actor.super) throw GENERAL.FORBIDDEN();
    return;
  }
  if (needs === "person" || needs === "account") {
    if (needs === "account" && actor.guest) throw GENERAL.FORBIDDEN();
    if (wrongStore && !operation.storeSession) throw GENERAL.FORBIDDEN();
    return;
  }
  if (tenantId === undefined) throw new Error(`${operation.path} needs ${needs} but names no tenant.`);
  if (await may(actor, needs, tenantId, now)) return;
  throw (await may(actor, "READ", tenantId, now))
    ? permissionMissing(needs)
    : tenantNotFound(operation.family);
}

function isForPublic(needs: Need): boolean {
  return needs === "none" || needs === "public" || needs === "visitor" || needs === "person";
}

async function isOpenTo(actor: Actor, tenantId: string, now: number): Promise<boolean> {
  return (await isOpen(tenantId, now)) || (await may(actor, "READ", tenantId, now));
}

/**
 * Throws the error of a missing tenant if the tenant is closed to the public and the caller is no member. For
 * operations whose path does not name their tenant.
 */
export async function checkOpen(ctx: Context, tenantId: string, family: Family = ctx.family): Promise<void> {
  const now = ctx.now();
  const elsewhere = isForOtherStore(ctx.actor, tenantId) || (await isDeleted(tenantId, now));
  if (elsewhere || !(await isOpenTo(ctx.actor, tenantId, now))) throw tenantNotFound(family);
}

/** Whether a session is scoped to another store. */
export function isForOtherStore(actor: Actor, tenantId: string | undefined): boolean {
  const ofOne = actor.kind === "visitor" || (actor.kind === "person" && actor.storeId !== undefined);
  return ofOne && actor.storeId !== tenantId;
}

/** The 404 of a tenant, in the terms of the requested interface. */
export function tenantNotFound(family: Family): ApiError {
  return family === "business" ? TENANT.NOT_FOUND() : missingRecord("store");
}

/** A write that checks that a tenant is not deleted: nothing may be sold once its deletion was confirmed. */
export function checkTenantNotDeleted(id: string): Write {
  return tombstones.checkAbsent({ tenant_id: id }, GENERAL.NOT_FOUND());
}

/**
 * What a request must read fresh despite caches: before a write, whether its tenant was deleted; and a
 * visitor's session, which may just have become another contact's.
 *
 * @param began by `performance.now()`
 */
function guardsFor(
  { method, family }: Pick<Operation, "method" | "family">,
  actor: Actor,
  tenantId: string | undefined,
  began: number,
): Guard[] {
  return [
    ...(tenantId && method !== "GET" ? [tombstoneGuard(tenantId, began, () => tenantNotFound(family))] : []),
    ...(actor.kind === "visitor" ? [sessionGuard(actor, began)] : []),
  ];
}

function tombstoneGuard(tenantId: string, began: number, absent: () => Error): Guard {
  const key = tombstones.key({ tenant_id: tenantId });
  const judge = (item?: Record<string, unknown>) => {
    // An absent tombstone needs no cache. One that exists must be read again by the next request.
    if (!item) return;
    forgetCached([key]);
    throw absent();
  };
  return { key, known: isReadSince(key, began), judge };
}

function sessionGuard(actor: Extract<Actor, { kind: "visitor" }>, began: number): Guard {
  const key = contactSessions.key({ store_id: actor.storeId, id: actor.credentialId });
  const judge = (item?: Record<string, unknown>) => {
    const session = item && contactSessions.parse(item);
    const former = session?.former_contact_ids ?? [];
    const same = session?.status === "active" && session.contact_id === actor.id;
    if (same && former.join() === actor.former.join()) return;
    forgetCached([key]);
    throw new CallerChanged();
  };
  return { key, known: isReadSince(key, began), judge };
}

/** Authentication and authorization of every operation. It reads no secrets of other domains. */
export const accessControl: AccessControl = {
  authenticate: ({ needs }, headers, tenantId, now) =>
    authenticate(needs === "none" ? undefined : credentialOf(headers), tenantId, now),
  authorize,
  may,
  guards: guardsFor,
  recordUse: stampLastUse,
};
