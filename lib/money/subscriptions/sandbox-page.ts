import type { RawReply } from "#core/http/reply.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { htmlPage } from "#lib/money/payments/page.ts";
import { planNamed } from "#lib/tenancy/plans/catalogue.ts";
import type { SandboxBook } from "./schema.ts";

const WORDS = {
  open: "Nothing is charged here: choose how this ends.",
  closed: "This page was closed. Nothing was charged.",
  active: "It is paid. Let time go by, or let the card fail.",
  past_due: "The card was declined, and the plan is owed for.",
  cancelled: "This subscription has ended.",
};

const BUTTONS = {
  open: [
    ["approve", "Pay"],
    ["decline", "Go back"],
  ],
  active: [
    ["end_period", "The period ends"],
    ["fail_card", "The card fails from now on"],
    ["mend_card", "The card works again"],
  ],
  past_due: [["mend_card", "The card works again: pay what is owed"]],
  closed: [],
  cancelled: [],
} as const;

/** The sandbox's page of one subscription: no script, nothing from elsewhere. */
export function billingPage(book: SandboxBook, returnUrl: string): RawReply {
  const { status, amount, currency, interval, period_end, charged } = book;
  const price = `${moneyText(amount, currency)} a ${interval}`;
  const name = planNamed(book.plan_id)?.name ?? book.plan_id;
  const rows = [
    ["Plan", name],
    ["Charged so far", moneyText(charged, currency)],
    ...(period_end ? [["Period ends", new Date(period_end * 1000).toISOString().slice(0, 10)]] : []),
    ...(book.pending_plan_id ? [["Then", planNamed(book.pending_plan_id)?.name ?? ""]] : []),
    ...(book.cancel_at_period_end ? [["Then", "It ends"]] : []),
    ["Card", book.card_works ? "works" : "fails"],
  ];
  const table = rows.map(
    ([label = "", value = ""]) => `<tr><td>${plain(label)}</td><td>${plain(value)}</td></tr>`,
  );
  const buttons = BUTTONS[status].map(
    ([act, label], index) =>
      `<button name="decision" value="${act}"${index === 0 ? ' class="go"' : ""}>${label}</button>`,
  );
  const back = returnUrl ? `<p><a href="${plain(returnUrl)}">Back to your business</a></p>` : "";
  return htmlPage(
    "Sandbox billing",
    `<p class="tag">Sandbox</p><h1>${price}</h1><p>${WORDS[status]}</p><table>${table.join("")}</table>${buttons.length > 0 ? `<form method="post">${buttons.join("")}</form>` : ""}${back}`,
  );
}

function plain(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
