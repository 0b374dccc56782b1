import type { Context } from "#core/context.ts";
import { html, type SafeHtml } from "#core/html.ts";
import { htmlPage, pageBadge, tableRow } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { paymentTexts } from "./texts.ts";

interface Charge {
  status: "open" | "approved" | "declined" | "delayed" | "closed" | "expired";
  amount: number;
  currency: string;
  lines: { name: string; quantity: number; amount: number }[];
}

/** The sandbox's payment page: no script, and nothing from other sites except the shop's logo. */
export function checkoutPage(ctx: Context, business: Business | undefined, charge: Charge): RawReply {
  const language = languageFor(ctx, business);
  const { sandbox: texts } = paymentTexts(language);
  const { status, amount, currency, lines } = charge;
  const total = formatMoney(language, amount, currency);
  const rows = lines.map(({ name, quantity, amount: each }) =>
    tableRow(quantity > 1 ? `${name} × ${quantity}` : name, formatMoney(language, each, currency)),
  );
  const button = (value: string, label: string, look?: SafeHtml) =>
    html`<button name="decision" value="${value}"${look}>${label}</button>`;
  const buttons = [
    button("approve", texts.approve(total), html` class="go"`),
    button("delay", texts.delay),
    button("decline", texts.decline),
  ];
  const main = [
    pageBadge(texts.tag, "note"),
    html`<h1>${total}</h1><p>${texts.status[status]}</p>`,
    html`<table>${rows}${tableRow(texts.total, total, "th")}</table>`,
    status === "open" && html`<form method="post">${buttons}</form>`,
  ];
  const letterhead = business && letterheadOf(business, language);
  return htmlPage({ language, title: texts.title, letterhead, main: html`${main}` });
}
