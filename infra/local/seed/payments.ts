import type { SeedApi } from "#infra/local/seed/api.ts";
import { dashboardOf } from "#infra/local/stripe/dashboard.ts";

/**
 * Connects the store to the stand-in for Stripe if `PAYMENTS=stripe-local`; else it keeps the sandbox. Runs after
 * the orders of past weeks, because Stripe opens no payment page in the past.
 */
export async function seedPayments({ address, store, post }: SeedApi): Promise<string[]> {
  const { PAYMENTS, STRIPE_API } = process.env;
  if (PAYMENTS !== "stripe-local" || !STRIPE_API) return [];
  const key = `sk_test_${store.key.replace(/\W/g, "")}`;
  const callbacks = `${address}/v1/payments/stripe/webhook?store=${store.id}`;
  const secret = await dashboardOf(STRIPE_API, key).listen(callbacks);
  const body = { type: "stripe", publishable_key: "pk_test_demo", secret_key: key, webhook_secret: secret };
  await post(`/v1/stores/${store.id}/payment-providers`, { body });
  return ["card payments by the stand-in for Stripe"];
}
