import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listOptions, listRecords } from "#core/dynamo/list/page.ts";
import type { Page } from "#core/dynamo/list/types.ts";
import { DEFAULT_PAGE } from "#core/dynamo/read.ts";
import { facet } from "#core/dynamo/terms.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { isVisitors } from "#lib/tenancy/visitors/own.ts";
import { forBuyer, viewOrder } from "./record.ts";
import type { OrderQuery, OwnOrders } from "./request-schema.ts";
import { ORDER_STATUSES, type Order } from "./schema.ts";
import { orders } from "./table.ts";
import type { BuyerOrder, OrderView } from "./view-schema.ts";

/** Orders looked at for a page, where a filter thins them. */
const MAX_SEEN = 400;

export async function getOrder(_ctx: Context, storeId: string, id: string): Promise<OrderView> {
  return viewOrder(await orders.get({ store_id: storeId, id }, ORDER.NOT_FOUND()));
}

/** The orders of a store, newest first unless asked otherwise. */
export async function listOrders(ctx: Context, storeId: string, query: OrderQuery): Promise<Page<OrderView>> {
  const { contact_id, product_ids, item_statuses } = query;
  const fits = (order: Order) =>
    order.items.some(
      ({ product_id, status }) =>
        (!product_ids?.length || (product_id !== null && product_ids.includes(product_id))) &&
        (!item_statuses?.length || item_statuses.includes(status.status)),
    );
  const facets = contact_id ? [facet("contact", contact_id)] : [];
  const scope = [product_ids ?? null, item_statuses ?? null];
  const page = await pageOf(ctx, storeId, { ...query, facets, fits, scope });
  return { ...page, items: page.items.map(viewOrder) };
}

/** An order of the visitor who calls. */
export async function getOwnOrder(ctx: Context, storeId: string, id: string): Promise<BuyerOrder> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  if (!order || !isOwn(ctx, order)) throw ORDER.NOT_FOUND();
  return forBuyer(order);
}

/** The visitor's own orders, newest first. */
export async function listOwnOrders(
  ctx: Context,
  storeId: string,
  query: OwnOrders,
): Promise<Page<BuyerOrder>> {
  const { id } = visitor(ctx);
  const fits = (order: Order) => isOwn(ctx, order);
  const page = await pageOf(ctx, storeId, { ...query, facets: [facet("contact", id)], fits, scope: [id] });
  return { ...page, items: page.items.map(forBuyer) };
}

function isOwn(ctx: Context, { contact_id }: Pick<Order, "contact_id">): boolean {
  return isVisitors(ctx, contact_id);
}

interface Asked extends OrderQuery {
  facets: string[];
  fits: (order: Order) => boolean;
  scope: unknown[];
}

async function pageOf(
  ctx: Context,
  storeId: string,
  { facets, fits, scope, ...query }: Asked,
): Promise<Page<Stored<Order>>> {
  const partitions = orders.partitions({ store_id: storeId });
  const statuses = query.statuses ?? (query.status ? [query.status] : ORDER_STATUSES);
  const limit = query.limit ?? DEFAULT_PAGE;
  const items: Stored<Order>[] = [];
  let cursor = query.cursor;
  for (let seen = 0; seen < MAX_SEEN; ) {
    const page = await listRecords(orders, {
      ...listOptions(query),
      partitions,
      lists: statuses.map((status) => orders.list({ store_id: storeId, status })),
      walks: true,
      facets,
      limit: limit - items.length,
      cursor,
      idPrefix: "order",
      scope: [ctx.operation, ...scope],
    });
    items.push(...page.items.filter(fits));
    seen += Math.max(1, page.items.length);
    cursor = page.cursor ?? undefined;
    if (cursor === undefined || items.length >= limit) break;
  }
  return { items, cursor: cursor ?? null };
}
