import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { providerKind } from "./kind.ts";
import type { Provider } from "./provider-schema.ts";
import { providers, providerTenants } from "./table.ts";

const MAX_SERVICES = 40;

export function providerRead(businessId: string, id: string): Read<Stored<Provider>> {
  return providers.read({ businessId, id });
}

/** Missing providers are left out. */
export const findProviders = providerKind.read;

/** The tenant of a provider, for paths that name only the provider. */
export async function tenantOfProvider(id: string): Promise<string | undefined> {
  return (await providerTenants.find({ provider_id: id }))?.businessId;
}

/**
 * The writes that update the service ids of providers that are connected or disconnected. Refuses unknown providers.
 */
export async function linkWrites(
  ctx: Context,
  service: { id: string; businessId: string } | undefined,
  before: readonly string[],
  after: readonly string[],
): Promise<Write[]> {
  const gained = after.filter((id) => !before.includes(id));
  const lost = before.filter((id) => !after.includes(id));
  if (!service || gained.length + lost.length === 0) return [];
  const { id: serviceId, businessId } = service;
  const found = await findProviders(businessId, [...gained, ...lost]);
  for (const id of gained) {
    const provider = found.find((each) => each.id === id);
    checkLinkable(provider, id, serviceId, `providers[${after.indexOf(id)}].providerId`);
  }
  return found.map((provider) => {
    const others = provider.serviceIds.filter((id) => id !== serviceId);
    const serviceIds = gained.includes(provider.id) ? [...others, serviceId] : others;
    return providers.replace(provider, { ...provider, serviceIds, updatedAt: ctx.now() });
  });
}

/** Refuses a missing provider, or one with too many services. */
export function checkLinkable(
  provider: Provider | undefined,
  id: string,
  serviceId: string,
  field: string,
): void {
  if (!provider) throw invalidField(field, `${id} is not a provider of this business`);
  const others = provider.serviceIds.filter((each) => each !== serviceId);
  if (others.length >= MAX_SERVICES)
    throw invalidField(field, `${id} offers ${MAX_SERVICES} services already`);
}
