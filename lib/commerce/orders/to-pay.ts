import type { NewPayment } from "#lib/money/payments/begin.ts";
import type { Order } from "./schema.ts";

/** What a payment page is told of an order: a line for each item with what it comes to, and one for the shipping. */
export function linesToPay(order: Order): NewPayment {
  const { id, store_id, total, currency, items, shipping_lines, email, return_url, cancel_url } = order;
  return {
    tenantId: store_id,
    reference: id,
    amount: total,
    currency,
    lines: [
      ...items.map(({ snapshot, quantity, money }) => ({
        name: snapshot.name,
        quantity,
        amount: money.total,
      })),
      ...shipping_lines.map(({ name, total: amount }) => ({ name, quantity: 1, amount })),
    ],
    ...(return_url ? { successUrl: return_url } : {}),
    ...(cancel_url ? { cancelUrl: cancel_url } : {}),
    ...(email ? { email } : {}),
  };
}
