import type { Context } from "#core/context.ts";
import type { Page } from "#core/dynamo/list.ts";
import { findProviders } from "#lib/booking/providers/links.ts";
import { offersSlot } from "#lib/booking/schedules/availability.ts";
import { listBookables } from "./listing.ts";
import { connectionOf, findService, findServices, viewService } from "./read.ts";
import type { Service, ServiceQuery, ServiceView } from "./schema.ts";
import { asShown } from "./shown.ts";
import { services } from "./table.ts";

/** Services of a business. `from` and `to` leave those that somebody, or the provider named, has a free slot for then. */
export async function listServices(
  ctx: Context,
  businessId: string,
  query: ServiceQuery,
): Promise<Page<ServiceView>> {
  const source = {
    entity: services,
    partition: services.partition({ businessId }),
    idPrefix: "svc",
    businessId,
    among: await named(businessId, query),
  };
  const { providerId } = query;
  const page = await listBookables(
    ctx,
    source,
    query,
    async (service) =>
      (providerId === undefined || connectionOf(service, providerId) !== undefined) &&
      isPriced(service, query) &&
      (await offersSlot(ctx, businessId, { service, providerId }, query)),
  );
  const items = await asShown(ctx, businessId, page.items);
  return { items: items.map(viewService), cursor: page.cursor };
}

async function named(businessId: string, { ids, key, providerId }: ServiceQuery) {
  if (ids) return findServices(businessId, ids);
  if (key !== undefined) {
    const found = await findService(businessId, "", { key });
    return found ? [found] : [];
  }
  if (providerId === undefined) return undefined;
  const [provider] = await findProviders(businessId, [providerId]);
  return findServices(businessId, provider?.serviceIds ?? []);
}

function isPriced({ prices }: Service, { priceFrom, priceTo }: ServiceQuery): boolean {
  if (priceFrom === undefined && priceTo === undefined) return true;
  // A service without prices is free.
  const amounts = prices.length === 0 ? [0] : prices.map(({ amount }) => amount);
  return amounts.some((amount) => amount >= (priceFrom ?? 0) && amount <= (priceTo ?? Infinity));
}
