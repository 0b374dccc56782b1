import type { Payment } from "#lib/money/payments/schema.ts";
import { type News, sums } from "./books.ts";
import type { PaymentTerms } from "./books-schema.ts";
import type { Order, OrderItem } from "./schema.ts";

/** How an order is paid for once its payment is where it is now. What is paid by hand heeds only money that has come. */
export function termsAfter(
  { payment: terms }: Pick<Order, "payment">,
  { status }: Pick<Payment, "status">,
): PaymentTerms {
  return terms.type === "cash" && status !== "captured" ? terms : { ...terms, status };
}

/** The items once more is known of a refund: what a provider refused to give back is not given back. */
export function itemsAfter(
  { items, entries }: Pick<Order, "items" | "entries">,
  { id, drafts }: News,
): OrderItem[] {
  const own = entries.filter(({ refund_id }) => refund_id === id);
  const [before, after] = [sums(own), sums([...own, ...drafts])].map(
    ({ refunded, refund_pending }) => refunded + refund_pending > 0,
  );
  if (before === after) return items;
  const lines = own[0]?.lines ?? [];
  return items.map((item) => {
    const units = lines
      .filter(({ order_item_id }) => order_item_id === item.id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return { ...item, refunded_quantity: item.refunded_quantity + (after ? units : -units) };
  });
}
