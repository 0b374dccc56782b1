import { randomBytes } from "node:crypto";
import { type Params, textOf } from "./form.ts";
import { listOf } from "./objects.ts";
import { type ParamsShape, Refusal } from "./refusal.ts";

export const SESSION_SHAPE: ParamsShape = {
  "mode!": true,
  client_reference_id: true,
  customer_email: true,
  "line_items!": {
    "*": {
      quantity: true,
      price: true,
      price_data: { "currency!": true, unit_amount: true, product_data: { "name!": true } },
    },
  },
  metadata: { "*": true },
  payment_intent_data: { metadata: { "*": true }, setup_future_usage: true },
  customer_creation: true,
  success_url: true,
  cancel_url: true,
  expires_at: true,
  adaptive_pricing: { enabled: true },
};
/** Parameters of a charge to a saved card. */
export const INTENT_SHAPE: ParamsShape = {
  "amount!": true,
  "currency!": true,
  "customer!": true,
  "payment_method!": true,
  "off_session!": true,
  "confirm!": true,
  description: true,
  metadata: { "*": true },
};
/** Parameters of a checkout session that starts a subscription. */
export const PLAN_SESSION_SHAPE: ParamsShape = {
  "mode!": true,
  client_reference_id: true,
  customer_email: true,
  "line_items!": { "*": { quantity: true, "price!": true } },
  metadata: { "*": true },
  subscription_data: { metadata: { "*": true } },
  success_url: true,
  cancel_url: true,
  expires_at: true,
  adaptive_pricing: { enabled: true },
};
export const PRICES_SHAPE: ParamsShape = { active: true, limit: true, "lookup_keys!": { "*": true } };
export const UPDATE_SHAPE: ParamsShape = {
  items: { "*": { id: true, price: true, quantity: true } },
  proration_behavior: true,
  payment_behavior: true,
  cancel_at_period_end: true,
  cancel_at: true,
  metadata: { "*": true },
};
export const CANCEL_SHAPE: ParamsShape = { invoice_now: true, prorate: true };
export const SCHEDULE_SHAPE: ParamsShape = { "from_subscription!": true };
export const SCHEDULE_UPDATE_SHAPE: ParamsShape = {
  "phases!": {
    "*": {
      "items!": { "*": { "price!": true, quantity: true } },
      start_date: true,
      end_date: true,
      duration: { interval: true, interval_count: true },
      proration_behavior: true,
      metadata: { "*": true },
    },
  },
  end_behavior: true,
  proration_behavior: true,
};
export const PORTAL_SHAPE: ParamsShape = { "customer!": true, return_url: true };
export const REFUND_SHAPE: ParamsShape = {
  payment_intent: true,
  charge: true,
  amount: true,
  reason: true,
  metadata: { "*": true },
};
export const LIST_SHAPE: ParamsShape = {
  limit: true,
  starting_after: true,
  ending_before: true,
  payment_intent: true,
  subscription: true,
  customer: true,
  invoice: true,
  status: true,
  created: { "*": true },
  expand: { "*": true },
};

/** One page of a list, by Stripe's paging parameters. */
export function listPage<T extends { id: string }>(all: T[], params: Params, url: string) {
  const limit = Number(textOf(params, "limit") ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw new Refusal("Invalid limit", { param: "limit" });
  const after = textOf(params, "starting_after");
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return listOf(all.slice(from, from + limit), url, all.length > from + limit);
}

export function parameterMissing(param: string): Refusal {
  return new Refusal(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function randomId(): string {
  return randomBytes(12).toString("hex");
}

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
