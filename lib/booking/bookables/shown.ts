import type { Context } from "#core/context.ts";
import type { LookupParameters } from "#core/records/lookup.ts";
import { findProviders } from "./links.ts";
import { getService } from "./read.ts";
import type { Service } from "./service-schema.ts";
import { isPublished } from "./status.ts";

/** A service by id, key or slug, with those of its providers that the caller may see. */
export async function showService(
  ctx: Context,
  businessId: string,
  segment: string,
  query: LookupParameters = {},
): Promise<Service> {
  const service = await getService(ctx, businessId, segment, query);
  return (await asShown(ctx, businessId, [service]))[0] ?? service;
}

/** Services without their connections to providers that are not published, but for those who may READ the business. */
export async function asShown<T extends Service>(ctx: Context, businessId: string, found: T[]): Promise<T[]> {
  const ids = [...new Set(found.flatMap(({ providers }) => providers.map(({ providerId }) => providerId)))];
  if (ids.length === 0 || (await ctx.may("READ", businessId))) return found;
  const published = (await findProviders(businessId, ids)).filter(isPublished);
  const seen = new Set(published.map(({ id }) => id));
  return found.map((service) => ({
    ...service,
    providers: service.providers.filter(({ providerId }) => seen.has(providerId)),
  }));
}
