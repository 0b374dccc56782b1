import type { Context } from "#core/context.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { isObject } from "#core/is-object.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { openingWrites } from "#lib/tenancy/plans/stores.ts";
import { BUSINESS } from "./errors.ts";
import type { Business, Configs } from "./schema.ts";
import { sealSecrets } from "./secrets.ts";
import { tenantImports, tenantKeys, tenants } from "./table.ts";
import { isSecretField } from "./view.ts";

interface VersionedTenant {
  business: Business;
  version: number;
}

/** Reads a tenant by id or key, with its settings except secrets; `undefined` if there is none. */
export async function portableTenant(idOrKey: string): Promise<VersionedTenant | undefined> {
  const known = (await tenantKeys.find({ key: idOrKey }))?.tenant_id;
  const stored = await tenants.find({ id: known ?? idOrKey });
  if (!stored) return undefined;
  const { configs, ...business } = stored;
  const version = stored[VERSION];
  return { business: { ...business, configs: withoutSecrets(configs) }, version };
}

/** The tenant in a raw item, also of a backup table. */
export function parseTenant(item: Record<string, unknown>): Pick<Business, "key" | "status"> {
  return tenants.parse(item);
}

export async function isTaken({ id, key }: Pick<Business, "id" | "key">): Promise<"id" | "key" | undefined> {
  if (await tenants.find({ id })) return "id";
  return (await tenantKeys.find({ key })) ? "key" : undefined;
}

/** Records the start of an import. Returns the export whose import began first. */
export async function beginImport(ctx: Context, tenant_id: string, export_id: string): Promise<string> {
  const begun = await tenantImports.find({ tenant_id }, ctx);
  if (begun) return begun.export_id;
  await transact(ctx, [tenantImports.create({ tenant_id, export_id, begun_at: ctx.now() })]);
  return export_id;
}

/**
 * The writes that open an imported tenant with an owner and end its import. Webhooks get new secrets. No
 * event is announced, since nothing happened to the tenant.
 */
export async function restoreWrites(
  ctx: Context,
  { business, version }: VersionedTenant,
  owner: { person_id: string; email: string; created_at: number },
): Promise<Write[]> {
  const { id, key } = business;
  const configs = await sealSecrets({ id, now: ctx.now() }, business.configs, business.configs);
  const opened = tenants.create({ ...business, configs: withOldTimes(configs, business.configs) });
  return [
    { ...opened, put: { ...opened.put, _v: version }, version },
    tenantImports.removeKey({ tenant_id: id }),
    tenantKeys.create({ key, tenant_id: id }, BUSINESS.KEY_TAKEN({ key })),
    memberships.create({ ...owner, tenant_id: id, role: "owner" }),
    ...(await openingWrites(ctx, owner.person_id, id)),
  ];
}

// A payment account is left out completely: without its credential it means nothing.
function withoutSecrets({ paymentProvider: _, aiProvider, webhooks, ...configs }: Configs): Configs {
  const account = isObject(aiProvider)
    ? Object.fromEntries(Object.entries(aiProvider).filter(([name]) => !isSecretField(name)))
    : aiProvider;
  return {
    ...configs,
    ...(account === undefined ? {} : { aiProvider: account }),
    ...(webhooks ? { webhooks: webhooks.map(({ secret: __, ...hook }) => hook) } : {}),
  };
}

/** Settings whose webhooks keep their old times, since a new secret does not count as a change. */
function withOldTimes(configs: Configs, before: Configs): Configs {
  const webhooks = configs.webhooks?.map((hook) => {
    const { updatedAt } = before.webhooks?.find(({ id }) => id === hook.id) ?? hook;
    return updatedAt === undefined ? hook : { ...hook, updatedAt };
  });
  return webhooks ? { ...configs, webhooks } : configs;
}
