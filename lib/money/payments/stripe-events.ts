import type * as z from "zod";
import { callbackBody, callbackPart } from "#core/http/callback-body.ts";
import { PAYMENT } from "./errors.ts";
import type { ProviderEvent, Signer } from "./port.ts";
import { isSignedBy, rethrow, stripeFor } from "./stripe-client.ts";
import { ObjectOfIntent, ObjectWithMetadata, OurMetadata, StripeEvent } from "./stripe-event-schema.ts";

type Metadata = z.output<typeof ObjectWithMetadata>["metadata"];

/**
 * Verifies a callback and finds its signer.
 *
 * @throws PAYMENT.SIGNATURE_INVALID; GENERAL.BAD_REQUEST for a signed body that is no callback
 */
export async function verifyStripeEvent<S extends Pick<Signer, "webhookSecrets">>(
  raw: Buffer,
  headers: Record<string, string | undefined>,
  signers: readonly S[],
): Promise<{ event: StripeEvent; signer: S }> {
  const signature = headers["stripe-signature"] ?? "";
  for (const signer of signers)
    for (const secret of signer.webhookSecrets)
      if (await isSignedBy(raw, signature, secret)) return { event: callbackBody(raw, StripeEvent), signer };
  throw PAYMENT.SIGNATURE_INVALID();
}

/** What a callback is about; `undefined` when it is about no payment of ours. */
export async function readStripeEvent(
  raw: Buffer,
  headers: Record<string, string | undefined>,
  signers: readonly Signer[],
): Promise<ProviderEvent | undefined> {
  const { event, signer } = await verifyStripeEvent(raw, headers, signers);
  const ours = OurMetadata.safeParse(await paymentMetadata(event, signer)).data;
  if (!ours) return undefined;
  const { tenant_id: tenantId, payment_id: paymentId, n, refund_id: refundId = null } = ours;
  return { id: event.id, at: event.created, tenantId, paymentId, n, refundId };
}

async function paymentMetadata({ type, data: { object } }: StripeEvent, signer: Signer): Promise<Metadata> {
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
      return callbackPart(object, ObjectWithMetadata).metadata;
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const { metadata, payment_intent } = callbackPart(object, ObjectOfIntent);
      // What was made in the provider's dashboard has no metadata of ours. Its payment has.
      return metadata?.payment_id ? metadata : intentMetadata(payment_intent, signer);
    }
    default:
      return undefined;
  }
}

async function intentMetadata(
  intent: z.output<typeof ObjectOfIntent>["payment_intent"],
  signer: Signer,
): Promise<Metadata> {
  if (typeof intent !== "string") return intent?.metadata;
  const { secretKey } = await signer.open();
  const client = await stripeFor(secretKey);
  return (await client.paymentIntents.retrieve(intent).catch(rethrow)).metadata;
}
