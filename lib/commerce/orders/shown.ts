import { viewShippingLine, viewSnapshot } from "#lib/commerce/carts/quote-view.ts";
import { totalsOf } from "#lib/money/money/totals.ts";
import { paymentOf } from "./books.ts";
import type { Order } from "./schema.ts";

/** What every view of an order shows of it besides what is stored: all of it is reckoned from that. */
export function shownOf(order: Order) {
  return {
    money: totalsOf(order),
    payment: shownPayment(order),
    items: order.items.map((item) => ({ ...item, snapshot: viewSnapshot(item, item.snapshot) })),
    shipping_lines: order.shipping_lines.map(viewShippingLine),
  };
}

/** Bytes that an event of an order has beyond the order itself: what a snapshot says under two names. */
export function saidTwice({ items }: Pick<Order, "items">): number {
  return Buffer.byteLength(JSON.stringify(items.map(({ snapshot }) => snapshot.attributes)));
}

/** How an order is paid for, with the sums of its books, and what it comes to. */
export function shownPayment(order: Order) {
  return { ...paymentOf(order), ...totalsOf(order) };
}
