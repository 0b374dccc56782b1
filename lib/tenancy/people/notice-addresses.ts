import type { Context } from "#core/context.ts";
import { readCached } from "#core/dynamo/cache.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { type Membership, memberships } from "#lib/tenancy/access/records.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { emailOf, personRead } from "./service.ts";

/** Where a tenant is told of what needs its attention: its billing address, else its owner's. */
export async function noticeAddress(business: Business): Promise<string | undefined> {
  const owner = await ownerOf(business.id);
  return owner || business.configs.emails?.support || business.email || undefined;
}

/**
 * Where mail for a store's staff goes: its support address. One that no member has proven draws on a budget of the
 * address, and its owner gets what is above that. Members and their addresses are known for 30 s.
 */
export async function staffAddress(
  ctx: Context,
  business: Business,
): Promise<{ to: string; proven: boolean; otherwise?: string } | undefined> {
  const members = await lateMembersOf(ctx, business.id);
  const owner = members.find(({ role }) => role === "owner");
  const [person] = owner ? await readCached(ctx.now(), [personRead(owner.person_id)]) : [];
  const address = person?.email || owner?.email;
  const to = business.configs.emails?.support ?? address;
  if (!to) return undefined;
  const proven = members.some(({ email }) => sameAddress(email, to));
  return { to, proven, ...(address ? { otherwise: address } : {}) };
}

/** Addresses of a tenant's members by their `sameAddress.key`, each proven by its member. */
export async function memberEmails(tenantId: string): Promise<Set<string>> {
  const members = await membersOf(tenantId);
  return new Set(members.map(({ email }) => sameAddress.key(email)));
}

async function ownerOf(tenantId: string): Promise<string | undefined> {
  const members = await membersOf(tenantId);
  const owner = members.find(({ role }) => role === "owner");
  return owner && ((await emailOf(owner.person_id)) || owner.email);
}

async function membersOf(tenantId: string) {
  return memberships.batchGet(await memberSlots(tenantId));
}

async function lateMembersOf(ctx: Context, tenantId: string): Promise<Membership[]> {
  const slots = await memberSlots(tenantId);
  const members = await readCached(
    ctx.now(),
    slots.map((each) => memberships.read(each)),
  );
  return members.filter((member) => member !== undefined);
}

async function memberSlots(tenantId: string) {
  const { items } = await queryItems(memberships.list({ tenant_id: tenantId }), { index: "list_created" });
  return items.map(memberships.slots);
}
