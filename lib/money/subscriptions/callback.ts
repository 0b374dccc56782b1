import type Stripe from "stripe";
import { isDeleted } from "#core/auth/authenticate.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/errors.ts";
import { callbackRefused, isRepeated, receivePaymentEvent, seenEvent } from "#lib/money/payments/callback.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { stripeError, stripeFor } from "#lib/money/payments/stripe-client.ts";
import { verifiedEvent } from "#lib/money/payments/stripe-events.ts";
import { stripeBilling } from "./stripe.ts";
import { platformAccount } from "./stripe-account.ts";
import { syncSubscription } from "./sync.ts";

const NAME = "stripe";
type Headers = Record<string, string | undefined>;

/** Takes a provider's callback: of a store's account by the name of the store, else of the platform's own. */
export async function receiveCallback(
  ctx: Context,
  { name, store }: { name: string; store?: string | undefined },
  bytes: Buffer,
  headers: Headers,
): Promise<{ received: true }> {
  if (name !== NAME || store !== undefined) return receivePaymentEvent(ctx, { name, store }, bytes, headers);
  await receiveBillingEvent(ctx, bytes, headers);
  return { received: true };
}

// The event only says where to look: what is so is read from Stripe and committed before this answers.
async function receiveBillingEvent(ctx: Context, bytes: Buffer, headers: Headers): Promise<void> {
  const event = await verified(bytes, headers);
  const about = await aboutOf(event);
  if (!about) return;
  const { tenantId, ref } = about;
  const key = { tenant_id: tenantId, provider: NAME, id: event.id };
  if (await isDeleted(tenantId, ctx.now())) return endOf(ctx, tenantId, ref);
  if (await isRepeated(key)) return callbackRefused(NAME, "repeated", event.id);
  const record = await syncSubscription(ctx, stripeBilling, tenantId, ref, [seenEvent(ctx, key)]);
  if (!record) callbackRefused(NAME, "unknown subscription", event.id);
}

// Nothing is charged for a tenant that is gone, though its page was paid at that very moment.
async function endOf(ctx: Context, tenantId: string, ref: string): Promise<void> {
  const state = await stripeBilling.read(ctx, tenantId, ref);
  if (state?.status === "ACTIVE" || state?.status === "PAST_DUE")
    await stripeBilling.refund(ctx, tenantId, ref);
}

async function verified(bytes: Buffer, headers: Headers): Promise<Stripe.Event> {
  const account = await platformAccount();
  try {
    const { event } = await verifiedEvent(bytes, headers, account ? [account] : []);
    return event;
  } catch (error) {
    if (error instanceof ApiError) callbackRefused(NAME, "signature", "");
    throw error;
  }
}

interface About {
  tenantId: string;
  /** The page on which it was paid. */
  ref: string;
}

async function aboutOf(event: Stripe.Event): Promise<About | undefined> {
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

async function pageOf(subscription: string, metadata: Stripe.Metadata | null): Promise<About | undefined> {
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
