import { businessName, personName } from "#core/mail/address.ts";
import type { Letter } from "#core/mail/template.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import type { OrderView } from "./schema.ts";

export type Occasion =
  | "confirmed"
  | "cancelled"
  | "cancelled_in_part"
  | "refunded"
  | "payment_refused"
  | "shipped";

const WORDS: Record<Occasion, { subject: string; title: string; text: string }> = {
  confirmed: {
    subject: "Your order",
    title: "Thank you for your order",
    text: "Your order is confirmed. This is what you have ordered.",
  },
  cancelled: {
    subject: "Your order is cancelled",
    title: "Your order is cancelled",
    text: "Nothing more of this order will come. What was paid for it is given back.",
  },
  cancelled_in_part: {
    subject: "A part of your order is cancelled",
    title: "A part of your order is cancelled",
    text: "Some of it cannot be delivered. What was paid for that is given back.",
  },
  refunded: {
    subject: "Your money is on its way back",
    title: "We have given you money back",
    text: "It takes some days until your bank shows it.",
  },
  payment_refused: {
    subject: "Your payment came too late",
    title: "Your payment came too late",
    text: "What you ordered was not free any more when your payment came. We are giving all of it back.",
  },
  shipped: {
    subject: "Your parcel is on its way",
    title: "Your parcel is on its way",
    text: "This is what is in it.",
  },
};

/** What a buyer is told of an order. */
export function letterFor(
  { name: given }: Business,
  order: OrderView,
  occasion: Occasion,
  url: string,
): Letter {
  const { subject, title, text } = WORDS[occasion];
  const name = businessName(given);
  const who = personName(order.shipping_address?.name ?? order.billing_address?.name ?? "");
  return {
    subject: `${subject} ${order.number} – ${name}`,
    title,
    paragraphs: [`${who ? `${who}, t` : "T"}his is from ${name}.`, text],
    rows: rowsFor(order, occasion),
    action: { label: "See your order", url },
    footer: `Order ${order.number}`,
  };
}

/** What a store is told of a new order. */
export function storeLetter({ name }: Business, order: OrderView): Letter {
  return {
    subject: `New order ${order.number} – ${name}`,
    title: `Order ${order.number}`,
    paragraphs: [`${order.email ?? "A customer"} has ordered for ${moneyText(order.total, order.currency)}.`],
    rows: linesOf(order),
    footer: `Order ${order.id}`,
  };
}

function rowsFor(order: OrderView, occasion: Occasion): NonNullable<Letter["rows"]> {
  const { currency } = order;
  if (occasion === "refunded") {
    return [{ label: "Given back in all", value: moneyText(order.payment.refunded, currency) }];
  }
  if (occasion === "shipped") return shipmentRows(order);
  return [
    ...linesOf(order),
    ...order.shipping_lines.map(({ name, total }) => ({ label: name, value: moneyText(total, currency) })),
    ...(order.tax > 0 ? [{ label: "Tax in it", value: moneyText(order.tax, currency) }] : []),
    { label: "Total", value: moneyText(order.total, currency) },
  ];
}

function linesOf({ items, currency }: OrderView): NonNullable<Letter["rows"]> {
  return items.map(({ quantity, snapshot, money, cancelled_quantity }) => ({
    label: `${quantity} × ${snapshot.name}${cancelled_quantity > 0 ? ` (${cancelled_quantity} cancelled)` : ""}`,
    value: moneyText(money.total, currency),
  }));
}

function shipmentRows({ items, shipments }: OrderView): NonNullable<Letter["rows"]> {
  const newest = shipments.at(-1);
  if (!newest) return [];
  const named = newest.lines.map(({ order_item_id, quantity }) => ({
    label: items.find(({ id }) => id === order_item_id)?.snapshot.name ?? "",
    value: `${quantity} ×`,
  }));
  const { carrier, tracking_number, tracking_url } = newest;
  const tracking = [carrier, tracking_number, tracking_url].filter(Boolean).join(" ");
  return tracking ? [...named, { label: "Tracking", value: tracking }] : named;
}
