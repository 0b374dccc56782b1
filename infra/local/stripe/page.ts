import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "#core/html.ts";
import { standInPage } from "#infra/local/pages/stand-in.ts";
import type { AccountPayments } from "./account-payments.ts";
import type { Billing } from "./billing.ts";

/** The hosted payment page: shows the amount and takes the customer's decision. */
export function paymentPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  books: AccountPayments | undefined,
  id: string,
  body: string,
): void {
  if (!books) {
    response.writeHead(404).end("There is no such page.");
    return;
  }
  const decision = new URLSearchParams(body).get("decision") ?? "";
  const session = method === "POST" ? books.decide(id, decision) : books.session(id);
  if (session.status === "complete") {
    response.writeHead(302, { location: session.success_url ?? "/" }).end();
    return;
  }
  const open = session.status === "open";
  const amount = amountText(session.amount_total ?? 0, session.currency ?? "eur");
  const buttons = Object.entries(DECISION_LABELS).map(
    ([value, label]) => html`<button name="decision" value="${value}">${label}</button>`,
  );
  const words = open
    ? decision === "decline"
      ? "The card was declined. Try again, or go back to the shop."
      : "Nothing is charged here: choose how this payment should end."
    : "This page has expired. Go back to the shop for another one.";
  const back = html`<p><a href="${session.cancel_url ?? "/"}">Back to the shop</a></p>`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  const form = open && html`<form method="post" class="row">${buttons}</form>`;
  response.end(
    standInPage("Stripe stand-in", html`<h1>${amount}</h1><p role="status">${words}</p>${form}${back}`),
  );
}

const DECISION_LABELS = { approve: "Pay", delay: "Pay, settled later", decline: "Decline" };

// https://docs.stripe.com/currencies
const NO_DECIMALS = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const THREE_DECIMALS = new Set("BHD JOD KWD OMR TND".split(" "));

/** Formats an amount in the currency's smallest unit, as Stripe defines it. */
function amountText(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const digits = NO_DECIMALS.has(code) ? 0 : THREE_DECIMALS.has(code) ? 3 : 2;
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}

const PORTAL_ACTIONS = {
  end_period: "The period ends",
  fail_card: "The card fails from now on",
  mend_card: "The card works again",
  cancel: "Cancel the plan with its period",
};

/** The billing portal: a customer's subscription, with buttons that end its period, fail its card or cancel it. */
export function portalPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  billing: Billing,
  customer: string,
  query: URLSearchParams,
  body: string,
): void {
  const subscription = billing.of(customer);
  const decision = method === "POST" ? new URLSearchParams(body).get("decision") : undefined;
  if (subscription && decision === "end_period") billing.endPeriod(subscription.id);
  if (decision === "fail_card" || decision === "mend_card") billing.card(decision === "mend_card");
  if (subscription && decision === "cancel")
    billing.update(subscription.id, { cancel_at_period_end: "true" });
  const buttons = Object.entries(PORTAL_ACTIONS).map(
    ([act, label]) => html`<button name="decision" value="${act}">${label}</button>`,
  );
  const back = html`<p><a href="${query.get("return_url") ?? "/"}">Back</a></p>`;
  const title = `The subscription is ${subscription?.status ?? "over"}`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(
    standInPage(
      "Stripe stand-in",
      html`<h1>${title}</h1><form method="post" class="row">${buttons}</form>${back}`,
    ),
  );
}
