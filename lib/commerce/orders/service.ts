import { type Context, visitor } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { facet } from "#core/dynamo/terms.ts";
import { list, recordsIn, type Source, type Where } from "#core/records/list.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { isVisitors } from "#lib/tenancy/visitors/own.ts";
import { forBuyer, viewOrder } from "./record.ts";
import type { OrderQuery, OwnOrders } from "./request-schema.ts";
import { ORDER_STATUSES, type Order } from "./schema.ts";
import { orders } from "./table.ts";
import type { BuyerOrder, OrderView } from "./view-schema.ts";

export async function getOrder(_ctx: Context, storeId: string, id: string): Promise<OrderView> {
  return viewOrder(await orders.get({ store_id: storeId, id }, ORDER.NOT_FOUND()));
}

/** The orders of a store, newest first unless asked otherwise. */
export async function listOrders(ctx: Context, storeId: string, query: OrderQuery): Promise<Page<OrderView>> {
  const { contact_id, product_ids, item_statuses } = query;
  const page = await list(ctx, query, {
    source: ordersOf(storeId, query),
    terms: contact_id ? [facet("contact", contact_id)] : [],
    where: product_ids?.length || item_statuses?.length ? whereItems(product_ids, item_statuses) : undefined,
  });
  return { ...page, items: page.items.map(viewOrder) };
}

function whereItems(product_ids: string[] = [], item_statuses: string[] = []): Where<Order> {
  return {
    asks: [product_ids, item_statuses],
    fits: ({ items }) =>
      items.some(
        ({ product_id, status }) =>
          (product_ids.length === 0 || (product_id !== null && product_ids.includes(product_id))) &&
          (item_statuses.length === 0 || item_statuses.includes(status.status)),
      ),
  };
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
  const page = await list(ctx, query, {
    source: ordersOf(storeId, query),
    terms: [facet("contact", id)],
    // An index says for a moment whose an order was.
    visible: { to: id, those: (found) => found.filter((order) => isOwn(ctx, order)) },
  });
  return { ...page, items: page.items.map(forBuyer) };
}

function isOwn(ctx: Context, { contact_id }: Pick<Order, "contact_id">): boolean {
  return isVisitors(ctx, contact_id);
}

function ordersOf(
  store_id: string,
  { status, statuses }: Pick<OrderQuery, "status" | "statuses">,
): Source<Order> {
  return recordsIn(
    orders,
    "order",
    { store_id },
    { statuses: statuses ?? (status ? [status] : ORDER_STATUSES) },
  );
}
