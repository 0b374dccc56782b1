import type { Schemas } from "#console/shared/api/types.ts";
import { fieldsOf } from "#console/shared/fields.ts";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { FULFILMENTS, PAYMENTS, STATUSES } from "./words.ts";

type Order = Schemas["Order"];
const f = fieldsOf<Order>();

/** How many units of an order were not cancelled. */
export function unitsOf({ items }: Pick<Order, "items">): number {
  return items.reduce((sum, { quantity, cancelled_quantity }) => sum + quantity - cancelled_quantity, 0);
}

export const ORDER_FIELDS = f.record(
  [
    f.time("created_at", {
      label: ["Placed", "Eingegangen"],
      list: true,
      sort: "created_at",
      filter: { by: "created_at", range: true },
    }),
    f.text("customer_name", {
      label: ["Customer", "Kundschaft"],
      list: true,
      show: ({ customer_name, email }) => <bdi>{customer_name || email || "–"}</bdi>,
    }),
    f.choice("status", {
      label: ["Status", "Status"],
      list: true,
      choices: STATUSES,
      filter: { by: "statuses", several: true },
      show: ({ status }) => <StatusBadge choices={STATUSES} value={status} />,
    }),
    f.choice("payment_status", {
      label: ["Payment", "Zahlung"],
      list: true,
      choices: PAYMENTS,
      filter: { by: "payment_statuses", several: true },
      show: ({ payment_status }) => <StatusBadge choices={PAYMENTS} value={payment_status} />,
    }),
    f.choice("fulfillment_status", {
      label: ["Fulfilment", "Versand"],
      list: true,
      choices: FULFILMENTS,
      filter: { by: "fulfillment_statuses", several: true },
      show: ({ fulfillment_status }) => <StatusBadge choices={FULFILMENTS} value={fulfillment_status} />,
    }),
    f.money("total", { label: ["Total", "Summe"], list: true, sort: "total" }),
    f.number("items", { label: ["Items", "Posten"], list: true, show: (order) => unitsOf(order) }),
    f.text("market", { label: ["Market", "Markt"], list: "hidden", filter: { by: "markets" } }),
    f.text("email", { label: ["Email", "E-Mail"], list: "hidden" }),
    f.text("promo_code", { label: ["Promo code", "Aktionscode"], list: "hidden" }),
  ],
  [
    "id",
    "number",
    "store_id",
    "contact_id",
    "source_cart_id",
    "reservation_ids",
    "tax_inclusive",
    "currency",
    "subtotal",
    "discount",
    "shipping",
    "tax",
    "receipt_number",
    "updated_at",
    "account_id",
    "shipping_lines",
    "money",
    "payment",
    "shipping_address",
    "billing_address",
    "forms",
    "shipments",
    "returns",
    "history",
    "version",
    "customer_id",
    "to_do",
    "channel",
    "facts",
    "tags",
    "notes",
    "test",
    "sold_at",
    "collected_at",
    "cancelled_at",
    "write_offs",
  ],
);
