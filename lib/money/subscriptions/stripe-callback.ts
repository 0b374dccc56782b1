import * as z from "zod";
import type { Context } from "#core/context.ts";
import { callbackPart } from "#core/http/callback-body.ts";
import { isSignatureInvalid, reportRefusedCallback } from "#lib/money/payments/callback.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { rethrow, stripeFor } from "#lib/money/payments/stripe-client.ts";
import type { StripeEvent } from "#lib/money/payments/stripe-event-schema.ts";
import { verifyStripeEvent } from "#lib/money/payments/stripe-events.ts";
import { platformAccount } from "./stripe-account.ts";

const Id = z.string().min(1).max(255);
const Metadata = z.record(z.string(), z.string()).nullish();
type Metadata = z.output<typeof Metadata>;

const Session = z.object({ id: Id, mode: z.string(), metadata: Metadata });
const Subscription = z.object({ id: Id, metadata: Metadata });
const Invoice = z.object({
  parent: z
    .object({
      subscription_details: z
        .object({ subscription: z.union([Id, z.object({ id: Id })]).nullish(), metadata: Metadata })
        .nullish(),
    })
    .nullish(),
});

/** What a callback is about. It only names the subscription. */
interface BillingEvent {
  id: string;
  tenantId: string;
  ref: string;
}

/**
 * Reads a callback of the platform's own account; `undefined` when it is about no plan of ours.
 *
 * @throws PAYMENT.SIGNATURE_INVALID, PAYMENT.NOT_KNOWN_YET
 */
export async function readBillingEvent(
  ctx: Context,
  bytes: Buffer,
  headers: Record<string, string | undefined>,
): Promise<BillingEvent | undefined> {
  const event = await verifyEvent(ctx, bytes, headers);
  const about = await subjectOf(event);
  return about && { id: event.id, ...about };
}

async function verifyEvent(
  ctx: Context,
  bytes: Buffer,
  headers: Record<string, string | undefined>,
): Promise<StripeEvent> {
  const account = await platformAccount();
  try {
    return (await verifyStripeEvent(bytes, headers, account ? [account] : [])).event;
  } catch (error) {
    if (isSignatureInvalid(error))
      await reportRefusedCallback(ctx, { provider: "stripe", reason: "signature" });
    throw error;
  }
}

async function subjectOf({
  type,
  data: { object },
}: StripeEvent): Promise<Omit<BillingEvent, "id"> | undefined> {
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed": {
      const { id: ref, mode, metadata } = callbackPart(object, Session);
      const tenantId = tenantIdIn(metadata);
      return mode === "subscription" && tenantId ? { tenantId, ref } : undefined;
    }
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted": {
      const { id, metadata } = callbackPart(object, Subscription);
      return subjectOfSubscription(id, metadata);
    }
    case "invoice.paid":
    case "invoice.payment_failed": {
      const details = callbackPart(object, Invoice).parent?.subscription_details;
      if (!details?.subscription) return undefined;
      const { subscription, metadata } = details;
      return subjectOfSubscription(
        typeof subscription === "string" ? subscription : subscription.id,
        metadata,
      );
    }
    default:
      return undefined;
  }
}

async function subjectOfSubscription(
  subscription: string,
  metadata: Metadata,
): Promise<Omit<BillingEvent, "id"> | undefined> {
  const tenantId = tenantIdIn(metadata);
  const account = await platformAccount();
  if (!tenantId || !account) return undefined;
  const client = await stripeFor(account.secretKey);
  const found = await client.checkout.sessions.list({ subscription, limit: 1 }).catch(rethrow);
  const [page] = found.data;
  if (!page) throw PAYMENT.NOT_KNOWN_YET({ retryAfter: 30 });
  return { tenantId, ref: page.id };
}

// Other software may use the account with metadata of its own.
function tenantIdIn(metadata: Metadata): string | undefined {
  return Id.safeParse(metadata?.tenant_id).data;
}
