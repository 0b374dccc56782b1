import { queryItems } from "#core/dynamo/read.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { emailOf } from "./service.ts";

/** Where a tenant is told of what needs its attention: its billing address, else its owner's. */
export async function noticeAddress(business: Business): Promise<string | undefined> {
  const owner = await ownerOf(business.id);
  return owner || business.configs.emails?.support || business.email || undefined;
}

/**
 * Where mail for a store's staff goes: its support address. One that no member has proven draws on a budget of the
 * address, and its owner gets what is above that.
 */
export async function staffAddress(
  business: Business,
): Promise<{ to: string; proven: boolean; otherwise?: string } | undefined> {
  const owner = await ownerOf(business.id);
  const to = business.configs.emails?.support ?? owner;
  if (!to) return undefined;
  const proven = (await memberEmails(business.id)).has(to.toLowerCase());
  return { to, proven, ...(owner ? { otherwise: owner } : {}) };
}

/** Addresses of a tenant's members, each proven by its member. */
export async function memberEmails(tenantId: string): Promise<Set<string>> {
  const members = await membersOf(tenantId);
  return new Set(members.map(({ email }) => email.toLowerCase()));
}

async function ownerOf(tenantId: string): Promise<string | undefined> {
  const members = await membersOf(tenantId);
  const owner = members.find(({ role }) => role === "owner");
  return owner && ((await emailOf(owner.person_id)) || owner.email);
}

async function membersOf(tenantId: string) {
  const { items } = await queryItems(memberships.list({ tenant_id: tenantId }), { index: "list_created" });
  return memberships.batchGet(items.map(memberships.slots));
}
