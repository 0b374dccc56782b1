// Stores and businesses, which are two names of one tenant, and their settings.
import type * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { type Read, readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, announceChange } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { statusHistory } from "#core/records/history.ts";
import { changedRecord, expectVersion, newRecord, partOf } from "#core/records/record.ts";
import { DAY } from "#core/seconds.ts";
import { tenantNotFound } from "#lib/tenancy/access/authorize.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { openingWrites } from "#lib/tenancy/plans/stores.ts";
import { defaultConfigs } from "./default-configs.ts";
import { BUSINESS } from "./errors.ts";
import { joinNetwork, withParentKeys } from "./network.ts";
import { Business, Configs, type NewBusiness, type UpdateBusiness } from "./schema.ts";
import { sealSecrets } from "./secrets.ts";
import { tenantKeys, tenants } from "./table.ts";
import { openBusiness } from "./view.ts";

const UTC = "UTC";
const TENANTS_PER_ACCOUNT: Budget = [20, DAY];

interface NewTenantOptions {
  /** Email address of the caller, who becomes the owner. */
  email: string;
  /** Whether the key was generated: a taken one is generated again. */
  keyIsOurs?: boolean;
  /** Makes further writes for the new tenant from its id. */
  furnish(id: string): Write[];
}

/** Opens a tenant with its owner, default markets and language, in one transaction. */
export async function createTenant(
  ctx: Context,
  input: z.output<typeof NewBusiness>,
  { email, keyIsOurs = false, furnish }: NewTenantOptions,
): Promise<Business> {
  const owner = person(ctx);
  await spendBudget(ctx, "tenants_per_account", owner.id, TENANTS_PER_ACCOUNT);
  const now = ctx.now();
  const id = newId("store", ctx.clock());
  const { key, configs, status = "ACTIVE" } = input;
  const { networkKey, networkId, writes } = await joinNetwork(ctx, input.networkKey ?? null);
  const emails = emailsOf(email, configs);
  const settings = changedRecord(Configs, defaultConfigs(), configs ?? {}, { emails });
  const blank = { description: "", phone: "", website: "", address: {}, timezone: UTC, gallery: [] };
  const business = newRecord(Business, { ...blank, name: key, slug: key, email, status }, input, {
    id,
    networkKey,
    networkId,
    statuses: statusHistory(ctx, [], status),
    configs: await sealSecrets({ id, now }, settings),
    createdAt: now,
    updatedAt: now,
  });
  const membership = { tenant_id: id, person_id: owner.id, role: "owner" as const, email, created_at: now };
  return transact(
    ctx,
    [
      tenants.create(business),
      tenantKeys.create({ key, tenant_id: id }, keyIsOurs ? undefined : BUSINESS.KEY_TAKEN({ key })),
      memberships.create(membership),
      announce(ctx, "store.created", tenants, business),
      ...writes,
      ...(await openingWrites(ctx, owner.id, id)),
      ...furnish(id),
    ],
    business,
  );
}

/** One tenant. The caller is already authorized. */
export function getTenant(ctx: Context, id: string): Promise<Stored<Business>> {
  return tenants.get({ id }, tenantNotFound(ctx.family), ctx);
}

/** One tenant, with the settings that the caller may see. */
export async function showTenant(ctx: Context, id: string): Promise<Business> {
  const [tenant] = await withParentKeys([await getTenant(ctx, id)]);
  if (!tenant) throw tenantNotFound(ctx.family);
  return (await ctx.may("ADMIN", id)) ? tenant : openBusiness(tenant);
}

/** The read of a tenant, for a batch with others. */
export function tenantRead(id: string): Read<Stored<Business>> {
  return tenants.read({ id });
}

/**
 * Changes settings based on their current value, so that concurrent changes all apply.
 *
 * @param sent with the `version` that the change is based on, if any
 * @returns the answer with the new version
 */
export async function changeConfigs<A extends object | undefined>(
  ctx: Context,
  id: string,
  changing: (configs: Configs) => { configs: Configs; answer: A },
  sent: object = {},
): Promise<A> {
  const before = await getTenant(ctx, id);
  expectVersion(before, sent);
  const { configs, answer } = changing(before.configs);
  // Saving a market counts as checking it, even without a change.
  const checked = configs.markets === before.configs.markets ? {} : { marketsCheckedAt: ctx.now() };
  const after: Stored<Business> = { ...before, ...checked, configs, updatedAt: ctx.now() };
  const { record, writes } = announceChange(ctx, "store.updated", tenants, before, after);
  return transact(ctx, writes, answer && partOf(record, answer));
}

/** The writes that replace some settings, for a larger transaction. */
export async function settingsWrites(ctx: Context, id: string, configs: Configs): Promise<Write[]> {
  const before = await getTenant(ctx, id);
  const after = { ...before, configs: { ...before.configs, ...configs }, updatedAt: ctx.now() };
  return announceChange(ctx, "store.updated", tenants, before, after).writes;
}

/**
 * Changes the sent fields and, of the settings, only the sent parts.
 *
 * @param writes further writes of the same transaction
 */
export async function updateTenant(
  ctx: Context,
  id: string,
  input: z.output<typeof UpdateBusiness>,
  writes: readonly Write[] = [],
): Promise<Stored<Business>> {
  const before = await getTenant(ctx, id);
  const now = ctx.now();
  const { writes: checks, networkKey, networkId } = await joinNetwork(ctx, input.networkKey, before, id);
  const settings = changedSettings(before.configs, input.configs ?? {});
  const after = changedRecord(Business, before, input, {
    networkKey,
    networkId,
    statuses: statusHistory(ctx, before.statuses, input.status ?? before.status),
    configs: await sealSecrets({ id, now }, settings, before.configs),
    updatedAt: now,
  });
  const made = announceChange(ctx, "store.updated", tenants, before, after);
  return transact(ctx, [...made.writes, ...moveKey(before, after), ...writes, ...checks], made.record);
}

// Email addresses that are not sent stay. A null removes the webhook that `webhookUrl` describes.
function changedSettings(before: Configs, sent: Configs): Configs {
  return changedRecord(Configs, before, sent, {
    emails: sent.emails && { ...before.emails, ...sent.emails },
  });
}

function emailsOf(creator: string, configs: Configs | undefined): NonNullable<Configs["emails"]> {
  const billing = configs?.emails?.billing ?? (creator || null);
  return { billing, support: configs?.emails?.support ?? billing };
}

function moveKey(before: Business, after: Business): Write[] {
  if (before.key === after.key) return [];
  return [
    tenantKeys.create({ key: after.key, tenant_id: after.id }, BUSINESS.KEY_TAKEN({ key: after.key })),
    tenantKeys.removeKey({ key: before.key }),
  ];
}

/** A tenant's default language, else its first, else English. */
export function languageOf(tenant: Pick<Business, "configs"> | undefined): string {
  const languages = tenant?.configs.languages ?? [];
  return (languages.find(({ isDefault }) => isDefault) ?? languages[0])?.code ?? "en";
}

export async function languageOfTenant(tenantId: string): Promise<string> {
  const [tenant] = await readTogether([tenantRead(tenantId)]);
  return languageOf(tenant);
}

export async function timezoneOfTenant(tenantId: string): Promise<string> {
  const [tenant] = await readTogether([tenantRead(tenantId)]);
  return tenant?.timezone ?? "UTC";
}

/** Languages for names: the reader's preferences, then the tenant's own. */
export function namingLanguages(
  liked: readonly string[] | undefined,
  tenant: Pick<Business, "configs"> | undefined,
): string[] {
  return [...(liked ?? []), languageOf(tenant)];
}
