import type { BillLine } from "#core/mail/template.ts";
import { countryText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { lineText } from "#lib/commerce/carts/line-text.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { currentTotals, type PricedUnits } from "./current-totals.ts";
import { orderTexts } from "./texts.ts";
import type { BuyerOrder } from "./view-schema.ts";

/** Only the seller's view shows SKUs. */
type Reader = "buyer" | "seller";

/**
 * The current bill of an order for mails, receipts and the order page: lines, totals, paid and due amounts, then what
 * was cancelled.
 */
export function billOf(
  language: Language,
  business: Pick<Business, "timezone" | "configs">,
  order: Unversioned<BuyerOrder>,
  reader: Reader,
): BillLine[] {
  const { bill: texts } = orderTexts(language);
  const standing = currentTotals(order);
  const { discount, tax, total, paid, back, owed } = standing;
  const money = (amount: number) => formatMoney(language, amount, order.currency);
  const line = ({ item, quantity, amount }: PricedUnits, ...more: string[]) => {
    const { label, note } = itemText(language, business, { ...item, quantity }, reader, more);
    return { label, ...(note ? { note } : {}), amount: money(amount) };
  };
  const sum = (label: string, amount: number, look?: "total"): BillLine[] =>
    amount > 0 || look ? [{ label, amount: money(amount), ...(look ? { look } : {}) }] : [];
  const gone = [
    ...standing.gone.map((each) => line(each, texts.gone)),
    ...standing.shippingGone.map(({ name, total: amount }) => ({
      label: name,
      note: texts.gone,
      amount: money(amount),
    })),
  ];
  return [
    ...standing.lines.map((each) => line(each)),
    ...standing.kept.map((each) => line(each, texts.kept)),
    ...standing.shipping.map(({ name, total: amount }) => ({ label: name, amount: money(amount) })),
    ...sum(texts.discount, discount),
    ...sum(texts.total, total, "total"),
    ...sum(texts.tax, tax),
    ...sum(texts.paid, paid),
    ...sum(texts.refunded, back),
    ...(owed > 0 ? sum(texts.owed, owed, "total") : []),
    ...gone.map((each) => ({ ...each, look: "gone" as const })),
  ];
}

/**
 * The label of an item (quantity, name and time), and its note: the chosen options, for a seller the SKU, and
 * then `more`.
 */
export function itemText(
  language: Language,
  business: Pick<Business, "timezone" | "configs">,
  item: Pick<BuyerOrder["items"][number], "quantity" | "snapshot" | "from" | "to">,
  reader: Reader,
  more: readonly string[] = [],
): { label: string; note: string } {
  const { label, chosen } = lineText(language, business, item);
  const { sku } = item.snapshot;
  const found = reader === "seller" && sku ? orderTexts(language).bill.sku(sku) : "";
  return { label, note: [chosen, found, ...more].filter(Boolean).join(" · ") };
}

/** The lines of a postal address as on a parcel, with the country's name in a language. */
export function addressLines(language: Language, to: NonNullable<BuyerOrder["shipping_address"]>): string[] {
  const { name, company, street1, street2, postal_code, city, state, country } = to;
  const town = [postal_code, city, state].filter(Boolean).join(" ");
  return [name, company, street1, street2, town, country && countryText(language, country)].flatMap(
    (each) => each || [],
  );
}
