import * as z from "zod";
import { env } from "#core/env.ts";
import { businessName, personName } from "#core/mail/address.ts";
import type { Email } from "#core/mail/template.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { dayText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import type { StoredLanguage } from "#core/texts/language-schema.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { addressLines, billOf, itemText } from "./bill.ts";
import { currentTotals } from "./current-totals.ts";
import { NOT_REFUNDED } from "./statuses.ts";
import { orderTexts } from "./texts.ts";
import type { BuyerOrder } from "./view-schema.ts";

type EmailRows = NonNullable<Email["rows"]>;
type EmailedOrder = Unversioned<BuyerOrder>;
export type Occasion =
  | "confirmed"
  | "cancelled"
  | "cancelled_in_part"
  | "refunded"
  | "payment_refused"
  | "paid_twice"
  | "shipped"
  | "receipt";

interface EmailOptions {
  occasion: Occasion;
  url: string;
  language: StoredLanguage;
  /** Whether the buyer picks up the order. */
  isPickup: boolean;
}

export function buyerEmail(
  business: Business,
  order: EmailedOrder,
  { occasion, url, language: storedLanguage, isPickup }: EmailOptions,
): Email {
  const language = languageFor({ language: storedLanguage }, business);
  const texts = orderTexts(language);
  const { subject, title, text } = texts[occasion];
  const name = businessName(business.name);
  const buyer = personName(order.shipping_address?.name ?? order.billing_address?.name ?? "");
  return {
    language,
    letterhead: letterheadOf(business, language),
    subject: `${subject} (${order.number}) – ${name}`,
    title,
    paragraphs: [
      buyer ? texts.helloTo(buyer) : texts.hello,
      text,
      ...amountParagraphs(language, order, occasion),
    ],
    ...orderDetails(language, business, order, { occasion, isPickup }),
    action: { label: texts.see, url },
    footer: texts.order(order.number),
  };
}

/** A paragraph about the amount due or about a refund, if there is one. */
function amountParagraphs(language: Language, order: EmailedOrder, occasion: Occasion): string[] {
  const texts = orderTexts(language);
  const { owed } = currentTotals(order);
  const isNew = occasion === "confirmed" || occasion === "cancelled_in_part";
  if (isNew && owed > 0) return [texts.owed(formatMoney(language, owed, order.currency))];
  const isCancellation = occasion === "cancelled" || occasion === "cancelled_in_part";
  const isKept = order.history.at(-2)?.action === NOT_REFUNDED;
  return isCancellation && order.payment.captured > 0 && !isKept ? [texts.back] : [];
}

/** The store's mail about a new order, with all that is needed to pack it. */
export function newOrderEmail(
  business: Business,
  order: EmailedOrder,
  { isPickup }: Pick<EmailOptions, "isPickup">,
): Email {
  const language = languageFor({}, business);
  const { order: title, store } = orderTexts(language);
  const { total, owed } = currentTotals(order);
  const money = formatMoney(language, total, order.currency);
  return {
    language,
    letterhead: letterheadOf(business, language),
    subject: store.subject(order.number, business.name),
    title: title(order.number),
    paragraphs: [
      store.text(order.email ?? store.aCustomer, money),
      ...(total > 0 ? [owed > 0 ? store.owed : store.paid] : []),
      ...(isPickup ? [store.fetched] : []),
    ],
    bill: billOf(language, business, order, "seller"),
    rows: [dateRow(language, business, order), ...(isPickup ? [] : addressRows(language, order, "sendTo"))],
  };
}

function orderDetails(
  language: Language,
  business: Business,
  order: EmailedOrder,
  { occasion, isPickup }: Pick<EmailOptions, "occasion" | "isPickup">,
): Pick<Email, "bill" | "rows"> {
  const { rows: texts, bill } = orderTexts(language);
  if (occasion === "shipped") return { rows: shipmentRows(language, business, order) };
  if (occasion === "refunded" || occasion === "paid_twice") {
    const { back } = currentTotals(order);
    return { bill: [{ label: bill.refunded, amount: formatMoney(language, back, order.currency) }] };
  }
  const { receipt_number } = order;
  const receipt =
    occasion === "receipt" && receipt_number ? [{ label: texts.receipt, value: receipt_number }] : [];
  const isShipped = occasion === "confirmed" && !isPickup;
  return {
    bill: billOf(language, business, order, "buyer"),
    rows: [
      ...receipt,
      dateRow(language, business, order),
      ...(isShipped ? addressRows(language, order, "deliverTo") : []),
    ],
  };
}

function dateRow(
  language: Language,
  { timezone }: Business,
  { created_at }: EmailedOrder,
): EmailRows[number] {
  return { label: orderTexts(language).rows.date, value: dayText(language, created_at, timezone) };
}

/** The store's mail about an order that its buyer has cancelled. */
export function cancelledOrderEmail(business: Business, order: EmailedOrder): Email {
  const language = languageFor({}, business);
  const { order: title, store } = orderTexts(language);
  return {
    language,
    letterhead: letterheadOf(business, language),
    subject: store.cancelled.subject(order.number, business.name),
    title: title(order.number),
    paragraphs: [store.cancelled.text(order.email ?? store.aCustomer)],
    bill: billOf(language, business, order, "seller"),
    rows: [dateRow(language, business, order)],
  };
}

function addressRows(
  language: Language,
  { shipping_address: to, items }: EmailedOrder,
  label: "sendTo" | "deliverTo",
): EmailRows {
  const ships = items.some(({ snapshot }) => snapshot.requires_shipping);
  if (!to || !ships) return [];
  return [{ label: orderTexts(language).rows[label], value: addressLines(language, to).join("\n") }];
}

function shipmentRows(language: Language, business: Business, { items, shipments }: EmailedOrder): EmailRows {
  const newest = shipments.at(-1);
  const texts = orderTexts(language).rows;
  if (!newest) return [];
  const named = newest.lines.flatMap(({ order_item_id, quantity }) => {
    const item = items.find(({ id }) => id === order_item_id);
    if (!item) return [];
    const { label, note } = itemText(language, business, { ...item, quantity }, "buyer");
    return [{ label: texts.item, value: note ? `${label} (${note})` : label }];
  });
  const { carrier, tracking_number, tracking_url } = newest;
  const tracking = [carrier, tracking_number, tracking_url].filter(Boolean).join(" ");
  return tracking ? [...named, { label: texts.tracking, value: tracking }] : named;
}

const TOKEN_PURPOSE = "order-page";
/** Ids of the store and the order in the token of an order page. */
const PageRef = z.tuple([z.string(), z.string()]);

/** The URL of an order page works as its key, so only mails to the buyer contain it. */
export async function orderPageUrl(storeId: string, orderId: string): Promise<string> {
  const token = await sealToken(TOKEN_PURPOSE, [storeId, orderId]);
  return `${env("PUBLIC_URL")}/v1/order-pages/${token}`;
}

/** `undefined` if the token is not valid. */
export async function orderIdsOfToken(
  token: string,
): Promise<{ storeId: string; orderId: string } | undefined> {
  const named = await openToken(TOKEN_PURPOSE, token, PageRef);
  if (!named) return undefined;
  const [storeId, orderId] = named;
  return { storeId, orderId };
}
