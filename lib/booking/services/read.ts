import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { type Read, readTogether } from "#core/dynamo/together.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { mediaInBlocks } from "#lib/content/blocks/service.ts";
import { languageOf } from "#lib/tenancy/tenants/language.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import type { LookupQuery } from "./bookable-schema.ts";
import { idByName } from "./names.ts";
import type { Connection, Service, ServiceView } from "./schema.ts";
import { services, serviceTenants } from "./table.ts";

const TENANTS = new Map<string, string>();
const MOST_TENANTS = 5000;

/** The read of a service, to be made together with others. */
export function serviceRead(businessId: string, id: string): Read<Service> {
  return services.read({ businessId, id });
}

/** A service by id, key or slug. What is not published is there for those alone who may READ the business. */
export async function getService(
  ctx: Context,
  businessId: string,
  segment: string,
  query: LookupQuery = {},
): Promise<Stored<Service>> {
  const service = await findService(businessId, segment, query);
  if (!service || !(isPublished(service) || (await ctx.may("READ", businessId)))) throw GENERAL.NOT_FOUND();
  return service;
}

export async function findService(
  businessId: string,
  segment: string,
  query: LookupQuery = {},
): Promise<Stored<Service> | undefined> {
  const id = await idByName("SERVICE", businessId, segment, query, () => slugLanguage(businessId));
  return id === undefined ? undefined : services.find({ businessId, id });
}

/** Services by id, in the order asked; those that do not exist are left out. */
export function findServices(businessId: string, ids: readonly string[]): Promise<Stored<Service>[]> {
  return services.batchGet(ids.map((id) => ({ businessId, id })));
}

/** The media that a service refers to, and the write that demands that it still is as it was read. */
export async function mediaOfService(
  businessId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const service = await services.find({ businessId, id });
  return service && { mediaIds: mediaInBlocks(service.blocks), unchanged: services.check(service) };
}

/** The tenant of a service that a path without one names. It never changes, so it is remembered. */
export async function tenantOfService(id: string): Promise<string | undefined> {
  const known = TENANTS.get(id);
  if (known || id === "") return known;
  const found = await serviceTenants.find({ service_id: id });
  if (found) {
    if (TENANTS.size >= MOST_TENANTS) TENANTS.clear();
    TENANTS.set(id, found.businessId);
  }
  return found?.businessId;
}

/** Whether everybody may see a record. */
export function isPublished({ status, access }: { status: string; access: string }): boolean {
  return status === "ACTIVE" && access === "public";
}

/** The language of a tenant that slugs without one are in. */
export async function slugLanguage(businessId: string): Promise<string> {
  const [tenant] = await readTogether([tenantRead(businessId)]);
  return languageOf(tenant);
}

/** How a service goes with a provider; `undefined` when they are not connected. */
export function connectionOf({ providers }: Service, providerId: string): Connection | undefined {
  return providers.find((each) => each.providerId === providerId);
}

/** A service with the fields of the older form. */
export function viewService(service: Service): ServiceView {
  const { prices, durations, providers } = service;
  return {
    ...service,
    pricing: {
      markets: prices.map(({ market, amount, currency }) => ({
        marketId: market,
        currency: currency ?? null,
        price: amount,
      })),
    },
    duration: durations.reduce((sum, { duration }) => sum + duration * 60, 0),
    providerIds: providers.map(({ providerId }) => providerId),
  };
}
