import type * as z from "zod";
import { type Context, person, type Role } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { expectVersion, partOf } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { type Membership, memberships } from "#lib/tenancy/access/records.ts";
import { releaseWrites } from "#lib/tenancy/plans/features.ts";
import { listPeople } from "./directory.ts";
import { TEAM, USER } from "./errors.ts";
import type { Member, MemberQuery, UpdateMember } from "./member-schema.ts";
import { checkMayGrant, checkTenantPermission, isTenantRole, parseRole } from "./roles.ts";
import { members, people } from "./table.ts";

/** Members read to tell whether a person is the only one. */
const MAX_MEMBERS = 20;

export async function listMembers(
  ctx: Context,
  storeId: string,
  { role, ...query }: z.output<typeof MemberQuery>,
): Promise<Page<Member>> {
  const page = await listPeople(ctx, [storeId], { ...query, roles: role ? [role] : [] });
  const items = page.items.flatMap(({ person: { name }, membership }) =>
    membership && isTenantRole(membership.role)
      ? [viewMember({ ...membership, role: membership.role }, name)]
      : [],
  );
  return { items, cursor: page.cursor };
}

export async function updateMember(
  ctx: Context,
  storeId: string,
  personId: string,
  { role, ...sent }: z.output<typeof UpdateMember>,
): Promise<Member> {
  const { name } = (await people.find({ id: personId }, ctx)) ?? { name: "" };
  const asked = { role, sent, missing: GENERAL.NOT_FOUND() };
  return changeRole(ctx, storeId, personId, asked, (member) => viewMember(member, name));
}

/** Changes a member's role, in the business interface. */
export async function setRole(
  ctx: Context,
  { userId, roleId, businessId }: { userId: string; roleId: string; businessId: string },
) {
  await checkTenantPermission(ctx, businessId, "business");
  const role = parseRole(roleId);
  if (!isTenantRole(role)) {
    throw USER.UNAUTHORIZED({ problem: "super is no role of a business" });
  }
  const asked = { role, sent: {}, missing: USER.NOT_FOUND() };
  return changeRole(ctx, businessId, userId, asked, () => ({ success: true as const }));
}

/** Removes a member. Everybody may remove themselves. */
export async function removeMember(ctx: Context, storeId: string, personId: string): Promise<void> {
  const current = await memberships.get(
    { person_id: personId, tenant_id: storeId },
    GENERAL.NOT_FOUND(),
    ctx,
  );
  if (person(ctx).id !== personId) {
    await checkTenantPermission(ctx, storeId, "store");
    await checkMayGrant(ctx, storeId, { current: current.role }, "viewer");
  }
  await transact(ctx, await leaveWrites(ctx, current));
}

/** The writes that remove a member. They fail if no owner would be left. */
export async function leaveWrites(ctx: Context, current: Stored<Membership>): Promise<Write[]> {
  return [
    memberships.remove(current),
    ...releaseWrites(current.tenant_id, "members"),
    ...(await checkOwnerRemains(current, undefined, TEAM.FAILED_DELETE())),
    announce(ctx, "member.deleted", members, current),
  ];
}

/** An owner other than this person; `undefined` when there is none. */
export async function findOtherOwner(
  tenantId: string,
  personId: string,
): Promise<Stored<Membership> | undefined> {
  // Of two owners' rows, at least one is another owner's.
  const owners = memberships.child({ tenant_id: tenantId, role: "owner" });
  const { items } = await queryItems(owners, { index: "child_created", limit: 2 });
  const others = items.map(memberships.slots).filter(({ person_id }) => person_id !== personId);
  const found = await sideBySide(others.map((other) => memberships.find(other)));
  return found.find((other) => other?.role === "owner");
}

export async function isOnlyMember(tenantId: string, personId: string): Promise<boolean> {
  const some = await firstMembers(tenantId);
  return some?.every((member) => member.person_id === personId) ?? false;
}

export async function hasTeam(tenantId: string): Promise<boolean> {
  const some = await firstMembers(tenantId);
  return some === undefined || some.length > 1;
}

/** Some members of a tenant; `undefined` when there are more than are read. */
async function firstMembers(tenantId: string): Promise<Stored<Membership>[] | undefined> {
  // The index may still have rows of members who just left, so each record is read.
  const rows = await queryItems(memberships.list({ tenant_id: tenantId }), {
    index: "list_created",
    limit: MAX_MEMBERS,
  });
  if (rows.after) return undefined;
  const found = await sideBySide(rows.items.map((row) => memberships.find(memberships.slots(row))));
  return found.filter((member) => member !== undefined);
}

async function changeRole<A>(
  ctx: Context,
  tenantId: string,
  personId: string,
  { role, sent, missing }: { role: Role; sent: object; missing: ApiError },
  view: (member: Stored<Membership> & { role: Role }) => A,
): Promise<A> {
  const current = await memberships.get({ person_id: personId, tenant_id: tenantId }, missing, ctx);
  await checkMayGrant(ctx, tenantId, { current: current.role }, role);
  expectVersion(current, sent);
  if (current.role === role) return view({ ...current, role });
  const changed = { ...memberships.made({ ...current, role }, current), role };
  return transact(
    ctx,
    [
      memberships.replace(current, changed),
      ...(await checkOwnerRemains(current, role, TEAM.FAILED_UPDATE())),
      announce(ctx, "member.updated", members, changed),
    ],
    view(changed),
  );
}

// The other owner is checked in the transaction: two owners who demote each other at once cannot both
// succeed.
async function checkOwnerRemains(
  current: Membership,
  role: Role | undefined,
  refusal: ApiError,
): Promise<Write[]> {
  if (current.role !== "owner" || role === "owner") return [];
  const other = await findOtherOwner(current.tenant_id, current.person_id);
  if (!other) throw refusal;
  return [memberships.check(other)];
}

function viewMember(member: Membership & { role: Role }, name: string): Member {
  const { person_id, tenant_id, email, role, created_at } = member;
  const shown = { account_id: person_id, store_id: tenant_id, email, name, role, joined_at: created_at };
  return partOf(member, shown);
}
