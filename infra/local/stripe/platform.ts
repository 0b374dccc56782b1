import type { Setting } from "#core/env.ts";
import type { Plan } from "#lib/tenancy/plans/schema.ts";
import type { StripeStandIn } from "./account.ts";

const PLATFORM_KEY = "sk_test_platform";

/** If `PAYMENTS=stripe-local`, lets the stand-in for Stripe bill plans too. Returns the variables for functions. */
export function platformBilling(
  stripe: StripeStandIn,
  api: string,
  plans: string | undefined,
): Partial<Record<Setting, string>> {
  if (process.env.PAYMENTS !== "stripe-local") return {};
  const { books, listen } = stripe.account(PLATFORM_KEY);
  const sold: Plan[] = plans && plans !== "unlimited" ? JSON.parse(plans) : [];
  for (const { provider_price, price } of sold)
    if (provider_price)
      books.billing.addPrice(provider_price, price.amount, price.currency.toLowerCase(), price.interval);
  const webhook_secrets = [listen(`${api}/v1/payments/stripe/webhook`)];
  return { BILLING_STRIPE: JSON.stringify({ secret_key: PLATFORM_KEY, webhook_secrets }) };
}
