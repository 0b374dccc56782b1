import { type Context, person } from "#core/context.ts";
import { openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { DEFAULT_PAGE_SIZE } from "#core/dynamo/read.ts";
import { tenantOfProvider } from "#lib/booking/bookables/links.ts";
import { tenantsOf } from "#lib/tenancy/access/tenants-of.ts";
import { listMyReservations, listReservations } from "./list.ts";
import type { SearchQuery } from "./request-schema.ts";
import type { ReservationView } from "./view-schema.ts";

/** Most lists that are read for one page. */
const MAX_LISTS = 8;
/** Name of the list of the caller's own reservations, which comes after those of the businesses. */
const OWN_LIST = "own";

interface Position {
  place: string;
  cursor?: string | undefined;
}

/**
 * Searches the named business, or that of the provider, for callers who may READ it. If neither is named, it
 * searches every business that the caller may READ, and then the caller's own reservations elsewhere.
 */
export async function searchReservations(ctx: Context, query: SearchQuery): Promise<Page<ReservationView>> {
  const { businessId, providerId } = query;
  const tenant = businessId ?? (providerId === undefined ? undefined : await tenantOfProvider(providerId));
  if (tenant !== undefined) {
    const seesAll = await ctx.may("READ", tenant);
    return seesAll ? searchIn(ctx, tenant, query) : listMyReservations(ctx, query);
  }
  const tenantIds = providerId === undefined ? await tenantsOf(ctx, "READ") : [];
  return tenantIds.length === 0 ? listMyReservations(ctx, query) : searchAll(ctx, tenantIds, query);
}

function searchIn(ctx: Context, tenantId: string, query: SearchQuery): Promise<Page<ReservationView>> {
  const { businessId: _, providerId, startTime, endTime, ...rest } = query;
  return listReservations(ctx, tenantId, {
    ...rest,
    ...(providerId === undefined ? {} : { providerIds: [providerId] }),
    from: startTime,
    to: endTime,
  });
}

async function searchAll(
  ctx: Context,
  tenantIds: readonly string[],
  { limit = DEFAULT_PAGE_SIZE, cursor, ...query }: SearchQuery,
): Promise<Page<ReservationView>> {
  const scope = [ctx.operation, person(ctx).id, query];
  const begin = await openCursor<Position>(cursor, scope);
  const lists = [...tenantIds, OWN_LIST];
  const placeOf = (name: string) => tenantIds.findIndex((id) => id >= name);
  const items: ReservationView[] = [];
  let index = begin === undefined ? 0 : begin.place === OWN_LIST ? -1 : placeOf(begin.place);
  if (index < 0) index = tenantIds.length;
  let after = lists[index] === begin?.place ? begin?.cursor : undefined;
  for (let read = 0; index < lists.length && read < MAX_LISTS && items.length < limit; read++) {
    const place = lists[index] ?? OWN_LIST;
    const pageQuery = { ...query, limit: limit - items.length, cursor: after };
    const page =
      place === OWN_LIST ? await listMyReservations(ctx, pageQuery) : await searchIn(ctx, place, pageQuery);
    items.push(
      ...page.items.filter(({ businessId }) => place !== OWN_LIST || !tenantIds.includes(businessId)),
    );
    after = page.cursor ?? undefined;
    if (after === undefined) index += 1;
  }
  const place = lists[index];
  const next: Position | undefined = place === undefined ? undefined : { place, cursor: after };
  return { items, cursor: next ? await sealCursor(next, scope) : null };
}
