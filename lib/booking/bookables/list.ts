import type { Context } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { recordsQuery } from "./bookable-schema.ts";
import { hasContent } from "./content-filter.ts";
import { providerKind, serviceKind } from "./kind.ts";
import { findProviders } from "./links.ts";
import type { Provider, ProviderQuery } from "./provider-schema.ts";
import { connectionOf, findServices } from "./read.ts";
import type { Service, ServiceQuery, ServiceView } from "./service-schema.ts";
import { slotSearch } from "./slot-search.ts";
import { showServices } from "./visible-services.ts";

/** Lists services. `from` and `to` select those with a free slot in that time, at any or at the named provider. */
export async function listServices(
  ctx: Context,
  businessId: string,
  query: ServiceQuery,
): Promise<Page<ServiceView>> {
  const { providerId } = query;
  const [provider] = providerId === undefined ? [] : await findProviders(businessId, [providerId]);
  const search = slotSearch(ctx, businessId, query);
  const page = await serviceKind.list(ctx, businessId, recordsQuery(query), {
    source: {
      onlyRecords:
        providerId === undefined ? undefined : await findServices(businessId, provider?.serviceIds ?? []),
    },
    where: {
      reads: search,
      fits: async (service) =>
        hasContent(service, query) &&
        (providerId === undefined || connectionOf(service, providerId) !== undefined) &&
        isPriced(service, query) &&
        (!search || (await search.service(service))),
    },
  });
  return { items: await showServices(ctx, businessId, page.items), cursor: page.cursor };
}

/** Lists providers. `from` and `to` select those with a free slot in that time for one of their services. */
export async function listProviders(
  ctx: Context,
  businessId: string,
  query: ProviderQuery,
): Promise<Page<Provider>> {
  const { serviceId } = query;
  const [service] = serviceId === undefined ? [] : await findServices(businessId, [serviceId]);
  const search = slotSearch(ctx, businessId, query);
  const ids = service?.providers.map(({ providerId }) => providerId) ?? [];
  return providerKind.list(ctx, businessId, recordsQuery(query), {
    source: { onlyRecords: serviceId === undefined ? undefined : await findProviders(businessId, ids) },
    where: {
      reads: search,
      fits: async (provider) =>
        hasContent(provider, query) &&
        (serviceId === undefined || provider.serviceIds.includes(serviceId)) &&
        (!search || (await search.provider(provider))),
    },
  });
}

function isPriced({ prices }: Service, { priceFrom, priceTo }: ServiceQuery): boolean {
  if (priceFrom === undefined && priceTo === undefined) return true;
  // A service without prices is free.
  const amounts = prices.length === 0 ? [0] : prices.map(({ amount }) => amount);
  return amounts.some((amount) => amount >= (priceFrom ?? 0) && amount <= (priceTo ?? Infinity));
}
