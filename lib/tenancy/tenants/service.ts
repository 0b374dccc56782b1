import type * as z from "zod";
import { allows, tenantMissing } from "#core/auth/authorize.ts";
import { memberships } from "#core/auth/records.ts";
import { type Budget, spend } from "#core/budget.ts";
import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list.ts";
import { pageOf } from "#core/dynamo/pages.ts";
import { words } from "#core/dynamo/terms.ts";
import type { Read } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce } from "#core/events.ts";
import { given } from "#core/given.ts";
import { newId } from "#core/id.ts";
import { statusHistory } from "#core/records/history.ts";
import { defaultForms } from "#lib/content/forms/service.ts";
import { emailOf } from "#lib/tenancy/people/service.ts";
import { BUSINESS } from "./errors.ts";
import { method, type Zone } from "./market-schema.ts";
import type {
  Business,
  Configs,
  CreateBusiness,
  CreateBusinessEitherForm,
  UpdateBusiness,
} from "./schema.ts";
import { sealSecrets } from "./secrets.ts";
import { tenantKeys, tenants } from "./table.ts";
import { withoutHooks } from "./view.ts";

const UTC = "UTC";
/** Tenants that one account opens. */
const PER_ACCOUNT: Budget = [20, 24 * 3600];

/** Opens a tenant whose key was sent, or made from its name. */
export function createBusiness(
  ctx: Context,
  { key, ...input }: z.output<typeof CreateBusinessEitherForm>,
): Promise<Business> {
  if (!key) throw BUSINESS.NAME_REQUIRED();
  return createTenant(ctx, { ...input, key });
}

/** Opens a tenant: itself, its owner, three forms, two markets, a language and its event, all or nothing. */
export async function createTenant(ctx: Context, input: z.output<typeof CreateBusiness>): Promise<Business> {
  const owner = person(ctx);
  await spend(ctx, "tenants_per_account", owner.id, PER_ACCOUNT);
  const now = ctx.now();
  const email = await emailOf(owner.id);
  const id = newId("store", ctx.clock());
  const { key, configs, ...fields } = input;
  const business: Business = {
    id,
    key,
    name: key,
    slug: key,
    description: "",
    email,
    phone: "",
    website: "",
    address: {},
    timezone: UTC,
    status: "ACTIVE",
    gallery: [],
    ...given(fields),
    networkKey: fields.networkKey ?? null,
    statuses: statusHistory(ctx, [], fields.status ?? "ACTIVE"),
    configs: await sealSecrets(id, { ...defaultConfigs(email), ...given(configs ?? {}) }),
    createdAt: now,
    updatedAt: now,
  };
  const membership = { tenant_id: id, person_id: owner.id, role: "owner" as const, email, created_at: now };
  return transact(
    ctx,
    [
      tenants.create(business),
      tenantKeys.create({ key, tenant_id: id }, BUSINESS.KEY_TAKEN({ key })),
      memberships.create(membership),
      announceTenant(ctx, "store.created", { ...business }),
      ...defaultForms(ctx, id),
    ],
    business,
  );
}

/** One tenant; the caller has been let through by its path. */
export function getTenant(_ctx: Context, id: string, path = "/v1/businesses"): Promise<Stored<Business>> {
  return tenants.get({ id }, tenantMissing(path));
}

/** One tenant, with as much of its settings as the caller may see. */
export async function showTenant(ctx: Context, id: string): Promise<Business> {
  const tenant = await getTenant(ctx, id);
  return (await ctx.may("ADMIN", id)) ? tenant : withoutHooks(tenant);
}

/** The read of a tenant, to be made together with others. */
export function tenantRead(id: string): Read<Business> {
  return tenants.read({ id });
}

/** Changes the settings by what they are at that moment, so that two changes at once both hold. */
export async function changeConfigs<A>(
  ctx: Context,
  id: string,
  change: (configs: Configs) => { configs: Configs; answer: A },
): Promise<A> {
  const before = await getTenant(ctx, id, "/v1/stores");
  const { configs, answer } = change(before.configs);
  const after: Stored<Business> = { ...before, configs, updatedAt: ctx.now() };
  await transact(ctx, [tenants.replace(before, after), announceTenant(ctx, "store.updated", after)], answer);
  return answer;
}

/** Changes the fields that are sent; of the settings, the parts that are sent. */
export async function updateTenant(
  ctx: Context,
  id: string,
  input: z.output<typeof UpdateBusiness>,
): Promise<Business> {
  const before = await getTenant(ctx, id);
  const now = ctx.now();
  const { configs, ...fields } = input;
  const after: Stored<Business> = {
    ...before,
    ...given(fields),
    ...(fields.networkKey === null ? { networkKey: null } : {}),
    configs: await sealSecrets(id, { ...before.configs, ...changed(configs) }, before.configs),
    updatedAt: now,
  };
  after.statuses = statusHistory(ctx, before.statuses, after.status);
  return transact(
    ctx,
    [tenants.replace(before, after), ...moveKey(before, after), announceTenant(ctx, "store.updated", after)],
    after,
  );
}

interface TenantQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  query?: string | undefined;
  status?: Business["status"] | undefined;
  isNetwork?: boolean | undefined;
  sortDirection?: "asc" | "desc" | undefined;
}

/** The tenants that the caller is a member of, newest first unless asked otherwise. */
export async function listTenants(ctx: Context, query: TenantQuery): Promise<Page<Business>> {
  const { id, storeId } = person(ctx);
  const { limit, cursor, sortDirection, ...filters } = query;
  const mine = await pageOf(
    memberships,
    `PERSON#${id}`,
    { limit, cursor, prefix: "MEMBER#store", descending: sortDirection !== "asc" },
    [ctx.operation, id, filters, sortDirection],
  );
  const reachable = mine.items.filter(({ tenant_id }) => storeId === undefined || storeId === tenant_id);
  const found = await tenants.batchGet(reachable.map(({ tenant_id }) => ({ id: tenant_id })));
  const administered = new Set(
    reachable.filter(({ role }) => allows(role, "ADMIN")).map(({ tenant_id }) => tenant_id),
  );
  const items = found
    .filter((tenant) => fits(tenant, filters))
    .map((tenant) => (administered.has(tenant.id) ? tenant : withoutHooks(tenant)));
  return { items, cursor: mine.cursor };
}

function fits(tenant: Business, { query, status, isNetwork }: TenantQuery): boolean {
  const known = words(tenant.key, tenant.name);
  return (
    (status === undefined || tenant.status === status) &&
    (isNetwork === undefined || isNetwork === (tenant.networkKey !== null)) &&
    words(query).every((word) => known.some((candidate) => candidate.startsWith(word)))
  );
}

// An older-form webhook goes by a null.
function changed(configs: Configs | undefined): Configs {
  return { ...given(configs ?? {}), ...(configs?.webhookUrl === null ? { webhookUrl: null } : {}) };
}

function moveKey(before: Business, after: Business): Write[] {
  if (before.key === after.key) return [];
  return [
    tenantKeys.create({ key: after.key, tenant_id: after.id }, BUSINESS.KEY_TAKEN({ key: after.key })),
    tenantKeys.removeKey({ key: before.key }),
  ];
}

/** The write that announces a change of a tenant, without what its settings keep to themselves. */
export function announceTenant(ctx: Context, type: string, business: Stored<Business>): Write {
  return announce(ctx, type, withoutHooks(business), {
    tenantId: business.id,
    resource: "store",
    recordId: business.id,
  });
}

/** The zone that the first markets begin with: any country, and shipping that costs nothing. */
const EVERYWHERE: Zone = {
  id: "everywhere",
  countries: [],
  states: [],
  postalCodes: [],
  shippingMethods: [{ id: "standard", key: "standard", name: "Standard", amount: 0 }],
};

function defaultConfigs(email: string): Configs {
  const shared = { taxBps: 0, paymentMethods: [method("cash"), method("credit_card")], zones: [EVERYWHERE] };
  return {
    languages: [{ code: "en", isDefault: true }],
    markets: [
      { id: "us", key: "us", currency: "USD", taxMode: "EXCLUSIVE", ...shared },
      { id: "eu", key: "eu", currency: "EUR", taxMode: "INCLUSIVE", ...shared },
    ],
    emails: { billing: email || null, support: email || null },
  };
}
