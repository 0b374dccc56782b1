import { type Context, isVisitorsContact, visitor } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { facet, narrowingFacet } from "#core/dynamo/terms.ts";
import { type ListCondition, type ListSource, list, recordSource } from "#core/records/list.ts";
import { countRows, recordsByRows } from "#core/rows/page.ts";
import { numberSortKey } from "#core/rows/place.ts";
import { matchesQuery, type RowsRequest, rowsQuery } from "#core/rows/query.ts";
import { type RowsReading, rowsReading } from "#core/rows/read.ts";
import { startSums } from "#core/sums/start-sums.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { idsOfCustomer } from "#lib/tenancy/visitors/move-contact.ts";
import { ORDER } from "./errors.ts";
import { buyerView, viewOrder } from "./record.ts";
import type { OrderQuery, OwnOrders } from "./request-schema.ts";
import { listingOf, orderRows, tagFacet, totalSort } from "./rows.ts";
import { ORDER_STATUSES, type Order } from "./schema.ts";
import { orders } from "./table.ts";
import type { BuyerOrder, OrderView } from "./view-schema.ts";

export async function getOrder(_ctx: Context, storeId: string, id: string): Promise<Unversioned<OrderView>> {
  return viewOrder(await orders.get({ store_id: storeId, id }, ORDER.NOT_FOUND()));
}

export async function getOwnOrder(
  ctx: Context,
  storeId: string,
  id: string,
): Promise<Unversioned<BuyerOrder>> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  if (!order || !isOwn(ctx, order)) throw ORDER.NOT_FOUND();
  return buyerView(order);
}

export async function listOwnOrders(
  ctx: Context,
  storeId: string,
  query: OwnOrders,
): Promise<Page<Unversioned<BuyerOrder>>> {
  const { id } = visitor(ctx);
  const page = await list(ctx, query, {
    source: ordersOf(storeId, query),
    terms: [facet("contact", id)],
    // The index can briefly name a former owner.
    visible: { viewer: id, filter: (found) => found.filter((order) => isOwn(ctx, order)) },
  });
  return { ...page, items: page.items.map(buyerView) };
}

function isOwn(ctx: Context, { contact_id }: Pick<Order, "contact_id">): boolean {
  return isVisitorsContact(ctx, contact_id);
}

type OrderCount = { value: number; exact: boolean };

export async function listOrders(
  ctx: Context,
  storeId: string,
  query: OrderQuery,
): Promise<Page<Unversioned<OrderView>> & { count?: OrderCount; complete: boolean }> {
  const usesRows = needsRows(query) || query.count === true;
  const reading = usesRows ? await rowsReading(storeId, orderRows, ctx.now()) : undefined;
  // A store that is older than the rows has none. Its first list that needs them starts to build them.
  if (usesRows && !reading) await startSums(ctx, storeId, orderRows);
  const complete = !usesRows || (reading?.isComplete ?? false);
  const { customer_id } = query;
  const customers = customer_id ? await idsOfCustomer(ctx, storeId, customer_id) : [];
  const requestedRows = rowsRequest(query, customers);
  const { limit, cursor, sort_field } = query;
  // Only rows are sorted by total, so that those which exist already are listed.
  const isByRows = needsRows(query) && (complete || sort_field === "total");
  const page = isByRows
    ? await listByRows(ctx, reading, { limit, cursor }, requestedRows, itemCondition(query))
    : await listByIndex(ctx, storeId, query, requestedRows);
  const items = page.items.map(viewOrder);
  if (!query.count || cursor !== undefined) return { ...page, items, complete };
  return { ...page, items, complete, count: await countOrders(reading, requestedRows, query, page) };
}

async function listByRows(
  ctx: Context,
  reading: RowsReading | undefined,
  page: Pick<OrderQuery, "limit" | "cursor">,
  requestedRows: RowsRequest,
  where: ListCondition<Order> | undefined,
) {
  if (!reading) return { items: [], cursor: null };
  return list(ctx, page, { source: recordsByRows(orderRows, reading, requestedRows), where });
}

/** True for filters that the index of orders lacks or supports only in part. */
function needsRows(query: OrderQuery): boolean {
  const { to_do, payment_statuses, fulfillment_statuses, markets, tags, channels } = query;
  const { service_ids, provider_ids } = query;
  const facts = [to_do, payment_statuses, fulfillment_statuses, markets, tags, channels];
  const some = [...facts, service_ids, provider_ids];
  const one = [query.query, query.customer_id, query.currency];
  return some.some((each) => each?.length) || one.some((each) => each !== undefined);
}

function rowsRequest(query: OrderQuery, customers: readonly string[]): RowsRequest {
  const { contact_id, currency, total_from, total_to, sort_field, sort_direction } = query;
  const statuses = query.statuses ?? (query.status ? [query.status] : []);
  const groups = [
    customers.map((id) => facet("customer", id)),
    ...(query.tags ?? []).map((tag) => [tagFacet(tag)]),
    (query.to_do ?? []).map((each) =>
      each === "none" ? narrowingFacet("to_do", each) : facet("to_do", each),
    ),
    contact_id ? [narrowingFacet("contact", contact_id)] : [],
    currency ? [narrowingFacet("currency", currency)] : [],
    facets("fulfillment", query.fulfillment_statuses),
    facets("payment", query.payment_statuses),
    facets("channel", query.channels),
    narrowingFacets("status", statuses),
    narrowingFacets("market", query.markets),
    narrowingFacets("product", query.product_ids),
    narrowingFacets("service", query.service_ids),
    narrowingFacets("provider", query.provider_ids),
    narrowingFacets("item", query.item_statuses),
  ];
  const isRanged = currency && (total_from !== undefined || total_to !== undefined);
  const sort = sort_field === "total" ? totalSort(currency ?? "") : sort_field;
  return {
    needs: groups.filter((group) => group.length > 0),
    query: query.query,
    sort: sort === "created_at" ? undefined : sort,
    descending: sort_direction ? sort_direction === "desc" : sort_field !== "key",
    createdFrom: query.created_at_from,
    createdTo: query.created_at_to,
    ...(isRanged ? { range: { sort: totalSort(currency), ...sortRange(total_from, total_to) } } : {}),
  };
}

function narrowingFacets(name: string, values: readonly string[] = []): string[] {
  return values.map((value) => narrowingFacet(name, value));
}

function facets(name: string, values: readonly string[] = []): string[] {
  return values.map((value) => facet(name, value));
}

function sortRange(from: number | undefined, to: number | undefined) {
  return {
    from: from === undefined ? undefined : numberSortKey(from),
    to: to === undefined ? undefined : numberSortKey(to),
  };
}

/** Rows cannot count orders in which one item must match several filters, so then only this page is counted. */
async function countOrders(
  reading: RowsReading | undefined,
  requestedRows: RowsRequest,
  query: OrderQuery,
  { items, cursor }: Page<unknown>,
): Promise<OrderCount> {
  if (reading && itemFilters(query).length < 2) return countRows(reading, requestedRows);
  return { value: items.length, exact: cursor === null };
}

function itemFilters({ product_ids, item_statuses, service_ids, provider_ids }: OrderQuery) {
  return [product_ids, item_statuses, service_ids, provider_ids].filter((each) => each?.length);
}

function itemCondition(query: OrderQuery): ListCondition<Order> | undefined {
  if (itemFilters(query).length === 0) return undefined;
  const { product_ids = [], item_statuses = [], service_ids = [], provider_ids = [] } = query;
  const isOf = (ids: readonly string[], id: string | null) =>
    ids.length === 0 || (id !== null && ids.includes(id));
  return {
    parameters: [product_ids, item_statuses, service_ids, provider_ids],
    fits: ({ items }) =>
      items.some(
        (item) =>
          isOf(product_ids, item.product_id) &&
          isOf(item_statuses, item.status.status) &&
          isOf(service_ids, item.service_id) &&
          isOf(provider_ids, item.provider_id),
      ),
  };
}

/** The list without rows, for queries that need none and for stores whose rows are not complete yet. */
function listByIndex(ctx: Context, storeId: string, query: OrderQuery, requestedRows: RowsRequest) {
  const { contact_id } = query;
  const inItems = itemCondition(query);
  // The index searches words and sorts by itself, with fewer fields than the rows.
  const needed = rowsQuery({ ...requestedRows, query: undefined, sort: undefined });
  const fits = async (order: Order) =>
    matchesQuery(listingOf(order), needed) && (!inItems || (await inItems.fits(order)));
  const isNarrowed = inItems !== undefined || needsRows(query);
  return list(
    ctx,
    { ...query, sort_field: query.sort_field === "total" ? undefined : query.sort_field },
    {
      source: ordersOf(storeId, query),
      terms: contact_id ? [facet("contact", contact_id)] : [],
      where: isNarrowed ? { parameters: inItems?.parameters ?? null, fits } : undefined,
    },
  );
}

function ordersOf(
  store_id: string,
  { status, statuses }: Pick<OrderQuery, "status" | "statuses">,
): ListSource<Order> {
  return recordSource(
    orders,
    "order",
    { store_id },
    { statuses: statuses ?? (status ? [status] : ORDER_STATUSES) },
  );
}
