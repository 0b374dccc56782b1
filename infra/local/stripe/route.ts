import type { AccountPayments } from "./account-payments.ts";
import { type Params, textOf } from "./form.ts";
import { checkParams, Refusal } from "./refusal.ts";
import { createSchedule, releaseSchedule, updateSchedule } from "./schedules.ts";
import { nowInSeconds, PORTAL_SHAPE, randomId } from "./shapes.ts";

type Answerer = (books: AccountPayments, params: Params, id: string, url: string) => unknown;

/** Supported endpoints, see https://docs.stripe.com/api. */
const ENDPOINTS: Readonly<Record<string, Answerer>> = {
  "POST checkout/sessions": (books, params) => books.createSession(params),
  "GET checkout/sessions": (books, params) => books.listSessions(params),
  "GET checkout/sessions/:id": (books, params, id) => books.shownSession(id, params),
  "POST checkout/sessions/:id/expire": (books, _, id) => books.expire(id),
  "POST payment_intents": (books, params) => books.charge(params),
  "GET payment_intents": (books, params) => books.listIntents(params),
  "GET payment_intents/:id": (books, _, id) => books.intent(id),
  "POST refunds": (books, params) => books.createRefund(params),
  "GET refunds": (books, params) => books.listRefunds(params),
  "GET disputes": (books, params) => books.listDisputes(params),
  "GET prices": ({ billing }, params) => billing.listPrices(params),
  "GET subscriptions/:id": ({ billing }, _, id) => billing.subscription(id),
  "POST subscriptions/:id": ({ billing }, params, id) => billing.update(id, params),
  "DELETE subscriptions/:id": ({ billing }, params, id) => billing.cancel(id, params),
  "POST subscription_schedules": ({ billing }, params) => createSchedule(billing, params),
  "POST subscription_schedules/:id": ({ billing }, params, id) => updateSchedule(billing, id, params),
  "POST subscription_schedules/:id/release": ({ billing }, _, id) => releaseSchedule(billing, id),
  "GET invoices": ({ billing }, params) => billing.invoices.list(params),
  "GET invoice_payments": ({ billing }, params) => billing.invoices.listPayments(params),
  "POST billing_portal/sessions": (_, params, __, url) => openPortal(params, url),
};

/** @throws Refusal for what Stripe refuses */
export function answerRequest(
  books: AccountPayments,
  url: string,
  method: string,
  path: string,
  params: Params,
): unknown {
  const [, , ...parts] = path.split("/");
  const nested = parts[0] === "checkout" || parts[0] === "billing_portal";
  const name = parts.slice(0, nested ? 2 : 1).join("/");
  const [id, action] = parts.slice(nested ? 2 : 1);
  const answer = ENDPOINTS[`${method} ${name}${id ? "/:id" : ""}${action ? `/${action}` : ""}`];
  if (!answer) throw new Refusal(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
  return answer(books, params, id ?? "", url);
}

function openPortal(params: Params, url: string) {
  checkParams(params, PORTAL_SHAPE);
  const customer = textOf(params, "customer") ?? "";
  const return_url = textOf(params, "return_url") ?? "";
  return {
    id: `bps_${randomId()}`,
    object: "billing_portal.session",
    created: nowInSeconds(),
    customer,
    livemode: false,
    return_url,
    url: `${url}/portal/${customer}?${new URLSearchParams({ return_url })}`,
  };
}
