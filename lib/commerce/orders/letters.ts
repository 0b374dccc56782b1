import { businessName, personName } from "#core/mail/address.ts";
import type { Letter } from "#core/mail/template.ts";
import type { Language } from "#core/texts/language.ts";
import { moneyIn } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import type { OrderView } from "./schema.ts";
import { orderTexts } from "./texts.ts";

export type Occasion =
  | "confirmed"
  | "cancelled"
  | "cancelled_in_part"
  | "refunded"
  | "payment_refused"
  | "shipped";

/** What a buyer is told of an order. */
export function letterFor(business: Business, order: OrderView, occasion: Occasion, url: string): Letter {
  const language = languageFor({}, business);
  const texts = orderTexts(language);
  const { subject, title, text } = texts[occasion];
  const name = businessName(business.name);
  const buyer = personName(order.shipping_address?.name ?? order.billing_address?.name ?? "");
  return {
    language,
    letterhead: letterheadOf(business),
    subject: `${subject} ${order.number} – ${name}`,
    title,
    paragraphs: [buyer ? texts.fromTo(buyer, name) : texts.from(name), text],
    rows: rowsFor(language, order, occasion),
    action: { label: texts.see, url },
    footer: texts.order(order.number),
  };
}

/** What a store is told of a new order. */
export function storeLetter(business: Business, order: OrderView): Letter {
  const language = languageFor({}, business);
  const { order: title, store } = orderTexts(language);
  const money = moneyIn(language, order.total, order.currency);
  return {
    language,
    letterhead: letterheadOf(business),
    subject: store.subject(order.number, business.name),
    title: title(order.number),
    paragraphs: [store.text(order.email ?? store.aCustomer, money)],
    rows: linesOf(language, order),
    footer: title(order.id),
  };
}

function rowsFor(language: Language, order: OrderView, occasion: Occasion): NonNullable<Letter["rows"]> {
  const { rows: texts } = orderTexts(language);
  const money = (amount: number) => moneyIn(language, amount, order.currency);
  if (occasion === "refunded") return [{ label: texts.refunded, value: money(order.payment.refunded) }];
  if (occasion === "shipped") return shipmentRows(language, order);
  return [
    ...linesOf(language, order),
    ...order.shipping_lines.map(({ name, total }) => ({ label: name, value: money(total) })),
    ...(order.tax > 0 ? [{ label: texts.tax, value: money(order.tax) }] : []),
    { label: texts.total, value: money(order.total) },
  ];
}

function linesOf(language: Language, { items, currency }: OrderView): NonNullable<Letter["rows"]> {
  const { cancelled } = orderTexts(language).rows;
  return items.map(({ quantity, snapshot, money, cancelled_quantity }) => ({
    label: `${quantity} × ${snapshot.name}${cancelled_quantity > 0 ? ` ${cancelled(cancelled_quantity)}` : ""}`,
    value: moneyIn(language, money.total, currency),
  }));
}

function shipmentRows(language: Language, { items, shipments }: OrderView): NonNullable<Letter["rows"]> {
  const newest = shipments.at(-1);
  if (!newest) return [];
  const named = newest.lines.map(({ order_item_id, quantity }) => ({
    label: items.find(({ id }) => id === order_item_id)?.snapshot.name ?? "",
    value: `${quantity} ×`,
  }));
  const { carrier, tracking_number, tracking_url } = newest;
  const tracking = [carrier, tracking_number, tracking_url].filter(Boolean).join(" ");
  const { tracking: label } = orderTexts(language).rows;
  return tracking ? [...named, { label, value: tracking }] : named;
}
