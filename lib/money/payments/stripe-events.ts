import type Stripe from "stripe";
import { PAYMENT } from "./errors.ts";
import type { Account, ProviderEvent } from "./port.ts";
import { stripeError, stripeFor } from "./stripe-client.ts";

/** Seconds that a signature may be old. */
const TOLERANCE = 300;

/** A callback whose signature one of the accounts' secrets has made, and the account. */
export async function verifiedEvent(
  raw: Buffer,
  headers: Record<string, string | undefined>,
  accounts: readonly Account[],
): Promise<{ event: Stripe.Event; account: Account }> {
  const signature = headers["stripe-signature"] ?? "";
  for (const account of accounts) {
    const { webhooks } = await stripeFor(account.secretKey);
    for (const secret of account.webhookSecrets) {
      try {
        return { event: webhooks.constructEvent(raw, signature, secret, TOLERANCE), account };
      } catch {
        // Made with another secret, or by somebody else.
      }
    }
  }
  throw PAYMENT.SIGNATURE_INVALID();
}

/** What a callback is about; `undefined` for what is about no payment of ours. */
export async function readStripeEvent(
  raw: Buffer,
  headers: Record<string, string | undefined>,
  accounts: readonly Account[],
): Promise<ProviderEvent | undefined> {
  const { event, account } = await verifiedEvent(raw, headers, accounts);
  const metadata = await metadataOf(event, account);
  if (!metadata?.payment_id || !metadata.tenant_id) return undefined;
  const { tenant_id: tenantId, payment_id: paymentId, n, refund_id: refundId = null } = metadata;
  return { id: event.id, at: event.created, tenantId, paymentId, n: Number(n), refundId };
}

async function metadataOf(
  event: Stripe.Event,
  account: Account,
): Promise<Stripe.Metadata | null | undefined> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
      return event.data.object.metadata;
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const { metadata, payment_intent } = event.data.object;
      // What was made at the provider's own desk carries none of ours; its payment does.
      return metadata?.payment_id ? metadata : intentMetadata(payment_intent, account);
    }
    default:
      return undefined;
  }
}

async function intentMetadata(
  intent: string | Stripe.PaymentIntent | null,
  { secretKey }: Account,
): Promise<Stripe.Metadata | undefined> {
  if (intent === null) return undefined;
  if (typeof intent !== "string") return intent.metadata;
  const client = await stripeFor(secretKey);
  const found = await client.paymentIntents.retrieve(intent).catch((error: unknown) => {
    throw stripeError(error);
  });
  return found.metadata;
}
