import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { readTogether } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { change, type Event } from "#core/events.ts";
import { DAY } from "#core/seconds.ts";
import type { Collection, Plan } from "#lib/content/legacy-content/schema.ts";
import { beginPayment } from "#lib/money/payments/begin.ts";
import { openPage, pageToPay } from "#lib/money/payments/pages.ts";
import { refundRestOnce } from "#lib/money/payments/refunds.ts";
import { paymentFor, paymentRead } from "#lib/money/payments/service.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { reminderMail } from "./reminder.ts";
import type { StoredSubscriber } from "./schema.ts";
import { type PlanPayment, planPayments, subscribers } from "./table.ts";

/** Days of a period. */
const PERIODS: Record<string, number> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };
/** Days before its end in which a period can be followed by the next, at most half of it. */
const RENEWAL = 7;
/** Seconds for which a checkout is shown again to whoever asks once more. */
const REUSED = DAY;

/** Until when a subscriber has paid; null when nothing is left of it. */
export function paidUntil({ expiresAt }: Pick<StoredSubscriber, "expiresAt">, now: number): number | null {
  return expiresAt !== null && expiresAt > now ? expiresAt : null;
}

/** Whether the period that is paid for ends soon enough for the next to be paid. */
export function isRenewable({ expiresAt }: StoredSubscriber, plan: Plan, now: number): boolean {
  return expiresAt !== null && expiresAt - now <= renewalOf(daysOf(plan));
}

/** Seconds before its end in which a period of so many days can be followed by the next. */
function renewalOf(days: number): number {
  return Math.min(RENEWAL, days / 2) * DAY;
}

/**
 * Where one period of a plan is paid for. The subscriber stays as it is until the money has come; whoever asks twice is
 * sent to the same page.
 *
 * @param writes that make the subscriber, where it is new
 */
export async function payForPlan(
  ctx: Context,
  business: Business,
  newsletter: Collection,
  plan: Plan,
  subscriber: StoredSubscriber | Stored<StoredSubscriber>,
  writes: Write[],
): Promise<{ checkoutUrl: string }> {
  const { businessId, collectionId, id: subscriberId } = subscriber;
  const { amount, currency } = plan.price;
  const bought = {
    planId: plan.id,
    days: daysOf(plan),
    follows: paidUntil(subscriber, ctx.now()),
    asked: VERSION in subscriber ? subscriber[VERSION] : 1,
  };
  const open = await openCheckout(ctx, subscriber, { ...bought, amount, currency });
  if (open) return { checkoutUrl: open };
  const begun = await beginPayment(ctx, business, {
    tenantId: businessId,
    reference: referenceOf(subscriber),
    amount,
    currency,
    lines: [{ name: `${newsletter.name}: ${plan.name}`, quantity: 1, amount }],
    email: subscriber.email,
    keepsCard: true,
  });
  const record = { businessId, collectionId, paymentId: begun.payment.id, subscriberId, ...bought };
  const noted = planPayments.create({ ...record, state: "open", isRenewal: false, from: null, until: null });
  // A page that could not be opened is opened by whoever asks again: see `openCheckout`.
  await transact(ctx, [...writes, ...begun.writes, noted]);
  return { checkoutUrl: (await openPage(ctx, begun.attempt)).url };
}

/**
 * Brings a subscriber to where a payment is; it heeds what the payment is now, so any order and number of reports will
 * do. Money counts for one period, once. It goes back when somebody left after asking, or when the period it was for has
 * been paid by another payment; a period whose money went back ends.
 */
export async function activatePaid(ctx: Context, event: Event): Promise<void> {
  const { tenant_id, record_id, data } = event;
  await reconcilePlan(ctx, tenant_id, String(data.reference), record_id);
}

/** The same for a payment that is known by its id. */
export async function reconcilePlan(
  ctx: Context,
  businessId: string,
  reference: string,
  paymentId: string,
): Promise<void> {
  const [collectionId = "", id = ""] = reference.split(":");
  if (!id.startsWith("nsub_")) return;
  const [payment, bought, subscriber] = await readTogether(
    [
      paymentRead(businessId, paymentId),
      planPayments.read({ businessId, collectionId, paymentId }),
      subscribers.read({ businessId, collectionId, id }),
    ],
    ctx,
  );
  const isPaid =
    payment && payment.captured > payment.refunded + payment.refund_pending - payment.desk_pending;
  if (bought?.state === "counted" && !isPaid) return endPeriod(ctx, bought, subscriber);
  if (
    bought?.state === "open" &&
    bought.isRenewal &&
    (payment?.status === "failed" || payment?.status === "expired")
  )
    return renewalFailed(ctx, subscriber);
  if (!isPaid || (bought && bought.state !== "open")) return;
  if (bought && subscriber && counts(bought, subscriber, ctx.now()))
    return beginPeriod(ctx, bought, subscriber);
  await transact(ctx, [
    bought && planPayments.replace(bought, { ...bought, state: "returned" }),
    ...refundRestOnce(ctx, payment),
  ]);
}

/** The writes of a change to a subscriber. */
export function changed(
  ctx: Context,
  before: Stored<StoredSubscriber>,
  changes: Partial<Pick<StoredSubscriber, "status" | "expiresAt" | "planId" | "lookAt" | "paidBy">>,
): Write[] {
  const after = { ...before, ...changes, updatedAt: ctx.now() };
  return change(ctx, "subscriber.updated", subscribers, before, after).writes;
}

function counts({ asked, follows }: PlanPayment, subscriber: Stored<StoredSubscriber>, now: number): boolean {
  const leftSince = subscriber.status === "CANCELLED" && subscriber[VERSION] !== asked;
  const running = paidUntil(subscriber, now);
  return !leftSince && (running === null || running === follows);
}

async function beginPeriod(
  ctx: Context,
  bought: Stored<PlanPayment>,
  subscriber: Stored<StoredSubscriber>,
): Promise<void> {
  const from = paidUntil(subscriber, ctx.now()) ?? ctx.now();
  const until = from + bought.days * DAY;
  await transact(ctx, [
    planPayments.replace(bought, { ...bought, state: "counted", from, until }),
    ...changed(ctx, subscriber, {
      status: "ACTIVE",
      planId: bought.planId,
      expiresAt: until,
      lookAt: until - renewalOf(bought.days),
      paidBy: bought.paymentId,
    }),
  ]);
}

// The period ends unless its reader pays the next; money that comes after all counts.
async function renewalFailed(ctx: Context, subscriber: Stored<StoredSubscriber> | undefined): Promise<void> {
  if (subscriber?.status !== "ACTIVE" || paidUntil(subscriber, ctx.now()) === null) return;
  await transact(ctx, [await reminderMail(ctx, subscriber, "declined")]);
}

/** Takes back what is left of a period, from it and from those that were paid to follow it. */
async function endPeriod(
  ctx: Context,
  bought: Stored<PlanPayment>,
  subscriber: Stored<StoredSubscriber> | undefined,
): Promise<void> {
  const now = ctx.now();
  const left = Math.max(0, (bought.until ?? 0) - Math.max(bought.from ?? 0, now));
  const running = subscriber && paidUntil(subscriber, now);
  const ended = planPayments.replace(bought, { ...bought, state: "returned" });
  if (!subscriber || !running || left === 0) return transact(ctx, [ended]);
  const expiresAt = running - left;
  const status = subscriber.status === "ACTIVE" && expiresAt <= now ? "EXPIRED" : subscriber.status;
  await transact(ctx, [ended, ...changed(ctx, subscriber, { status, expiresAt, lookAt: expiresAt })]);
}

/** The page of a checkout that was begun for the very same and is still open. */
async function openCheckout(
  ctx: Context,
  subscriber: StoredSubscriber,
  wanted: Pick<PlanPayment, "planId" | "days" | "follows" | "asked"> & { amount: number; currency: string },
): Promise<string | undefined> {
  const { businessId, collectionId } = subscriber;
  const payment = await paymentFor(businessId, referenceOf(subscriber));
  if (!payment || (payment.status !== "pending" && payment.status !== "authorized")) return undefined;
  if (payment.created_at + REUSED < ctx.now()) return undefined;
  const bought = await planPayments.find({ businessId, collectionId, paymentId: payment.id }, ctx);
  const same =
    bought?.state === "open" &&
    bought.planId === wanted.planId &&
    bought.days === wanted.days &&
    bought.follows === wanted.follows &&
    bought.asked === wanted.asked &&
    payment.amount === wanted.amount &&
    payment.currency === wanted.currency;
  return same ? (await pageToPay(ctx, businessId, payment.id))?.url : undefined;
}

/** What payments of a subscriber are for. */
export function referenceOf({ collectionId, id }: StoredSubscriber): string {
  return `${collectionId}:${id}`;
}

/** Days of a period of a plan. */
export function daysOf({ price }: Plan): number {
  return PERIODS[price.interval] ?? 31;
}
