import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announceChange, type Event } from "#core/events.ts";
import { DAY } from "#core/seconds.ts";
import type { Collection, NewsletterPlan } from "#lib/content/legacy-content/schema.ts";
import { beginPayment } from "#lib/money/payments/begin-payment.ts";
import { withNewMovements } from "#lib/money/payments/movements.ts";
import { getPaymentPage, openPage } from "#lib/money/payments/pages.ts";
import { refundRestOnce } from "#lib/money/payments/refunds.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { paymentFor, paymentRead } from "#lib/money/payments/service.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { reminderEmail } from "./reminder-email.ts";
import type { PlanPayment, StoredSubscriber } from "./schema.ts";
import { daysOf, paidUntil, subscriberLife } from "./subscriber-lifecycle.ts";
import { planPayments, subscribers } from "./table.ts";
import { versionOf } from "./view.ts";

/** Seconds for which a repeated request gets the payment page of the first. */
const REUSE_SECONDS = DAY;

/**
 * Starts the payment of one period of a plan. The subscriber changes only when the money arrives. A repeated request
 * gets the payment page of the first.
 *
 * @param writes that create the subscriber, if it is new
 */
export async function payForPlan(
  ctx: Context,
  business: Business,
  newsletter: Collection,
  plan: NewsletterPlan,
  subscriber: StoredSubscriber | Stored<StoredSubscriber>,
  writes: Write[],
): Promise<{ checkoutUrl: string }> {
  const { businessId, collectionId, id: subscriberId } = subscriber;
  const { amount, currency } = plan.price;
  const bought = {
    planId: plan.id,
    days: daysOf(plan),
    follows: paidUntil(subscriber, ctx.now()),
    asked: versionOf(subscriber),
  };
  const open = await openCheckoutUrl(ctx, subscriber, { ...bought, amount, currency });
  if (open) return { checkoutUrl: open };
  const started = await beginPayment(ctx, business, {
    tenantId: businessId,
    reference: paymentReference(subscriber),
    amount,
    currency,
    lines: [{ name: `${newsletter.name}: ${plan.name}`, quantity: 1, amount }],
    email: subscriber.email,
    keepsCard: true,
  });
  const record = { businessId, collectionId, paymentId: started.payment.id, subscriberId, ...bought };
  const recordWrite = planPayments.create({
    ...record,
    state: "open",
    isRenewal: false,
    from: null,
    until: null,
    ...UNPAID,
  });
  // If the payment page cannot be opened now, the next request opens it: see `openCheckoutUrl`.
  await transact(ctx, [...writes, ...started.writes, recordWrite]);
  return { checkoutUrl: (await openPage(ctx, started.attempt)).url };
}

/**
 * Updates a subscriber to the current state of a payment, so that events may come late, twice or in another order. A
 * payment pays for one period. It is refunded if its reader has cancelled or the period is already paid. A refunded
 * period ends.
 */
export async function activatePaid(ctx: Context, event: Event): Promise<void> {
  const { tenant_id, record_id, data } = event;
  await reconcilePlanPayment(ctx, tenant_id, String(data.reference), record_id);
}

/** Updates a paid subscription to the current state of a payment. */
export async function reconcilePlanPayment(
  ctx: Context,
  businessId: string,
  reference: string,
  paymentId: string,
): Promise<void> {
  const [collectionId = "", id = ""] = reference.split(":");
  if (!id.startsWith("nsub_")) return;
  const [payment, before, subscriber] = await readTogether(
    [
      paymentRead(businessId, paymentId),
      planPayments.read({ businessId, collectionId, paymentId }),
      subscribers.read({ businessId, collectionId, id }),
    ],
    ctx,
  );
  const isPaid =
    payment && payment.captured > payment.refunded + payment.refund_pending - payment.desk_pending;
  const bought = before && payment ? withMovements(before, payment) : before;
  const money = { bought, subscriber, payment: isPaid ? payment : undefined };
  if (bought?.state === "counted" && !isPaid) await applyPayment(ctx, "payment refunded", money);
  else if (isPaid && (!bought || bought.state === "open")) await applyPayment(ctx, "payment received", money);
  else if (bought?.state === "open" && bought.isRenewal && subscriber && hasFailed(payment)) {
    const { record, mails } = subscriberLife.transition(
      { subscriber },
      { type: "payment declined", now: ctx.now() },
    );
    if (mails) await transact(ctx, [await reminderEmail(ctx, record, mails)]);
  } else if (before && bought && bought.movements.length > before.movements.length)
    await transact(ctx, [planPayments.replace(before, bought)]);
}

/** The fields of a plan payment for which no money has arrived. */
export const UNPAID = { sold: null, movements: [] };

/** The plan payment with the money movements of its payment. */
function withMovements(bought: Stored<PlanPayment>, payment: Payment): Stored<PlanPayment> {
  const { captured_at, currency, captured: total, test } = payment;
  const sold = bought.sold ?? (captured_at === null ? null : { at: captured_at, currency, total, test });
  return { ...bought, sold, movements: withNewMovements(bought.movements, payment) };
}

interface PaidPeriod {
  bought: Stored<PlanPayment> | undefined;
  subscriber: Stored<StoredSubscriber> | undefined;
  /** Undefined if all of its money was refunded, or none has arrived. */
  payment: Stored<Payment> | undefined;
}

/** Starts or shortens the paid period; refunds a payment that pays for no period. */
async function applyPayment(
  ctx: Context,
  type: "payment received" | "payment refunded",
  { bought, subscriber, payment }: PaidPeriod,
): Promise<void> {
  const outcome =
    bought && subscriber
      ? subscriberLife.transition({ subscriber }, { type, bought, now: ctx.now() })
      : undefined;
  const after = bought && (outcome?.bought ?? { ...bought, state: "returned" as const });
  await transact(ctx, [
    bought && after && planPayments.replace(bought, after),
    ...(subscriber && outcome
      ? announceChange(ctx, "subscriber.updated", subscribers, subscriber, outcome.record).writes
      : []),
    ...(payment && after?.state !== "counted" ? refundRestOnce(ctx, payment) : []),
  ]);
}

function hasFailed(payment: Payment | undefined): boolean {
  return payment?.status === "failed" || payment?.status === "expired";
}

/** URL of the payment page of an open checkout of exactly this purchase. */
async function openCheckoutUrl(
  ctx: Context,
  subscriber: StoredSubscriber,
  purchase: Pick<PlanPayment, "planId" | "days" | "follows" | "asked"> & { amount: number; currency: string },
): Promise<string | undefined> {
  const { businessId, collectionId } = subscriber;
  const payment = await paymentFor(businessId, paymentReference(subscriber));
  if (!payment || (payment.status !== "pending" && payment.status !== "authorized")) return undefined;
  if (payment.created_at + REUSE_SECONDS < ctx.now()) return undefined;
  const bought = await planPayments.find({ businessId, collectionId, paymentId: payment.id }, ctx);
  const same =
    bought?.state === "open" &&
    bought.planId === purchase.planId &&
    bought.days === purchase.days &&
    bought.follows === purchase.follows &&
    bought.asked === purchase.asked &&
    payment.amount === purchase.amount &&
    payment.currency === purchase.currency;
  return same ? (await getPaymentPage(ctx, businessId, payment.id))?.url : undefined;
}

/** The reference by which payments name their subscriber. */
export function paymentReference({ collectionId, id }: StoredSubscriber): string {
  return `${collectionId}:${id}`;
}
