import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { mediaInBlocks } from "#lib/content/blocks/service.ts";
import { providerKind, serviceKind } from "./kind.ts";
import type { Connection, Service } from "./service-schema.ts";
import { providers, services, serviceTenants } from "./table.ts";

const tenantIds = new Map<string, string>();
const MAX_TENANTS = 5000;

export function serviceRead(businessId: string, id: string): Read<Stored<Service>> {
  return services.read({ businessId, id });
}

/** Finds a service by id, key or slug; unpublished ones only for callers who may READ the business. */
export const getService = serviceKind.get;

/** Finds a provider by id, key or slug; unpublished ones only for callers who may READ the business. */
export const getProvider = providerKind.get;

/** Missing services are left out. */
export const findServices = serviceKind.read;

/** The media of a service, and the condition that the service is unchanged. */
export async function mediaOfService(
  businessId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const service = await services.find({ businessId, id });
  return service && { mediaIds: mediaInBlocks(service.blocks), unchanged: services.check(service) };
}

/** The media of a provider, and the condition that the provider is unchanged. */
export async function mediaOfProvider(
  businessId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const provider = await providers.find({ businessId, id });
  return provider && { mediaIds: mediaInBlocks(provider.blocks), unchanged: providers.check(provider) };
}

/** The tenant of a service, for paths that name only the service. It never changes, so it is cached. */
export async function tenantOfService(id: string): Promise<string | undefined> {
  const known = tenantIds.get(id);
  if (known || id === "") return known;
  const found = await serviceTenants.find({ service_id: id });
  if (found) {
    if (tenantIds.size >= MAX_TENANTS) tenantIds.clear();
    tenantIds.set(id, found.businessId);
  }
  return found?.businessId;
}

export function connectionOf(
  { providers: connections }: Service,
  providerId: string,
): Connection | undefined {
  return connections.find((each) => each.providerId === providerId);
}
