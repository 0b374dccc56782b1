import type { IncomingMessage, ServerResponse } from "node:http";
import type { Billing } from "./billing.ts";
import type { Books } from "./books.ts";

/** The hosted page of the stand-in: shows what is to be paid, and takes the customer's decision. */
export function payPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  books: Books | undefined,
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
  const amount = `${session.amount_total} ${session.currency?.toUpperCase()} (minor units)`;
  const buttons = ["approve", "delay", "decline"].map(
    (each) => `<button name="decision" value="${each}">${each}</button>`,
  );
  const words = open
    ? decision === "decline"
      ? "Your card was declined."
      : "Choose how it ends."
    : "This page has expired.";
  const back = `<a href="${encodeURI(session.cancel_url ?? "/")}">Back to the shop</a>`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><html lang="en"><title>Stripe stand-in</title><h1>${amount}</h1><p>${words}</p>${open ? `<form method="post">${buttons.join("")}</form>` : ""}${back}</html>`,
  );
}

const ACTS = {
  end_period: "The period ends",
  fail_card: "The card fails from now on",
  mend_card: "The card works again",
  cancel: "Cancel the plan with its period",
};

/** The billing portal of the stand-in: a customer's subscription, its card, and a hand on the clock. */
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
  const buttons = Object.entries(ACTS).map(
    ([act, label]) => `<button name="decision" value="${act}">${label}</button>`,
  );
  const back = `<a href="${encodeURI(query.get("return_url") ?? "/")}">Back</a>`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><html lang="en"><title>Stripe stand-in</title><h1>${subscription?.status}</h1><form method="post">${buttons.join("")}</form>${back}</html>`,
  );
}
