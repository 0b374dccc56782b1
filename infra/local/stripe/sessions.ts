import type Stripe from "stripe";
import type { Billing } from "./billing.ts";
import { innerOf, metadataIn, type Params, textOf } from "./form.ts";
import { newSession } from "./objects.ts";
import { checkParams, Refusal } from "./refusal.ts";
import { PLAN_SESSION_SHAPE, parameterMissing, randomId, SESSION_SHAPE } from "./shapes.ts";

/** Shortest and longest life of a session, in seconds. */
const MIN_LIFE_SECONDS = 1800;
const MAX_LIFE_SECONDS = 86_400;

/** A metadata name that the stand-in itself adds to payments whose card is saved. */
export const SAVES_CARD_NAME = "keeps card";

interface PricedSession {
  total: number;
  currency: string;
  /** Metadata for the payment or subscription. */
  metadata: Record<string, string>;
}

/** Opens a session by its parameters, with metadata for the payment or subscription. */
export function openSession(
  params: Params,
  billing: Billing,
  url: string,
  now: number,
): { session: Stripe.Checkout.Session; metadata: Record<string, string> } {
  const mode = textOf(params, "mode");
  if (mode !== "payment" && mode !== "subscription") throw new Refusal("Invalid mode", { param: "mode" });
  const { total, currency, metadata } =
    mode === "payment" ? paymentOf(params) : subscriptionOf(params, billing);
  if (!textOf(params, "success_url")) throw parameterMissing("success_url");
  const id = `cs_test_${randomId()}`;
  const session = newSession({
    id,
    mode,
    amount_total: total,
    currency,
    client_reference_id: textOf(params, "client_reference_id") ?? null,
    customer_email: textOf(params, "customer_email") ?? null,
    metadata: metadataIn(params),
    success_url: textOf(params, "success_url") ?? null,
    cancel_url: textOf(params, "cancel_url") ?? null,
    expires_at: expiryOf(params, now),
    created: now,
    url: `${url}/pay/${id}`,
  });
  return { session, metadata };
}

function paymentOf(params: Params): PricedSession {
  checkParams(params, SESSION_SHAPE);
  const priced = itemsIn(params).map((item) => {
    const price = innerOf(item, "price_data");
    return {
      amount: Number(textOf(price, "unit_amount")) * Number(textOf(item, "quantity") ?? 1),
      currency: textOf(price, "currency") ?? "",
    };
  });
  const { currency = "" } = priced[0] ?? {};
  const total = priced.reduce((sum, { amount }) => sum + amount, 0);
  if (priced.some(({ amount }) => !Number.isInteger(amount) || amount < 0))
    throw new Refusal("Invalid integer", { code: "parameter_invalid_integer", param: "line_items" });
  if (/[A-Z]/.test(currency)) throw new Refusal("Invalid currency", { param: "currency" });
  if (total < 50 && currency === "usd")
    throw new Refusal("The Checkout Session's total amount must convert to at least 50 cents.", {
      code: "amount_too_small",
    });
  const data = innerOf(params, "payment_intent_data");
  const metadata = metadataIn(data);
  if (textOf(data, "setup_future_usage")) metadata[SAVES_CARD_NAME] = "yes";
  return { total, currency, metadata };
}

function subscriptionOf(params: Params, billing: Billing): PricedSession {
  checkParams(params, PLAN_SESSION_SHAPE);
  const [item = {}, ...more] = itemsIn(params);
  if (more.length > 0) throw new Refusal("One plan at a time", { param: "line_items" });
  const { id: price, unit_amount, currency } = billing.price(textOf(item, "price"));
  const metadata = { ...metadataIn(innerOf(params, "subscription_data")), price };
  return { total: unit_amount ?? 0, currency, metadata };
}

function itemsIn(params: Params): Params[] {
  const items = Object.values(innerOf(params, "line_items")).filter((item) => typeof item === "object");
  if (items.length > 100) throw new Refusal("At most 100 line items", { param: "line_items" });
  return items;
}

function expiryOf(params: Params, now: number): number {
  const end = Number(textOf(params, "expires_at") ?? now + MAX_LIFE_SECONDS);
  if (end >= now + MIN_LIFE_SECONDS && end <= now + MAX_LIFE_SECONDS) return end;
  throw new Refusal(
    "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
    { param: "expires_at" },
  );
}
