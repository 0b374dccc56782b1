import { entity } from "#core/dynamo/entity.ts";
import { facet, narrowingFacet, searchTerms } from "#core/dynamo/terms.ts";
import { ORDER_EVENTS } from "./events.ts";
import { dueOf, orderLife } from "./lifecycle.ts";
import { Counter, Hold, Order } from "./schema.ts";
import { publicOrder } from "./view.ts";
import { BuyerOrder } from "./view-schema.ts";

export const orders = entity({
  name: "order",
  schema: Order,
  life: orderLife,
  pk: "TENANT#{store_id}#ORDER#{id%8}",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#ORDER#{status}",
    child: "TENANT#{store_id}#CONTACT#{contact_id}#ORDER",
    by_updated: "{updated_at}#{id}",
    by_key: "{number}#{id}",
    due: "ORDER#{id%8}",
  },
  due_at: dueOf,
  terms: ({ number, email, contact_id, items, shipping_address, billing_address }) =>
    searchTerms(
      [number, email, shipping_address?.name ?? billing_address?.name ?? ""],
      [
        ...(contact_id ? [facet("contact", contact_id)] : []),
        ...[...new Set(items.flatMap(({ product_id }) => product_id ?? []))].map((id) =>
          narrowingFacet("product", id),
        ),
        ...[...new Set(items.map(({ status }) => status.status))].map((status) =>
          narrowingFacet("item", status),
        ),
      ],
    ),
  termRows: false,
  asText: { but: [] },
  counted: true,
  tenant: "store_id",
  announces: { events: ORDER_EVENTS, shows: BuyerOrder, view: publicOrder },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The holds of unpaid orders, sorted by their end. They are read by key and not from an index, which lags behind. */
export const holds = entity({
  name: "order_hold",
  schema: Hold,
  pk: "TENANT#{store_id}#ORDER_HOLD#{order_id%4}",
  sk: "{ends_at}#{order_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Counters of order and receipt numbers. They are increased before the transaction that uses a number. */
export const counters = entity({
  name: "order_counter",
  schema: Counter,
  pk: "TENANT#{store_id}#ORDER_COUNTER",
  sk: "{name}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
