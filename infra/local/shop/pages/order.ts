import { answer } from "@storefront-backend/client";
import { type Schemas, storeId, visitor } from "#shop/backend.ts";
import { PageError } from "#shop/error-text.ts";
import { money, timeText } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import { onPress, type Page, type PageContext } from "#shop/page-context.ts";
import { wordFor } from "#shop/words.ts";
import { checkOut } from "./checkout.ts";
import { type Names, nameOf, namesIn } from "./names.ts";

type Order = Schemas["BuyerOrder"];

/** Milliseconds between two reads of an order whose payment is pending. */
const READ_PAUSE_MS = 1000;
const MAX_READS = 5;

export const order: Page = async (context) => {
  const { words, query } = context;
  const orderId = query.get("order_id");
  if (!orderId) throw new PageError(words.lost);
  const path = { storeId, orderId };
  const read = () => answer(visitor.GET("/v1/storefront/{storeId}/orders/{orderId}", { params: { path } }));
  let found = await read();
  for (let reads = 1; reads < MAX_READS && found.payment_status === "pending"; reads++) {
    await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS));
    found = await read();
  }
  dispatchEvent(new CustomEvent("cart", { detail: undefined }));
  const names = await namesIn(context.language, found.items);
  const title = `${words.orderNumber} ${found.number}`;
  const isConfirmed = found.status === "confirmed" || found.status === "completed";
  const body = html`<div class="narrow"><p class="soft">${title}</p>
    <h1 tabindex="-1">${isConfirmed ? words.thanks : title}</h1><p class="lead" id="state">${statusText(found, context)}</p>
    ${canPayAgain(found) && html`<p><button id="pay">${words.payAgain}</button></p><p role="status"></p>`}
    <ul class="lines">${found.items.map((item) => itemLine(item, found, context, names))}</ul>${totals(found, context)}
    ${addressText(found)}</div>`;
  return { title, body, ready: (main) => payAgain(main, found, context) };
};

function payAgain(main: HTMLElement, { source_cart_id: id, email }: Order, context: PageContext): void {
  onPress(main.querySelector("#pay"), main.querySelector("[role=status]"), context, () =>
    checkOut(id ?? "", { payment_method_key: "credit_card", email }, context),
  );
}

function canPayAgain({ payment, status, payment_status }: Order): boolean {
  const isUnpaid = payment_status === "pending" || payment_status === "failed";
  return payment.type === "credit_card" && status === "pending" && isUnpaid;
}

function statusText({ status, payment_status, payment }: Order, { words }: PageContext): string {
  if (status === "cancelled") return payment_status === "failed" ? words.failed : words.closed;
  if (payment_status === "paid") return words.paid;
  if (payment.type === "cash") return words.owed;
  if (payment_status === "authorized") return words.processing;
  return payment_status === "failed" ? words.failed : words.pending;
}

function itemLine(
  item: Schemas["BuyerOrderItem"],
  { currency }: Order,
  { language, words }: PageContext,
  names: Names,
): Markup {
  const size = Object(Object(item.snapshot.attributes[0]).value)[0];
  const more = item.from
    ? timeText(item.from, language, { dateStyle: "full", timeStyle: "short" })
    : `${item.quantity} × ${size ? wordFor(words, String(size)) : (item.snapshot.sku ?? "")}`;
  return html`<li><div><strong>${nameOf(names, item) ?? item.snapshot.name}</strong><span class="soft">${more}</span></div>
    <span>${money(item.money.total, currency, language)}</span></li>`;
}

function totals({ currency, shipping, tax, total }: Order, { language, words }: PageContext): Markup {
  const row = (name: string, amount: number, strong = false) =>
    html`<div class="${strong ? "sum" : ""}"><dt>${name}</dt><dd>${money(amount, currency, language)}</dd></div>`;
  return html`<dl class="totals">${row(words.shipping, shipping)}${row(words.tax, tax)}
    ${row(words.total, total, true)}</dl>`;
}

function addressText({ shipping_address: to }: Order): Markup {
  if (!to) return html``;
  const lines = [to.name, to.street1, [to.postal_code, to.city].filter(Boolean).join(" ")].filter(Boolean);
  return html`<address>${lines.map((text) => html`${text}<br>`)}</address>`;
}
