import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import { openCursor, sealCursor } from "#core/dynamo/list/page.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { batchGetItems, DEFAULT_PAGE_SIZE, queryItems } from "#core/dynamo/read.ts";
import { facet } from "#core/dynamo/terms.ts";
import { list, recordSource } from "#core/records/list.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { isForOtherStore } from "#lib/tenancy/access/authorize.ts";
import type { ReservationQuery } from "./request-schema.ts";
import { type Reservation, STATUSES } from "./schema.ts";
import { reservations } from "./table.ts";
import { viewReservation } from "./view.ts";
import type { ReservationView } from "./view-schema.ts";

/** Most reservations that are read for one page of the caller's own reservations. */
const MAX_RESERVATIONS_READ = 400;

interface OwnQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: Reservation["status"] | undefined;
  businessId?: string | undefined;
  providerId?: string | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/**
 * Lists reservations of a business. With `from` or `to` it lists those that begin in that time, sorted by their
 * beginning; with another sort field, a page may be short without being the last.
 */
export async function listReservations(
  ctx: Context,
  businessId: string,
  query: ReservationQuery,
): Promise<Page<ReservationView>> {
  const { serviceIds, providerIds, from, to, status } = query;
  const ranged = from !== undefined || to !== undefined;
  const sort = SORTS[query.sortField ?? (ranged ? "startTime" : "createdAt")];
  const inOrder = sort === "key";
  const statuses = STATUSES.filter((each) => status === undefined || each === status);
  const several = (ids: string[] = []) => ids.length > 1;
  const both = serviceIds?.length && providerIds?.length;
  const page = await list(
    ctx,
    { limit: query.limit, cursor: query.cursor, query: query.query },
    {
      source: recordSource(
        reservations,
        "rsv",
        { businessId },
        { statuses, coversPartition: status === undefined },
      ),
      terms: termsOf(query),
      where:
        several(serviceIds) || several(providerIds) || both || (ranged && !inOrder)
          ? { parameters: [serviceIds, providerIds, from, to], fits: (each) => fitsQuery(each, query) }
          : undefined,
      sort: {
        sort,
        descending: query.sortOrder ? query.sortOrder === "desc" : !inOrder,
        ...(from === undefined || !inOrder ? {} : { keyFrom: startKey(from) }),
        ...(to === undefined || !inOrder ? {} : { keyTo: `${startKey(to)}~` }),
      },
    },
  );
  return { ...page, items: page.items.map(viewReservation) };
}

/** An index term has one value, so a query for several services or providers filters by `fits` instead. */
function termsOf({ serviceIds, providerIds, accountId }: ReservationQuery): string[] {
  const single = (ids: string[] | undefined) => (ids?.length === 1 ? ids : []);
  return [
    ...single(serviceIds).map((id) => facet("service", id)),
    ...single(providerIds).map((id) => facet("provider", id)),
    ...(accountId ? [facet("customer", accountId)] : []),
  ];
}

function fitsQuery(
  reservation: Reservation,
  { serviceIds, providerIds, from, to }: ReservationQuery,
): boolean {
  return (
    reservation.startTime >= (from ?? 0) &&
    reservation.startTime <= (to ?? Infinity) &&
    reservation.parts.some(
      ({ serviceId, providerId }) =>
        (!serviceIds?.length || serviceIds.includes(serviceId)) &&
        (!providerIds?.length || providerIds.includes(providerId)),
    )
  );
}

export async function listMyReservations(ctx: Context, query: OwnQuery): Promise<Page<ReservationView>> {
  const { id, storeId } = person(ctx);
  const { limit = DEFAULT_PAGE_SIZE, cursor, ...filters } = query;
  const partition = reservations.child({ customerId: id });
  const scope = [ctx.operation, partition, filters, storeId ?? null];
  let after = await openCursor<Record<string, unknown>>(cursor, scope);
  const items: Stored<Reservation>[] = [];
  for (let seen = 0; seen < MAX_RESERVATIONS_READ; ) {
    const page = await queryItems(partition, {
      index: "child_created",
      descending: true,
      limit: limit - items.length,
      after,
    });
    const keys = page.items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    const found = (await batchGetItems(keys, true)).map((item) => reservations.parse(item));
    for (const each of found.filter(
      (one) => matchesFilters(one, filters) && !isForOtherStore(ctx.actor, one.businessId),
    ))
      if (!(await isDeleted(each.businessId, ctx.now()))) items.push(each);
    seen += Math.max(1, page.items.length);
    after = page.after;
    if (!after || items.length >= limit) break;
  }
  return { items: items.map(viewReservation), cursor: after ? await sealCursor(after, scope) : null };
}

const SORTS = { createdAt: "created_at", updatedAt: "updated_at", startTime: "key", from: "key" } as const;

function matchesFilters(
  reservation: Reservation,
  { status, businessId, providerId, startTime, endTime }: OwnQuery,
): boolean {
  return (
    (status === undefined || reservation.status === status) &&
    (businessId === undefined || reservation.businessId === businessId) &&
    (providerId === undefined || reservation.parts.some((part) => part.providerId === providerId)) &&
    reservation.startTime >= (startTime ?? 0) &&
    reservation.startTime <= (endTime ?? Infinity)
  );
}

function startKey(seconds: number): string {
  return paddedNumber(Math.max(0, seconds));
}
