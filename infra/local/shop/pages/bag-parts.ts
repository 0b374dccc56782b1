import type { Schemas } from "#shop/backend.ts";
import { money, timeText } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import type { PageContext } from "#shop/page-context.ts";
import { wordFor } from "#shop/words.ts";
import { type Names, nameOf } from "./names.ts";

type Quote = Schemas["CartQuote"];
type BagState = { cart: Schemas["Cart"]; quote: Quote; names: Names };

/** Why an item cannot be ordered; empty if it can. */
export function problemOf({ items }: Quote, lineId: string, { words }: PageContext): string {
  const found = items.find(({ line_id, availability }) => line_id === lineId && !availability.ok);
  return found ? wordFor(words, found.availability.reason ?? "", words.unsold) : "";
}

/** An item with its price, its fault, and what changes it. */
export function itemLine(
  item: Schemas["CartItem"],
  { cart: { currency, converted_order_id }, quote, names }: BagState,
  context: PageContext,
): Markup {
  const { language, words } = context;
  const name = nameOf(names, item) ?? item.name;
  // During a payment, the bag's own order reserves the items, so that they seem sold out.
  const problem = converted_order_id ? "" : problemOf(quote, item.id, context);
  const at = item.slots[0]?.from;
  const size = Object(Object(item.attributes[0]).value)[0];
  const more = at
    ? timeText(at, language, { dateStyle: "full", timeStyle: "short" })
    : size
      ? wordFor(words, String(size))
      : (item.sku ?? "");
  const amount = html`<input class="amount" type="number" min="1" max="20" required value="${item.quantity}"
    data-quantity="${item.id}" aria-label="${words.quantity}: ${name}">`;
  const price = item.unit_price === null ? "" : money(item.unit_price * item.quantity, currency, language);
  return html`<li><div><strong>${name}</strong><span class="soft">${more}</span></div><span data-price="${item.id}">${price}</span>
    <div>${!at && amount}<button class="link" data-remove="${item.id}" aria-label="${words.remove}: ${name}">${words.remove}</button></div>
    <p class="trouble bad" role="status" data-trouble="${item.id}">${problem}</p></li>`;
}

/** The shipping methods, of which one is chosen. */
export function methodChoices(quote: Quote, { language, words }: PageContext): Markup {
  const chosen = quote.shipping_method?.id ?? quote.shipping_methods[0]?.id;
  return html`<fieldset class="choices"><legend>${words.delivery}</legend>${quote.shipping_methods.map(
    ({ id, key, name, amount }) =>
      radio(
        "shipping",
        id,
        wordFor(words, key, name),
        amount > 0 ? money(amount, quote.currency, language) : words.free,
        id === chosen,
      ),
  )}</fieldset>`;
}

/** One of several choices, with a text at its end such as a price. */
export function radio(name: string, value: string, text: string, more: string, checked: boolean): Markup {
  return html`<label class="choice"><input type="radio" name="${name}" value="${value}" ${checked && html`checked`} required>
    <span>${text}</span><span>${more}</span></label>`;
}

/** A required field with its label. */
export function inputRow(name: string, label: string, more: Markup, value: unknown): Markup {
  return html`<div class="row"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${more} value="${String(value ?? "")}" required></div>`;
}

/** The sums of a quote. */
export function totals({ currency, ...quote }: Quote, { language, words }: PageContext): Markup {
  const row = (name: string, amount: number, strong = false) =>
    html`<div class="${strong ? "sum" : ""}"><dt>${name}</dt><dd>${money(amount, currency, language)}</dd></div>`;
  return html`<dl class="totals">${row(words.subtotal, quote.subtotal)}${quote.discount > 0 && row(words.discount, -quote.discount)}
    ${row(words.shipping, quote.shipping)}${row(words.tax, quote.tax)}${row(words.total, quote.total, true)}</dl>`;
}
