import type { Context } from "#core/context.ts";
import { readCached } from "#core/dynamo/cache.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { type Membership, memberships } from "#lib/tenancy/access/records.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { emailOf, personRead } from "./service.ts";

/** The email address for notices to a tenant: its owner's, else support, else the business's. */
export async function noticeAddress(business: Business): Promise<string | undefined> {
  const owner = await ownerAddress(business.id);
  return owner || business.configs.emails?.support || business.email || undefined;
}

/**
 * The email address for staff mail: the support address, else the owner's. If no member has proven it, callers limit
 * mail to it, and send the rest to the owner (`otherwise`). Cached for 30 s.
 */
export async function staffAddress(
  ctx: Context,
  business: Business,
): Promise<{ to: string; proven: boolean; otherwise?: string } | undefined> {
  const members = await cachedMembersOf(ctx, business.id);
  const owner = members.find(({ role }) => role === "owner");
  const [person] = owner ? await readCached(ctx.now(), [personRead(owner.person_id)]) : [];
  const address = person?.email || owner?.email;
  const to = business.configs.emails?.support ?? address;
  if (!to) return undefined;
  const proven = members.some(({ email }) => sameAddress(email, to));
  return { to, proven, ...(address ? { otherwise: address } : {}) };
}

/** Proven email addresses of a tenant's members, by `sameAddress.key`. */
export async function memberEmails(tenantId: string): Promise<Set<string>> {
  const members = await membersOf(tenantId);
  return new Set(members.map(({ email }) => sameAddress.key(email)));
}

async function ownerAddress(tenantId: string): Promise<string | undefined> {
  const members = await membersOf(tenantId);
  const owner = members.find(({ role }) => role === "owner");
  return owner && ((await emailOf(owner.person_id)) || owner.email);
}

async function membersOf(tenantId: string) {
  return memberships.batchGet(await memberSlots(tenantId));
}

async function cachedMembersOf(ctx: Context, tenantId: string): Promise<Membership[]> {
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
