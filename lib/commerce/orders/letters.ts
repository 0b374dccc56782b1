import * as z from "zod";
import { env } from "#core/env.ts";
import { businessName, personName } from "#core/mail/address.ts";
import type { Letter } from "#core/mail/template.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { spanText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import type { KeptLanguage } from "#core/texts/language-schema.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { moneyIn } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import type { OrderItem } from "./schema.ts";
import { NOT_REFUNDED } from "./statuses.ts";
import { orderTexts } from "./texts.ts";
import type { BuyerOrder } from "./view-schema.ts";

type Rows = NonNullable<Letter["rows"]>;
type Told = Unversioned<BuyerOrder>;
export type Occasion =
  | "confirmed"
  | "cancelled"
  | "cancelled_in_part"
  | "refunded"
  | "payment_refused"
  | "paid_twice"
  | "shipped"
  | "receipt";

interface Telling {
  occasion: Occasion;
  /** Of the order's page. */
  url: string;
  language: KeptLanguage;
}

/** What a buyer is told of an order. */
export function letterFor(
  business: Business,
  order: Told,
  { occasion, url, language: kept }: Telling,
): Letter {
  const language = languageFor({ language: kept }, business);
  const texts = orderTexts(language);
  const { subject, title, text } = texts[occasion];
  const name = businessName(business.name);
  const buyer = personName(order.shipping_address?.name ?? order.billing_address?.name ?? "");
  return {
    language,
    letterhead: letterheadOf(business),
    subject: `${subject} (${order.number}) – ${name}`,
    title,
    paragraphs: [
      buyer ? texts.fromTo(buyer, name) : texts.from(name),
      text,
      ...moneyTold(language, order, occasion),
    ],
    rows: rowsFor(language, business, order, occasion),
    action: { label: texts.see, url },
    footer: texts.order(order.number),
  };
}

/** What is yet to be paid, or what comes back: nothing of either where no money moves. */
function moneyTold(language: Language, order: Told, occasion: Occasion): string[] {
  const { owed, back } = orderTexts(language);
  if (occasion === "confirmed" && owes(order)) return [owed(moneyIn(language, order.total, order.currency))];
  const cut = occasion === "cancelled" || occasion === "cancelled_in_part";
  const stays = order.history.at(-2)?.action === NOT_REFUNDED;
  return cut && order.payment.captured > 0 && !stays ? [back] : [];
}

function owes({ payment, total }: Told): boolean {
  return total > 0 && payment.captured < payment.amount;
}

/** What a store is told of a new order. */
export function storeLetter(business: Business, order: Told): Letter {
  const language = languageFor({}, business);
  const { order: title, store } = orderTexts(language);
  const money = moneyIn(language, order.total, order.currency);
  const fetched = isFetched(business, order);
  return {
    language,
    letterhead: letterheadOf(business),
    subject: store.subject(order.number, business.name),
    title: title(order.number),
    paragraphs: [
      store.text(order.email ?? store.aCustomer, money),
      ...(order.total > 0 ? [owes(order) ? store.owed : store.paid] : []),
      ...(fetched ? [store.fetched] : []),
    ],
    rows: [
      ...linesOf(language, business, order),
      ...sumsOf(language, order),
      ...(fetched ? [] : addressOf(language, order)),
    ],
    footer: title(order.id),
  };
}

function rowsFor(language: Language, business: Business, order: Told, occasion: Occasion): Rows {
  const { rows: texts } = orderTexts(language);
  const money = (amount: number) => moneyIn(language, amount, order.currency);
  if (occasion === "refunded") return [{ label: texts.refunded, value: money(order.payment.refunded) }];
  if (occasion === "shipped") return shipmentRows(language, order);
  const back = order.payment.refunded + order.payment.refund_pending;
  if (occasion === "paid_twice") return [{ label: texts.refunded, value: money(back) }];
  const { receipt_number } = order;
  return [
    ...(occasion === "receipt" && receipt_number ? [{ label: texts.receipt, value: receipt_number }] : []),
    ...linesOf(language, business, order),
    ...sumsOf(language, order),
    ...(occasion === "receipt" ? [{ label: texts.paid, value: money(order.payment.captured) }] : []),
    ...(back > 0 ? [{ label: texts.refunded, value: money(back) }] : []),
  ];
}

function sumsOf(language: Language, { shipping_lines, discount, tax, total, currency }: Told): Rows {
  const { rows: texts, page } = orderTexts(language);
  const row = (label: string, amount: number) => ({ label, value: moneyIn(language, amount, currency) });
  return [
    ...shipping_lines.map(({ name, total: amount }) => row(name, amount)),
    ...(discount > 0 ? [row(page.discount, discount)] : []),
    ...(tax > 0 ? [row(texts.tax, tax)] : []),
    row(texts.total, total),
  ];
}

/** Whether every way of sending it is one by which the buyer fetches it at a place of the store. */
function isFetched({ configs }: Business, { shipping_lines }: Told): boolean {
  const methods = (configs.markets ?? []).flatMap(({ zones }) =>
    (zones ?? []).flatMap(({ shippingMethods }) => shippingMethods),
  );
  const places = new Set(methods.flatMap(({ id, locationId }) => (locationId ? [id] : [])));
  return shipping_lines.length > 0 && shipping_lines.every(({ method_id }) => places.has(method_id));
}

/** What a store is told of an order that its buyer has cancelled. */
export function cancelledLetter(business: Business, order: Told): Letter {
  const language = languageFor({}, business);
  const { order: title, store } = orderTexts(language);
  return {
    language,
    letterhead: letterheadOf(business),
    subject: store.cancelled.subject(order.number, business.name),
    title: title(order.number),
    paragraphs: [store.cancelled.text(order.email ?? store.aCustomer)],
    rows: rowsFor(language, business, order, "cancelled"),
    footer: title(order.id),
  };
}

// What a store packs parcels by.
function addressOf(language: Language, { shipping_address: to, items }: Told): Rows {
  const ships = items.some(({ snapshot }) => snapshot.requires_shipping);
  if (!to || !ships) return [];
  const { name, company, street1, street2, postal_code, city, state, country } = to;
  const town = [postal_code, city, state].filter(Boolean).join(" ");
  const value = [name, company, street1, street2, town, country].filter(Boolean).join(", ");
  return [{ label: orderTexts(language).rows.sendTo, value }];
}

function linesOf(language: Language, business: Business, { items, currency }: Told): Rows {
  return items.map((item) => ({
    label: lineText(language, business, item),
    value: moneyIn(language, item.money.total, currency),
  }));
}

function shipmentRows(language: Language, { items, shipments }: Told): Rows {
  const newest = shipments.at(-1);
  const texts = orderTexts(language).rows;
  if (!newest) return [];
  const named = newest.lines.map(({ order_item_id, quantity }) => ({
    label: texts.item,
    value: `${quantity} × ${items.find(({ id }) => id === order_item_id)?.snapshot.name ?? ""}`,
  }));
  const { carrier, tracking_number, tracking_url } = newest;
  const tracking = [carrier, tracking_number, tracking_url].filter(Boolean).join(" ");
  return tracking ? [...named, { label: texts.tracking, value: tracking }] : named;
}

/** A line of an order as people read it: how many of what, when in the store's time, and what of it is cancelled. */
export function lineText(
  language: Language,
  { timezone }: Pick<Business, "timezone">,
  item: Pick<OrderItem, "quantity" | "cancelled_quantity" | "snapshot" | "from" | "to">,
): string {
  const { quantity, cancelled_quantity, snapshot, from, to } = item;
  const { cancelled } = orderTexts(language).rows;
  const gone = cancelled_quantity > 0 ? ` ${cancelled(cancelled_quantity)}` : "";
  const when = from === null ? "" : `, ${spanText(language, from, to ?? from, timezone)}`;
  return `${quantity} × ${snapshot.name}${when}${gone}`;
}

const PURPOSE = "order-page";
/** What a page's address says: store and order. */
const Named = z.tuple([z.string(), z.string()]);

/** The page of an order for its buyer. Its address is the key: it is in the mails to the buyer and nowhere else. */
export async function pageLink(storeId: string, orderId: string): Promise<string> {
  const token = await sealToken(PURPOSE, [storeId, orderId]);
  return `${env("PUBLIC_URL")}/v1/order-pages/${token}`;
}

/** The order that a page's token is for; `undefined` for a text that is none. */
export async function orderOfToken(token: string): Promise<{ storeId: string; orderId: string } | undefined> {
  const named = await openToken(PURPOSE, token, Named);
  if (!named) return undefined;
  const [storeId, orderId] = named;
  return { storeId, orderId };
}
