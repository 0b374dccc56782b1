import type Stripe from "stripe";
import * as z from "zod";
import { optionalEnv } from "#core/env.ts";
import { namedSecret } from "#core/secrets.ts";
import type { Account } from "#lib/money/payments/port.ts";
import { stripeFor } from "#lib/money/payments/stripe-client.ts";
import { SUBSCRIPTION } from "./errors.ts";

export const PlatformSecrets = z.object({
  secret_key: z.string().min(1),
  /** Newest first; two during a rotation. */
  webhook_secrets: z.array(z.string().min(1)).max(2).default([]),
});

/** Whether this deployment has an account of its own at Stripe. */
export function billsByStripe(): boolean {
  return Boolean(optionalEnv("BILLING_STRIPE") ?? optionalEnv("BILLING_STRIPE_ARN"));
}

/** The platform's own Stripe account; `undefined` if there is none. */
export async function platformAccount(): Promise<Account | undefined> {
  const text = await namedSecret("BILLING_STRIPE");
  if (text === undefined) return undefined;
  const { secret_key: secretKey, webhook_secrets: webhookSecrets } = PlatformSecrets.parse(JSON.parse(text));
  return { tenantId: "", secretKey, webhookSecrets };
}

/**
 * The official library with the platform's own key.
 *
 * @throws BUSINESS.NO_BILLING
 */
export async function platformStripe(): Promise<Stripe> {
  const account = await platformAccount();
  if (!account) throw SUBSCRIPTION.NO_BILLING();
  return stripeFor(account.secretKey);
}
