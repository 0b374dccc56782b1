import { env } from "#core/env.ts";
import { newId } from "#core/id.ts";
import { paymentProviders, payments } from "#functions/money/payments/routes.ts";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import { dashboardOf } from "#infra/local/stripe/dashboard.ts";
import type { PlanInput } from "#lib/tenancy/plans/schema.ts";
import { ok } from "./client.ts";
import { invokeDirect } from "./direct.ts";
import type { Salon } from "./salon.ts";

export type StripeDashboard = ReturnType<typeof dashboardOf>;

/** Connects a salon to its own account at the stand-in for Stripe, with callbacks. */
export async function connectStripe({ businessId, owner }: Pick<Salon, "businessId" | "owner">) {
  const key = `sk_test_${newId("x").slice(2)}`;
  const desk = dashboardOf(env("STRIPE_API"), key);
  const params = { storeId: businessId };
  const webhook = `${env("PUBLIC_URL")}/v1/payments/stripe/webhook?store=${businessId}`;
  const secret = await desk.listen(webhook);
  const body = { type: "stripe", publishable_key: "pk_test_1", secret_key: key, webhook_secret: secret };
  const provider = await ok(paymentProviders.createPaymentProvider, { params, as: owner, body });
  return { key, secret, desk, provider };
}

/**
 * The platform's account at the stand-in, which bills plans in this process; its callbacks wait for `tell`.
 */
export async function billByStripe(plans: readonly PlanInput[]) {
  const key = `sk_test_${newId("x").slice(2)}`;
  const desk = dashboardOf(env("STRIPE_API"), key);
  for (const { provider_price, price } of plans)
    if (provider_price)
      await desk.price(provider_price, price.amount, price.currency.toLowerCase(), price.interval);
  await desk.hold();
  const secret = await desk.listen("http://127.0.0.1:9/unused");
  process.env.BILLING_STRIPE = JSON.stringify({ secret_key: key, webhook_secrets: [secret] });
  const tell = async (body: string, signature = signatureOf(body, secret)) => {
    const params = { provider: "stripe" };
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    return (await invokeDirect(payments.receivePaymentEvent, { params, body, headers })).status;
  };
  return { desk, key, secret, tell };
}

/** Submits a page of the stand-in. Returns the URL of the redirect. */
export async function decideAtStripe(page: string | null, decision: "approve" | "delay" | "decline") {
  const body = new URLSearchParams({ decision });
  const reply = await fetch(page ?? "", { method: "POST", body, redirect: "manual" });
  await reply.text();
  return reply.headers.get("location");
}
