import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { mediaInBlocks } from "#lib/content/blocks/service.ts";
import { providerKind, serviceKind } from "./kind.ts";
import type { Connection, Service } from "./service-schema.ts";
import { providers, services, serviceTenants } from "./table.ts";

const TENANTS = new Map<string, string>();
const MAX_TENANTS = 5000;

/** The read of a service, to be made together with others. */
export function serviceRead(businessId: string, id: string): Read<Stored<Service>> {
  return services.read({ businessId, id });
}

/** A service by id, key or slug. What is not published is there for those alone who may READ the business. */
export const getService = serviceKind.get;

/** A provider by id, key or slug. What is not published is there for those alone who may READ the business. */
export const getProvider = providerKind.get;

/** Services by id, in the order asked; those that do not exist are left out. */
export const findServices = serviceKind.read;

/** The media that a service refers to, and the write that demands that it still is as it was read. */
export async function mediaOfService(
  businessId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const service = await services.find({ businessId, id });
  return service && { mediaIds: mediaInBlocks(service.blocks), unchanged: services.check(service) };
}

/** The media that a provider shows, and a write that demands that it is unchanged. */
export async function mediaOfProvider(
  businessId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const provider = await providers.find({ businessId, id });
  return provider && { mediaIds: mediaInBlocks(provider.blocks), unchanged: providers.check(provider) };
}

/** The tenant of a service that a path without one names. It never changes, so it is remembered. */
export async function tenantOfService(id: string): Promise<string | undefined> {
  const known = TENANTS.get(id);
  if (known || id === "") return known;
  const found = await serviceTenants.find({ service_id: id });
  if (found) {
    if (TENANTS.size >= MAX_TENANTS) TENANTS.clear();
    TENANTS.set(id, found.businessId);
  }
  return found?.businessId;
}

/** How a service goes with a provider; `undefined` when they are not connected. */
export function connectionOf(
  { providers: connections }: Service,
  providerId: string,
): Connection | undefined {
  return connections.find((each) => each.providerId === providerId);
}
