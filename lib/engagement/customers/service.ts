// Sums the orders, money and appointments of each customer.

import { aggregate, type Contributions } from "#core/sums/declaration.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import { reservationSumSource } from "#lib/booking/reservations/sum-contributions.ts";
import { sumEntries } from "#lib/commerce/orders/books.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { orderSumSource } from "#lib/commerce/orders/sum-contributions.ts";
import { enqueueTotals } from "#lib/tenancy/visitors/note-totals.ts";
import { ORDERED_AT, REFUNDED, SPENT, TOTALS, totalsRow } from "#lib/tenancy/visitors/totals-definition.ts";

/** One row of totals for each customer, summed from all of the customer's orders and reservations. */
export const customerTotals = aggregate({
  ...TOTALS,
  sources: [orderSumSource(orderTotals), reservationSumSource(reservationTotals)],
  reportRows: enqueueTotals,
});

function orderTotals({ customer_id, status, created_at, currency, entries }: Order): Contributions {
  if (customer_id === null) return {};
  const isKept = status === "confirmed" || status === "partially_cancelled" || status === "completed";
  return {
    [totalsRow(customer_id)]: {
      ...(isKept ? { orders: 1, [`${ORDERED_AT}${created_at}`]: 1 } : {}),
      ...moneyTotals(currency, sumEntries(entries)),
    },
  };
}

function reservationTotals({
  customer_id,
  orderId,
  status,
  parts,
  currency,
  payment,
}: Reservation): Contributions {
  if (customer_id === null) return {};
  const isKept = status === "CONFIRMED" || status === "COMPLETED" || status === "NO_SHOW";
  return {
    [totalsRow(customer_id)]: {
      ...(isKept ? { appointments: parts.length } : {}),
      ...(status === "NO_SHOW" ? { no_shows: parts.length } : {}),
      // The money of appointments that are part of an order is counted with the order.
      ...(payment && orderId === null ? moneyTotals(currency, payment) : {}),
    },
  };
}

function moneyTotals(currency: string, { captured, refunded }: { captured: number; refunded: number }) {
  return {
    ...(captured === refunded ? {} : { [`${SPENT}${currency}`]: captured - refunded }),
    ...(refunded === 0 ? {} : { [`${REFUNDED}${currency}`]: refunded }),
  };
}
