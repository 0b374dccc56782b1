import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { publicVersion } from "#core/dynamo/entity-shape.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { announceChange } from "#core/events.ts";
import { DAY } from "#core/seconds.ts";
import type { NewsletterPlan } from "#lib/content/legacy-content/schema.ts";
import { findCollection, getCollection } from "#lib/content/legacy-content/service.ts";
import { beginPayment } from "#lib/money/payments/begin-payment.ts";
import { chargeStoredCard, findStoredCard } from "#lib/money/payments/charge.ts";
import { abandonPayment } from "#lib/money/payments/pages.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { NEWSLETTER } from "./errors.ts";
import { payForPlan, paymentReference, UNPAID } from "./plan-payments.ts";
import { reminderEmail } from "./reminder-email.ts";
import type { StoredSubscriber } from "./schema.ts";
import { daysOf, isRenewable, paidUntil, subscriberLife } from "./subscriber-lifecycle.ts";
import { planPayments, subscribers } from "./table.ts";
import { openLinkToken } from "./token.ts";

/**
 * Handles paid periods that end soon or have ended. A stored card is charged in the last day, a reader without one is
 * reminded once, and a subscription whose period is over expires.
 */
export const dueRenewals = dueWork(subscribers, async (ctx, key) => {
  const subscriber = await subscribers.find(key, ctx);
  if (subscriber) await handlePeriodEnd(ctx, subscriber);
});

/** Starts the payment of the next period by the link of a reminder; returns the URL of the payment page. */
export async function renewSubscription(ctx: Context, businessId: string, token: string): Promise<string> {
  const link = await openLinkToken("renew", businessId, token, ctx.now());
  if (!link) throw NEWSLETTER.NOT_SUBSCRIBED();
  const { collectionId, subscriberId: id, planId } = link;
  const subscriber = await subscribers.get(
    { businessId, collectionId, id },
    NEWSLETTER.NOT_SUBSCRIBED(),
    ctx,
  );
  const newsletter = await getCollection(ctx, businessId, collectionId);
  const plan = newsletter.plans.find((each) => each.id === planId);
  if (!plan || subscriber.planId !== planId) throw NEWSLETTER.NOT_SUBSCRIBED();
  const isPaidNow = paidUntil(subscriber, ctx.now()) !== null;
  if (isPaidNow && !isRenewable(subscriber, plan, ctx.now())) throw NEWSLETTER.ALREADY_SUBSCRIBED();
  const business = await getTenant(ctx, businessId);
  return (await payForPlan(ctx, business, newsletter, plan, subscriber, [])).checkoutUrl;
}

async function handlePeriodEnd(ctx: Context, subscriber: Stored<StoredSubscriber>): Promise<void> {
  const renewal =
    paidUntil(subscriber, ctx.now()) === null ? undefined : await renewalByCard(ctx, subscriber);
  const due = { type: "became due", chargeAt: renewal?.chargeAt ?? null, now: ctx.now() } as const;
  const { record: after, mails, charges } = subscriberLife.transition({ subscriber }, due);
  const { record, writes } = announceChange(ctx, "subscriber.updated", subscribers, subscriber, after);
  if (charges && renewal) return chargeRenewal(ctx, record, renewal, writes);
  await transact(ctx, [...writes, mails && (await reminderEmail(ctx, record, mails))]);
}

/** The charge of the stored card for the next period; `undefined` without a card or if the plan's price changed. */
async function renewalByCard(ctx: Context, subscriber: StoredSubscriber): Promise<Renewal | undefined> {
  const { businessId, collectionId, planId, paidBy, expiresAt } = subscriber;
  const newsletter = await findCollection(businessId, collectionId);
  const plan = newsletter?.plans.find(({ id }) => id === planId);
  if (!newsletter || !plan || !paidBy || expiresAt === null) return undefined;
  const business = await getTenant(ctx, businessId);
  const card = await findStoredCard(business, businessId, paidBy);
  const { amount, currency } = plan.price;
  if (!card || card.payment.amount !== amount || card.payment.currency !== currency) return undefined;
  const chargeAt = expiresAt - Math.min(1, daysOf(plan) / 4) * DAY;
  const name = `${newsletter.name}: ${plan.name}`;
  return { business, plan, name, mandate: card.mandate, expiresAt, chargeAt };
}

interface Renewal {
  business: Awaited<ReturnType<typeof getTenant>>;
  name: string;
  plan: NewsletterPlan;
  mandate: string;
  expiresAt: number;
  /** Time at which the card is charged. */
  chargeAt: number;
}

// Of several concurrent runs only one can replace the subscriber, and only that one charges the card.
async function chargeRenewal(
  ctx: Context,
  subscriber: Stored<StoredSubscriber>,
  { business, plan, name, mandate, expiresAt }: Renewal,
  writes: readonly Write[],
): Promise<void> {
  const { businessId, collectionId, id: subscriberId, email } = subscriber;
  const { amount, currency } = plan.price;
  const started = await beginPayment(ctx, business, {
    tenantId: businessId,
    reference: paymentReference(subscriber),
    amount,
    currency,
    lines: [{ name, quantity: 1, amount }],
    email,
    chargedBy: mandate,
  });
  const recordWrite = planPayments.create({
    businessId,
    collectionId,
    paymentId: started.payment.id,
    subscriberId,
    planId: plan.id,
    days: daysOf(plan),
    follows: expiresAt,
    asked: publicVersion(subscriber),
    state: "open",
    isRenewal: true,
    from: null,
    until: null,
    ...UNPAID,
  });
  await transact(ctx, [...writes, ...started.writes, recordWrite]);
  await chargeStoredCard(ctx, started.attempt).catch((error: unknown) => {
    if (error instanceof ApiError) return abandonPayment(ctx, started);
    throw error;
  });
}
