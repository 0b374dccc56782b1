import { paddedNumber } from "#core/dynamo/key.ts";
import { facet, narrowingFacet } from "#core/dynamo/terms.ts";
import { type Listing, rowIndex, rowsSource } from "#core/rows/declaration.ts";
import { numberSortKey, textSortKey } from "#core/rows/place.ts";
import { phoneWords, searchableWords, wholeWord, wordsOf } from "#core/rows/words.ts";
import { ORDER_ROWS } from "./rows-definition.ts";
import type { Order } from "./schema.ts";
import { orders } from "./table.ts";
import { channelOf, toDoOf } from "./view.ts";

/** Staff search orders by these rows. The stream maintains them, so that a checkout writes none. */
export const orderRows = rowIndex(ORDER_ROWS, rowsSource(orders, listingOf));

/** Totals sort only within one currency. */
export function totalSort(currency: string): string {
  return `total:${currency}`;
}

/** Tags match in upper and lower case. */
export function tagFacet(tag: string): string {
  return facet("tag", tag.toLowerCase());
}

/** The fields by which lists find an order. The list without rows checks the order itself against them. */
export function listingOf(order: Order): Listing {
  const toDo = toDoOf(order);
  const { payment_status, fulfillment_status } = order;
  return {
    facets: [
      ...toDo.map((each) => facet("to_do", each)),
      facet("payment", payment_status),
      facet("fulfillment", fulfillment_status),
      facet("channel", channelOf(order)),
      ...(order.customer_id ? [facet("customer", order.customer_id)] : []),
      ...order.tags.map(tagFacet),
    ],
    details: detailsOf(order, toDo.length === 0),
    words: wordsIn(order),
    created: order.created_at,
    sorts: {
      updated_at: paddedNumber(order.updated_at),
      key: textSortKey(order.number),
      [totalSort(order.currency)]: numberSortKey(order.total),
    },
  };
}

function detailsOf(order: Order, isDone: boolean): string[] {
  const { items, contact_id } = order;
  const all = items.flatMap((item) => [
    narrowingFacet("item", item.status.status),
    ...(item.product_id ? [narrowingFacet("product", item.product_id)] : []),
    ...(item.service_id ? [narrowingFacet("service", item.service_id)] : []),
    ...(item.provider_id ? [narrowingFacet("provider", item.provider_id)] : []),
  ]);
  return [
    ...(isDone ? [narrowingFacet("to_do", "none")] : []),
    ...(contact_id ? [narrowingFacet("contact", contact_id)] : []),
    narrowingFacet("status", order.status),
    narrowingFacet("market", order.market),
    narrowingFacet("currency", order.currency),
    ...new Set(all),
  ];
}

function wordsIn({ number, email, shipping_address, billing_address, items }: Order): string[] {
  const addresses = [shipping_address, billing_address].filter((each) => each !== null);
  return searchableWords(
    wholeWord(number),
    wholeWord(email),
    wholeWord(email?.split("@")[0]),
    addresses.flatMap(({ name }) => wordsOf(name)),
    addresses.flatMap(({ phone }) => phoneWords(phone)),
    items.flatMap(({ snapshot }) => wholeWord(snapshot.sku)),
    items.flatMap(({ snapshot }) => wordsOf(snapshot.name)),
  );
}
