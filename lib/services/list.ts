import type { Context } from "#core/context.ts";
import type { Page } from "#core/dynamo/list.ts";
import { findProviders } from "#lib/providers/links.ts";
import { offersSlot } from "#lib/schedules/availability.ts";
import { listBookables } from "./listing.ts";
import { findService, findServices, viewService } from "./read.ts";
import type { Service, ServiceQuery, ServiceView } from "./schema.ts";
import { services } from "./table.ts";

/** Services of a business. `from` and `to` leave those that somebody has a free slot for in that time. */
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
  const page = await listBookables(
    ctx,
    source,
    query,
    async (service) => isPriced(service, query) && (await offersSlot(ctx, businessId, { service }, query)),
  );
  return { items: page.items.map(viewService), cursor: page.cursor };
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
  return prices.some(({ amount }) => amount >= (priceFrom ?? 0) && amount <= (priceTo ?? Infinity));
}
