import type Stripe from "stripe";
import { newId } from "#core/id.ts";
import { HOUR } from "#core/seconds.ts";
import { closeCheckout, rethrow, stripeError, stripeRefusal } from "#lib/money/payments/stripe-client.ts";
import type { Plan } from "#lib/tenancy/plans/schema.ts";
import type { BillingProvider } from "./port.ts";
import { platformStripe } from "./stripe-account.ts";
import { stripePriceOf } from "./stripe-prices.ts";
import { billingState, boughtSubscription, EXPAND_SUBSCRIPTION } from "./stripe-state.ts";

const PAGE_SECONDS = HOUR;

/** Plans by Stripe Billing on the platform's own account: checkout, proration, schedules and portal. */
export const stripeBilling: BillingProvider = {
  name: "stripe",

  async open(ctx, { tenantId, plan, successUrl, cancelUrl }) {
    const client = await platformStripe();
    const price = await stripePriceOf(client, plan);
    const metadata = { tenant_id: tenantId, plan_id: plan.id };
    const page = {
      mode: "subscription" as const,
      client_reference_id: tenantId,
      line_items: [{ price, quantity: 1 }],
      metadata,
      subscription_data: { metadata },
      success_url: successUrl,
      cancel_url: cancelUrl,
      expires_at: ctx.now() + PAGE_SECONDS,
      adaptive_pricing: { enabled: false },
    };
    const idempotencyKey = newId("bil", ctx.clock());
    const { id, url } = await client.checkout.sessions.create(page, { idempotencyKey }).catch(rethrow);
    return { ref: id, url: url ?? "" };
  },

  close: async (_ctx, _tenantId, ref) => closeCheckout(await platformStripe(), ref),

  async read(ctx, _tenantId, ref) {
    return billingState(await getSession(await platformStripe(), ref), ctx.now());
  },

  async change(_ctx, _tenantId, ref, plan, when) {
    const client = await platformStripe();
    const price = await stripePriceOf(client, plan);
    const subscription = await requireSubscription(client, ref);
    if (when === "now") await changePlanNow(client, subscription, plan, price);
    else await schedulePlan(client, subscription, plan, price);
  },

  async cancel(_ctx, _tenantId, ref, when) {
    const client = await platformStripe();
    const subscription = await requireSubscription(client, ref);
    if (subscription.status === "canceled") return;
    await cancelSchedule(client, subscription);
    if (when === "now") await client.subscriptions.cancel(subscription.id).catch(rethrow);
    else await client.subscriptions.update(subscription.id, { cancel_at_period_end: true }).catch(rethrow);
  },

  async resume(_ctx, _tenantId, ref) {
    const client = await platformStripe();
    const subscription = await requireSubscription(client, ref);
    await cancelSchedule(client, subscription);
    const { id, cancel_at, cancel_at_period_end } = subscription;
    if (cancel_at_period_end)
      await client.subscriptions.update(id, { cancel_at_period_end: false }).catch(rethrow);
    else if (cancel_at !== null) await client.subscriptions.update(id, { cancel_at: "" }).catch(rethrow);
  },

  async refund(_ctx, _tenantId, ref) {
    const client = await platformStripe();
    const subscription = await requireSubscription(client, ref);
    if (subscription.status !== "canceled") {
      await cancelSchedule(client, subscription);
      await client.subscriptions.cancel(subscription.id).catch(rethrow);
    }
    await refundInvoices(client, subscription.id);
  },

  async portal(_ctx, _tenantId, ref, returnUrl) {
    const client = await platformStripe();
    const { customer } = await requireSubscription(client, ref);
    const wanted = { customer: idOf(customer), return_url: returnUrl };
    return (await client.billingPortal.sessions.create(wanted).catch(rethrow)).url;
  },
};

async function getSession(client: Stripe, ref: string): Promise<Stripe.Checkout.Session> {
  return client.checkout.sessions.retrieve(ref, { expand: EXPAND_SUBSCRIPTION }).catch(rethrow);
}

async function requireSubscription(client: Stripe, ref: string): Promise<Stripe.Subscription> {
  const subscription = boughtSubscription(await getSession(client, ref));
  if (!subscription) throw new Error(`Nothing was paid on the page ${ref}.`);
  return subscription;
}

// If the card is declined, the subscription stays as it was, so that no upgrade starts unpaid.
async function changePlanNow(
  client: Stripe,
  subscription: Stripe.Subscription,
  plan: Plan,
  price: string,
): Promise<void> {
  const { id, items, metadata } = subscription;
  await cancelSchedule(client, subscription);
  await client.subscriptions
    .update(id, {
      items: [{ id: items.data[0]?.id ?? "", price, quantity: 1 }],
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
      cancel_at_period_end: false,
      metadata: { ...metadata, plan_id: plan.id, pending_plan_id: "" },
    })
    .catch(rethrow);
}

async function schedulePlan(
  client: Stripe,
  subscription: Stripe.Subscription,
  plan: Plan,
  price: string,
): Promise<void> {
  const { id, cancel_at_period_end, metadata, schedule: known } = subscription;
  const noted = { metadata: { ...metadata, pending_plan_id: plan.id } };
  await client.subscriptions
    .update(id, cancel_at_period_end ? { ...noted, cancel_at_period_end: false } : noted)
    .catch(rethrow);
  const active = typeof known === "object" && known?.status === "active" ? known : undefined;
  const schedule =
    active ?? (await client.subscriptionSchedules.create({ from_subscription: id }).catch(rethrow));
  const [item] = subscription.items.data;
  const running = {
    items: [{ price: item?.price.id ?? "", quantity: 1 }],
    start_date: schedule.phases[0]?.start_date ?? item?.current_period_start ?? 0,
    end_date: item?.current_period_end ?? 0,
  };
  const next = {
    items: [{ price, quantity: 1 }],
    duration: { interval: plan.price.interval, interval_count: 1 },
    proration_behavior: "none" as const,
    metadata: { plan_id: plan.id },
  };
  await client.subscriptionSchedules
    .update(schedule.id, { phases: [running, next], end_behavior: "release", proration_behavior: "none" })
    .catch(rethrow);
}

/** Cancels a scheduled change. */
async function cancelSchedule(client: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  if (typeof schedule === "object" && schedule?.status === "active")
    await client.subscriptionSchedules.release(schedule.id).catch(rethrow);
}

async function refundInvoices(client: Stripe, subscription: string): Promise<void> {
  for await (const invoice of client.invoices.list({ subscription, status: "paid", limit: 100 })) {
    for await (const { payment } of client.invoicePayments.list({ invoice: invoice.id, limit: 100 })) {
      if (!payment.payment_intent) continue;
      const payment_intent = idOf(payment.payment_intent);
      const metadata = { subscription };
      await client.refunds
        .create({ payment_intent, metadata }, { idempotencyKey: `plan-${payment_intent}` })
        .catch(ignoreAlreadyRefunded);
    }
  }
}

function ignoreAlreadyRefunded(error: unknown): void {
  if (stripeRefusal(error)?.code !== "charge_already_refunded") throw stripeError(error);
}

function idOf(named: string | { id: string }): string {
  return typeof named === "string" ? named : named.id;
}
