import type { Context } from "#core/context.ts";
import {
  isDuplicateCallback,
  receivePaymentEvent,
  recordCallback,
  reportRefusedCallback,
} from "#lib/money/payments/callback.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { stripeBilling } from "./stripe.ts";
import { readBillingEvent } from "./stripe-callback.ts";
import { syncSubscription } from "./sync-subscription.ts";

const NAME = "stripe";
type Headers = Record<string, string | undefined>;

/** Handles a provider's callback, of a store's account if a store is named, else of the platform's own. */
export async function receiveEvent(
  ctx: Context,
  { name, store }: { name: string; store?: string | undefined },
  bytes: Buffer,
  headers: Headers,
): Promise<{ received: true }> {
  if (name !== NAME || store !== undefined) return receivePaymentEvent(ctx, { name, store }, bytes, headers);
  await receiveBillingEvent(ctx, bytes, headers);
  return { received: true };
}

// The event only names the subscription. Its state is read from Stripe and committed before this answers.
async function receiveBillingEvent(ctx: Context, bytes: Buffer, headers: Headers): Promise<void> {
  const about = await readBillingEvent(ctx, bytes, headers);
  if (!about) return reportRefusedCallback(ctx, { provider: NAME, reason: "not_ours" });
  const { id, tenantId, ref } = about;
  const key = { tenant_id: tenantId, provider: NAME, id };
  if (await isDeleted(tenantId, ctx.now())) return refundDeletedTenant(ctx, tenantId, ref);
  if (await isDuplicateCallback(key))
    return reportRefusedCallback(ctx, { provider: NAME, reason: "repeated", event: id });
  const record = await syncSubscription(ctx, stripeBilling, tenantId, ref, [recordCallback(ctx, key)]);
  if (!record) await reportRefusedCallback(ctx, { provider: NAME, reason: "unknown_payment", event: id });
}

// A page that was paid just as its tenant was deleted is refunded.
async function refundDeletedTenant(ctx: Context, tenantId: string, ref: string): Promise<void> {
  const state = await stripeBilling.read(ctx, tenantId, ref);
  if (state?.status === "ACTIVE" || state?.status === "PAST_DUE")
    await stripeBilling.refund(ctx, tenantId, ref);
}
