import { optionalEnv } from "#core/env.ts";
import { requireSecret } from "#core/secrets.ts";
import { SUBSCRIPTION } from "./errors.ts";
import type { BillingProvider } from "./port.ts";
import { sandboxBilling } from "./sandbox.ts";
import { stripeBilling } from "./stripe.ts";
import { billsByStripe } from "./stripe-account.ts";

/** The billing provider; `undefined` where the deployment has neither a Stripe account nor the sandbox. */
export function billing(): BillingProvider | undefined {
  requireSecret("BILLING_STRIPE");
  if (billsByStripe()) return stripeBilling;
  return optionalEnv("SANDBOX_PAYMENTS") === "1" ? sandboxBilling : undefined;
}

/** @throws BUSINESS.NO_BILLING */
export function requireBilling(): BillingProvider {
  const provider = billing();
  if (!provider) throw SUBSCRIPTION.NO_BILLING();
  return provider;
}
