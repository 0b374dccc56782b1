import { optionalEnv } from "#core/env.ts";
import { SUBSCRIPTION } from "./errors.ts";
import type { BillingProvider } from "./port.ts";
import { sandboxBilling } from "./sandbox.ts";

/** Who bills for plans here; `undefined` where the deployment allows no sandbox. */
export function billing(): BillingProvider | undefined {
  return optionalEnv("SANDBOX_PAYMENTS") === "1" ? sandboxBilling : undefined;
}

/** @throws BUSINESS.NO_BILLING */
export function billingNeeded(): BillingProvider {
  const provider = billing();
  if (!provider) throw SUBSCRIPTION.NO_BILLING();
  return provider;
}
