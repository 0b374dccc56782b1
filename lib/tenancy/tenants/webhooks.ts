import { memberIn, memberships } from "#core/auth/records.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import type { WebhookConfig } from "#lib/delivery/webhooks/schema.ts";
import { emailOf } from "#lib/tenancy/people/service.ts";
import type { Business } from "./schema.ts";
import { sealSecrets, withWebhooks } from "./secrets.ts";
import { announceTenant } from "./service.ts";
import { tenants } from "./table.ts";

/** A webhook as it is stored: it has an id, and its secret is sealed. */
export type Hook = WebhookConfig & { id: string };

/** The webhooks of a tenant; none where there is no such tenant. */
export async function webhooksOf(tenantId: string): Promise<Hook[]> {
  const tenant = await tenants.find({ id: tenantId });
  return tenant ? hooksIn(tenant) : [];
}

interface Changed {
  hooks: WebhookConfig[];
  /** Writes that belong to the change. */
  writes?: Write[];
}

/**
 * Changes the webhooks of a tenant, which are part of its settings, and announces it as a change of the tenant.
 *
 * @param answer made from the webhooks as they are stored then; committed with the change
 */
export async function changeWebhooks<A = undefined>(
  ctx: Context,
  tenantId: string,
  change: (hooks: Hook[], business: Stored<Business>) => Changed | Promise<Changed>,
  answer?: (hooks: Hook[]) => A,
): Promise<A> {
  const before = await tenants.get({ id: tenantId }, GENERAL.NOT_FOUND());
  const { hooks, writes = [] } = await change(hooksIn(before), before);
  const configs = await sealSecrets(tenantId, withWebhooks(before.configs, hooks), before.configs);
  const after: Stored<Business> = { ...before, configs, updatedAt: ctx.now() };
  // The caller names the type of its answer, which is undefined where it asks for none.
  return transact(
    ctx,
    [tenants.replace(before, after), announceTenant(ctx, "store.updated", after), ...writes],
    answer?.(hooksIn(after)),
  );
}

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
  const { items } = await queryItems(`TENANT#${tenantId}#MEMBER`, { index: "list_created" });
  return memberships.batchGet(items.map((row) => ({ person_id: memberIn(row), tenant_id: tenantId })));
}

function hooksIn({ configs }: Business): Hook[] {
  return (configs.webhooks ?? []).flatMap((hook) =>
    hook.id === undefined ? [] : [{ ...hook, id: hook.id }],
  );
}
