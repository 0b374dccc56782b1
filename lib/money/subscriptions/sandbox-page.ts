import { html, type SafeHtml } from "#core/html.ts";
import { htmlPage, pageBadge, tableRow } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { dayText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { findPlan } from "#lib/tenancy/plans/features.ts";
import type { SandboxBook } from "./schema.ts";
import { subscriptionTexts } from "./texts.ts";

const BUTTONS = {
  open: ["approve", "decline"],
  active: ["end_period", "fail_card", "mend_card"],
  past_due: ["mend_card"],
  closed: [],
  cancelled: [],
} as const;

/** The sandbox's page of one subscription: no script, and nothing from other sites. */
export function billingPage(language: Language, book: SandboxBook, returnUrl: string): RawReply {
  const texts = subscriptionTexts(language).page;
  const { status, amount, currency, interval } = book;
  const price = texts.each[interval](formatMoney(language, amount, currency));
  const act = { ...texts.act, ...(status === "past_due" ? { mend_card: texts.act.pay_owed } : {}) };
  const buttons = BUTTONS[status].map(
    (name, index) =>
      html`<button name="decision" value="${name}"${index === 0 && html` class="go"`}>${act[name]}</button>`,
  );
  const main = [
    pageBadge(texts.sandbox, "note"),
    html`<h1>${price}</h1><p>${texts.status[status]}</p>`,
    html`<table>${detailRows(language, book)}</table>`,
    buttons.length > 0 && html`<form method="post">${buttons}</form>`,
    returnUrl && html`<p><a href="${returnUrl}">${texts.back}</a></p>`,
  ];
  return htmlPage({ language, title: texts.title, main: html`${main}` });
}

function detailRows(language: Language, book: SandboxBook): SafeHtml[] {
  const texts = subscriptionTexts(language).page;
  const { plan_id, charged, currency, period_end, pending_plan_id, cancel_at_period_end, card_works } = book;
  const rows = [
    [texts.plan, findPlan(plan_id)?.name ?? plan_id],
    [texts.charged, formatMoney(language, charged, currency)],
    ...(period_end ? [[texts.period, dayText(language, period_end, "UTC")]] : []),
    ...(pending_plan_id ? [[texts.next, findPlan(pending_plan_id)?.name ?? ""]] : []),
    ...(cancel_at_period_end ? [[texts.next, texts.ends]] : []),
    [texts.card, card_works ? texts.works : texts.fails],
  ];
  return rows.map(([label = "", value = ""]) => tableRow(label, value));
}
