import type Stripe from "stripe";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/errors.ts";
import { callbackRefused } from "#lib/money/payments/callback.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { stripeError, stripeFor } from "#lib/money/payments/stripe-client.ts";
import { verifiedEvent } from "#lib/money/payments/stripe-events.ts";
import { platformAccount } from "./stripe-account.ts";

/** What a callback is about: it only says where to look. */
interface About {
  /** Stripe's id of the event. */
  id: string;
  tenantId: string;
  /** The page on which it was paid. */
  ref: string;
}

/**
 * Reads a callback of the platform's own account; `undefined` for one that is about no plan of ours.
 *
 * @throws PAYMENT.SIGNATURE_INVALID, PAYMENT.NOT_KNOWN_YET
 */
export async function readBillingEvent(
  ctx: Context,
  bytes: Buffer,
  headers: Record<string, string | undefined>,
): Promise<About | undefined> {
  const event = await verified(ctx, bytes, headers);
  const about = await aboutOf(event);
  return about && { id: event.id, ...about };
}

async function verified(
  ctx: Context,
  bytes: Buffer,
  headers: Record<string, string | undefined>,
): Promise<Stripe.Event> {
  const account = await platformAccount();
  try {
    const { event } = await verifiedEvent(bytes, headers, account ? [account] : []);
    return event;
  } catch (error) {
    if (error instanceof ApiError) await callbackRefused(ctx, { provider: "stripe", reason: "signature" });
    throw error;
  }
}

async function aboutOf(event: Stripe.Event): Promise<Omit<About, "id"> | undefined> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed": {
      const { id: ref, mode, metadata } = event.data.object;
      return mode === "subscription" && metadata?.tenant_id
        ? { tenantId: metadata.tenant_id, ref }
        : undefined;
    }
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return pageOf(event.data.object.id, event.data.object.metadata);
    case "invoice.paid":
    case "invoice.payment_failed": {
      const details = event.data.object.parent?.subscription_details;
      const subscription = details?.subscription;
      if (!subscription) return undefined;
      const id = typeof subscription === "string" ? subscription : subscription.id;
      return pageOf(id, details.metadata);
    }
    default:
      return undefined;
  }
}

async function pageOf(
  subscription: string,
  metadata: Stripe.Metadata | null,
): Promise<Omit<About, "id"> | undefined> {
  const tenantId = metadata?.tenant_id;
  const account = await platformAccount();
  if (!tenantId || !account) return undefined;
  const client = await stripeFor(account.secretKey);
  const found = await client.checkout.sessions.list({ subscription, limit: 1 }).catch((error: unknown) => {
    throw stripeError(error);
  });
  const [page] = found.data;
  if (!page) throw PAYMENT.NOT_KNOWN_YET({ retryAfter: 30 });
  return { tenantId, ref: page.id };
}
