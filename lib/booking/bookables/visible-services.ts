import type { Context } from "#core/context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { findProviders } from "./links.ts";
import type { Service, ServiceView } from "./service-schema.ts";
import { isPublished } from "./status.ts";
import { viewService } from "./view.ts";

export async function showService(service: Service, ctx: Context): Promise<ServiceView> {
  const [shown] = await showServices(ctx, service.businessId, [service]);
  return shown ?? viewService(service);
}

/**
 * Shows services with the hours of their providers. Connections to unpublished providers are only for callers
 * who may READ the business.
 */
export async function showServices(
  ctx: Context,
  businessId: string,
  found: readonly Service[],
): Promise<ServiceView[]> {
  const ids = [...new Set(found.flatMap(({ providers }) => providers.map(({ providerId }) => providerId)))];
  if (ids.length === 0) return found.map((service) => viewService(service));
  const [all, seesAll] = await sideBySide([findProviders(businessId, ids), ctx.may("READ", businessId)]);
  const seen = new Set(all.filter((each) => seesAll || isPublished(each)).map(({ id }) => id));
  const hours = new Map(all.map(({ id, workingTime }) => [id, workingTime]));
  return found.map((service) => {
    const providers = service.providers.filter(({ providerId }) => seesAll || seen.has(providerId));
    return viewService({ ...service, providers }, hours);
  });
}
