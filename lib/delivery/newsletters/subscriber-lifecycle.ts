import type { Stored } from "#core/dynamo/entity.ts";
import { publicVersion } from "#core/dynamo/entity-shape.ts";
import { type EventOf, ignored, inStates, lifecycle, movesTo } from "#core/lifecycle.ts";
import { DAY } from "#core/seconds.ts";
import type { NewsletterPlan } from "#lib/content/legacy-content/schema.ts";
import { NEWSLETTER } from "./errors.ts";
import { type PlanPayment, type StoredSubscriber, SUBSCRIBER_STATUSES } from "./schema.ts";
import { isActive } from "./view.ts";

type Status = StoredSubscriber["status"];

interface SubscriberSnapshot {
  subscriber: Stored<StoredSubscriber>;
}

interface WithTime {
  now: number;
}

type LifecycleEvent =
  /** For a free plan, or within a paid period: the owner of the email address must confirm. */
  | ({ type: "confirmation requested" } & WithTime)
  | ({ type: "payment requested"; plan: NewsletterPlan } & WithTime)
  /** By a link in a mail; `subscriberVersion` is the subscriber's version when the link was requested. */
  | ({ type: "confirmed"; plan: NewsletterPlan | undefined; subscriberVersion: number } & WithTime)
  | ({ type: "unsubscribed" } & WithTime)
  | ({ type: "payment received" | "payment refunded"; bought: PlanPayment } & WithTime)
  /** The period ends soon or has ended; `chargeAt` is null without a card to charge for the next one. */
  | ({ type: "became due"; chargeAt: number | null } & WithTime)
  | ({ type: "payment declined" } & WithTime);
type Event<E extends LifecycleEvent["type"]> = EventOf<LifecycleEvent, E>;

interface Outcome<S extends Status = Status> {
  record: StoredSubscriber & { status: S };
  /** The changed plan payment; its money is refunded if it becomes `returned` without having counted. */
  bought?: PlanPayment;
  mails?: "ends" | "declined";
  /** Whether the stored card is charged for the next period. */
  charges?: boolean;
}

/** The lifecycle of a subscription to a newsletter, free or paid. */
export const subscriberLife = lifecycle<{
  state: Status;
  snapshot: SubscriberSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "subscription",
  states: SUBSCRIBER_STATUSES,
  initial: ["PENDING"],
  stateOf: ({ subscriber }) => subscriber.status,
  unchanged: ({ subscriber }) => ({ record: subscriber }),
  table: {
    "confirmation requested": {
      // Anybody can enter any email address, so nothing changes until its owner confirms.
      ...inStates(["PENDING", "CANCELLED", "EXPIRED"], ignored),
      ACTIVE: movesTo(["ACTIVE"], requestConfirmation, [NEWSLETTER.ALREADY_SUBSCRIBED]),
    },
    "payment requested": {
      ...inStates(["PENDING", "CANCELLED", "EXPIRED"], ignored),
      ACTIVE: movesTo(["ACTIVE"], requestPayment, [NEWSLETTER.ALREADY_SUBSCRIBED]),
    },
    confirmed: {
      ...inStates(
        ["PENDING", "CANCELLED", "EXPIRED"],
        movesTo(["ACTIVE"], confirm, [NEWSLETTER.NOT_SUBSCRIBED]),
      ),
      ACTIVE: movesTo(["ACTIVE"], confirmAgain, [NEWSLETTER.NOT_SUBSCRIBED]),
    },
    unsubscribed: {
      ...inStates(["PENDING", "ACTIVE", "EXPIRED"], movesTo(["CANCELLED"], unsubscribe)),
      CANCELLED: ignored,
    },
    "payment received": {
      ACTIVE: movesTo(["ACTIVE"], receivePayment("ACTIVE")),
      CANCELLED: movesTo(["CANCELLED", "ACTIVE"], receivePayment("CANCELLED")),
      ...inStates(
        ["PENDING", "EXPIRED"],
        movesTo(["ACTIVE"], (snapshot: SubscriberSnapshot, money: Event<"payment received">) =>
          startPeriod(snapshot, money),
        ),
      ),
    },
    "payment refunded": {
      PENDING: ignored,
      ACTIVE: movesTo(["ACTIVE", "EXPIRED"], endPeriod),
      CANCELLED: movesTo(["CANCELLED"], shortenPeriod("CANCELLED")),
      EXPIRED: movesTo(["EXPIRED"], shortenPeriod("EXPIRED")),
    },
    "became due": {
      ACTIVE: movesTo(["ACTIVE", "EXPIRED"], checkPeriod),
      ...inStates(["PENDING", "CANCELLED", "EXPIRED"], ignored),
    },
    "payment declined": {
      ACTIVE: movesTo(["ACTIVE"], declinePayment),
      ...inStates(["PENDING", "CANCELLED", "EXPIRED"], ignored),
    },
  },
});

/** When the scheduled worker must check a subscription; null unless it has a paid period. */
export function dueOf({ status, expiresAt, due_at }: StoredSubscriber): number | null {
  return status === "ACTIVE" && expiresAt !== null ? (due_at ?? expiresAt) : null;
}

/** Days of a plan's period, by its interval. */
const PERIOD_DAYS: Record<string, number> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };
/** Days before the end of a period from which the next one can be paid, at most half a period. */
const RENEWAL_DAYS = 7;

export function daysOf({ price }: NewsletterPlan): number {
  return PERIOD_DAYS[price.interval] ?? 31;
}

/** End of the subscriber's paid period; null if it is over or there is none. */
export function paidUntil({ expiresAt }: Pick<StoredSubscriber, "expiresAt">, now: number): number | null {
  return expiresAt !== null && expiresAt > now ? expiresAt : null;
}

/** Whether the paid period ends so soon that the next one can be paid. */
export function isRenewable({ expiresAt }: StoredSubscriber, plan: NewsletterPlan, now: number): boolean {
  return expiresAt !== null && expiresAt - now <= renewalSeconds(daysOf(plan));
}

/** Seconds before the end of a period of `days` from which the next one can be paid. */
function renewalSeconds(days: number): number {
  return Math.min(RENEWAL_DAYS, days / 2) * DAY;
}

/** Fields of a subscriber on a free plan. */
const freePlanFields = (planId: string) => ({ planId, expiresAt: null, due_at: null });

/** Whether a confirmation link is still valid: not if its reader has cancelled since it was requested. */
export function isLinkValid(subscriber: Stored<StoredSubscriber>, subscriberVersion: number): boolean {
  return subscriber.status !== "CANCELLED" || publicVersion(subscriber) === subscriberVersion;
}

function requestConfirmation({ subscriber }: SubscriberSnapshot, { now }: WithTime): Outcome<"ACTIVE"> {
  if (isActive(subscriber, now)) throw NEWSLETTER.ALREADY_SUBSCRIBED();
  return { record: { ...subscriber, status: "ACTIVE" } };
}

function requestPayment(
  { subscriber }: SubscriberSnapshot,
  { plan, now }: Event<"payment requested">,
): Outcome<"ACTIVE"> {
  const upgrades = subscriber.expiresAt === null;
  const renews = subscriber.planId === plan.id && isRenewable(subscriber, plan, now);
  if (isActive(subscriber, now) && !upgrades && !renews) throw NEWSLETTER.ALREADY_SUBSCRIBED();
  return { record: { ...subscriber, status: "ACTIVE" } };
}

function confirm(
  { subscriber }: SubscriberSnapshot,
  { plan, subscriberVersion, now }: Event<"confirmed">,
): Outcome<"ACTIVE"> {
  const isFree = plan?.price.amount === 0;
  const isPaid = plan?.id === subscriber.planId && paidUntil(subscriber, now) !== null;
  if (!plan || !(isFree || isPaid) || !isLinkValid(subscriber, subscriberVersion))
    throw NEWSLETTER.NOT_SUBSCRIBED();
  return {
    record: { ...subscriber, ...(isFree ? freePlanFields(plan.id) : {}), status: "ACTIVE", updatedAt: now },
  };
}

function confirmAgain(snapshot: SubscriberSnapshot, event: Event<"confirmed">): Outcome<"ACTIVE"> {
  const { subscriber } = snapshot;
  if (!isActive(subscriber, event.now)) return confirm(snapshot, event);
  return { record: { ...subscriber, status: "ACTIVE" } };
}

function unsubscribe({ subscriber }: SubscriberSnapshot, { now }: WithTime): Outcome<"CANCELLED"> {
  return { record: { ...subscriber, status: "CANCELLED", updatedAt: now } };
}

/** Starts the paid period, unless the reader cancelled after checkout or another payment has paid the period. */
function receivePayment<S extends Status>(status: S) {
  return (snapshot: SubscriberSnapshot, money: Event<"payment received">): Outcome<S | "ACTIVE"> => {
    const { subscriber } = snapshot;
    const { bought, now } = money;
    const leftSince = status === "CANCELLED" && publicVersion(subscriber) !== bought.asked;
    const running = paidUntil(subscriber, now);
    if (!leftSince && (running === null || running === bought.follows)) return startPeriod(snapshot, money);
    return { record: { ...subscriber, status }, bought: { ...bought, state: "returned" } };
  };
}

function startPeriod(
  { subscriber }: SubscriberSnapshot,
  { bought, now }: Event<"payment received">,
): Outcome<"ACTIVE"> {
  const from = paidUntil(subscriber, now) ?? now;
  const until = from + bought.days * DAY;
  const { planId, paymentId: paidBy } = bought;
  const period = { planId, expiresAt: until, due_at: until - renewalSeconds(bought.days), paidBy };
  return {
    record: { ...subscriber, ...period, status: "ACTIVE", updatedAt: now },
    bought: { ...bought, state: "counted", from, until },
  };
}

/** Subtracts the rest of a refunded period, so that later paid periods begin earlier. */
function shortenPeriod<S extends Status>(status: S) {
  return ({ subscriber }: SubscriberSnapshot, { bought, now }: Event<"payment refunded">): Outcome<S> => {
    const remains = Math.max(0, (bought.until ?? 0) - Math.max(bought.from ?? 0, now));
    const running = paidUntil(subscriber, now);
    const returned = { ...bought, state: "returned" as const };
    if (running === null || remains === 0) return { record: { ...subscriber, status }, bought: returned };
    const expiresAt = running - remains;
    const record = { ...subscriber, status, expiresAt, due_at: expiresAt, updatedAt: now };
    return { record, bought: returned };
  };
}

function endPeriod(
  snapshot: SubscriberSnapshot,
  money: Event<"payment refunded">,
): Outcome<"ACTIVE" | "EXPIRED"> {
  const { record, bought } = shortenPeriod("ACTIVE")(snapshot, money);
  const isOver = record.expiresAt !== snapshot.subscriber.expiresAt && paidUntil(record, money.now) === null;
  return { record: isOver ? { ...record, status: "EXPIRED" } : record, ...(bought ? { bought } : {}) };
}

/** In the last day a stored card is charged for the next period; a reader without one is mailed once. */
function checkPeriod(
  { subscriber }: SubscriberSnapshot,
  { chargeAt, now }: Event<"became due">,
): Outcome<"ACTIVE" | "EXPIRED"> {
  const { expiresAt } = subscriber;
  const due = dueOf(subscriber);
  if (expiresAt === null || due === null || due > now) return { record: { ...subscriber, status: "ACTIVE" } };
  if (expiresAt <= now) return { record: { ...subscriber, status: "EXPIRED", updatedAt: now } };
  const waits = chargeAt !== null && now < chargeAt;
  const record = { ...subscriber, status: "ACTIVE" as const, due_at: waits ? chargeAt : expiresAt };
  if (waits) return { record };
  return chargeAt === null ? { record, mails: "ends" } : { record, charges: true };
}

// The reader gets a mail with a payment link; the period ends unless a payment arrives before.
function declinePayment({ subscriber }: SubscriberSnapshot, { now }: WithTime): Outcome<"ACTIVE"> {
  const record = { ...subscriber, status: "ACTIVE" as const };
  return paidUntil(subscriber, now) === null ? { record } : { record, mails: "declined" };
}
