import type { Stored } from "#core/dynamo/entity.ts";
import { toldVersion } from "#core/dynamo/entity-shape.ts";
import { lifecycle, type Of, stays, to, when } from "#core/lifecycle.ts";
import { DAY } from "#core/seconds.ts";
import type { Plan } from "#lib/content/legacy-content/schema.ts";
import { NEWSLETTER } from "./errors.ts";
import { type PlanPayment, type StoredSubscriber, SUBSCRIBER_STATUSES } from "./schema.ts";
import { isActive } from "./view.ts";

type Status = StoredSubscriber["status"];

interface Whole {
  subscriber: Stored<StoredSubscriber>;
}

interface At {
  now: number;
}

type Happening =
  /** Somebody asks for a plan that costs nothing, or for one that is paid for: the address is to confirm it. */
  | ({ is: "ask by mail" } & At)
  | ({ is: "ask to pay"; plan: Plan } & At)
  /** By a link that was asked for at a version. */
  | ({ is: "confirm"; plan: Plan | undefined; asked: number } & At)
  | ({ is: "leave" } & At)
  /** Money has come for a period, or has gone back. */
  | ({ is: "be paid" | "lose its money"; bought: PlanPayment } & At)
  /** The tick looks at a period that ends; null where there is no card to charge for the next one. */
  | ({ is: "come due"; chargeAt: number | null } & At)
  | ({ is: "be declined" } & At);
type On<E extends Happening["is"]> = Of<Happening, E>;

interface Outcome<S extends Status = Status> {
  record: StoredSubscriber & { status: S };
  /** What the payment is for the subscriber then; one that is returned before it counted is given back. */
  bought?: PlanPayment;
  mails?: "ends" | "declined";
  /** Whether the kept card is charged for the next period. */
  charges?: boolean;
}

/** The life of a subscription: who reads a newsletter, and until when it is paid for. */
export const subscriberLife = lifecycle<{
  state: Status;
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "subscription",
  states: SUBSCRIBER_STATUSES,
  begins: ["PENDING"],
  stateOf: ({ subscriber }) => subscriber.status,
  rests: ({ subscriber }) => ({ record: subscriber }),
  table: {
    "ask by mail": {
      // Anybody can ask for any address: what stands stays until its owner confirms.
      ...when(["PENDING", "CANCELLED", "EXPIRED"], stays),
      ACTIVE: to(["ACTIVE"], asksByMail, [NEWSLETTER.ALREADY_SUBSCRIBED]),
    },
    "ask to pay": {
      ...when(["PENDING", "CANCELLED", "EXPIRED"], stays),
      ACTIVE: to(["ACTIVE"], asksToPay, [NEWSLETTER.ALREADY_SUBSCRIBED]),
    },
    confirm: {
      ...when(["PENDING", "CANCELLED", "EXPIRED"], to(["ACTIVE"], confirmed, [NEWSLETTER.NOT_SUBSCRIBED])),
      ACTIVE: to(["ACTIVE"], confirmedAgain, [NEWSLETTER.NOT_SUBSCRIBED]),
    },
    leave: {
      ...when(["PENDING", "ACTIVE", "EXPIRED"], to(["CANCELLED"], left)),
      CANCELLED: stays,
    },
    "be paid": {
      ACTIVE: to(["ACTIVE"], paid("ACTIVE")),
      CANCELLED: to(["CANCELLED", "ACTIVE"], paid("CANCELLED")),
      ...when(
        ["PENDING", "EXPIRED"],
        to(["ACTIVE"], (whole: Whole, money: On<"be paid">) => began(whole, money)),
      ),
    },
    "lose its money": {
      PENDING: stays,
      ACTIVE: to(["ACTIVE", "EXPIRED"], ended),
      CANCELLED: to(["CANCELLED"], shortened("CANCELLED")),
      EXPIRED: to(["EXPIRED"], shortened("EXPIRED")),
    },
    "come due": {
      ACTIVE: to(["ACTIVE", "EXPIRED"], cameDue),
      ...when(["PENDING", "CANCELLED", "EXPIRED"], stays),
    },
    "be declined": {
      ACTIVE: to(["ACTIVE"], declined),
      ...when(["PENDING", "CANCELLED", "EXPIRED"], stays),
    },
  },
});

/** When the tick has something to do about a subscription: only a period that is paid for ends. */
export function dueOf({ status, expiresAt, due_at }: StoredSubscriber): number | null {
  return status === "ACTIVE" && expiresAt !== null ? (due_at ?? expiresAt) : null;
}

/** Days of a period. */
const PERIODS: Record<string, number> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };
/** Days before its end in which a period can be followed by the next, at most half of it. */
const RENEWAL = 7;

/** Days of a period of a plan. */
export function daysOf({ price }: Plan): number {
  return PERIODS[price.interval] ?? 31;
}

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

/** A plan that costs nothing. */
const free = (planId: string) => ({ planId, expiresAt: null, due_at: null });

/** Whether a link still confirms: what its owner has ended since it was asked for stays ended. */
export function isOpen(subscriber: Stored<StoredSubscriber>, asked: number): boolean {
  return subscriber.status !== "CANCELLED" || toldVersion(subscriber) === asked;
}

function asksByMail({ subscriber }: Whole, { now }: At): Outcome<"ACTIVE"> {
  if (isActive(subscriber, now)) throw NEWSLETTER.ALREADY_SUBSCRIBED();
  return { record: { ...subscriber, status: "ACTIVE" } };
}

function asksToPay({ subscriber }: Whole, { plan, now }: On<"ask to pay">): Outcome<"ACTIVE"> {
  const upgrades = subscriber.expiresAt === null;
  const renews = subscriber.planId === plan.id && isRenewable(subscriber, plan, now);
  if (isActive(subscriber, now) && !upgrades && !renews) throw NEWSLETTER.ALREADY_SUBSCRIBED();
  return { record: { ...subscriber, status: "ACTIVE" } };
}

function confirmed({ subscriber }: Whole, { plan, asked, now }: On<"confirm">): Outcome<"ACTIVE"> {
  const isFree = plan?.price.amount === 0;
  const isPaid = plan?.id === subscriber.planId && paidUntil(subscriber, now) !== null;
  if (!plan || !(isFree || isPaid) || !isOpen(subscriber, asked)) throw NEWSLETTER.NOT_SUBSCRIBED();
  return {
    record: { ...subscriber, ...(isFree ? free(plan.id) : {}), status: "ACTIVE", updatedAt: now },
  };
}

function confirmedAgain(whole: Whole, happening: On<"confirm">): Outcome<"ACTIVE"> {
  const { subscriber } = whole;
  if (!isActive(subscriber, happening.now)) return confirmed(whole, happening);
  return { record: { ...subscriber, status: "ACTIVE" } };
}

function left({ subscriber }: Whole, { now }: At): Outcome<"CANCELLED"> {
  return { record: { ...subscriber, status: "CANCELLED", updatedAt: now } };
}

/** Money counts for one period, once: not when somebody left after asking, or the period is another payment's. */
function paid<S extends Status>(status: S) {
  return (whole: Whole, money: On<"be paid">): Outcome<S | "ACTIVE"> => {
    const { subscriber } = whole;
    const { bought, now } = money;
    const leftSince = status === "CANCELLED" && toldVersion(subscriber) !== bought.asked;
    const running = paidUntil(subscriber, now);
    if (!leftSince && (running === null || running === bought.follows)) return began(whole, money);
    return { record: { ...subscriber, status }, bought: { ...bought, state: "returned" } };
  };
}

function began({ subscriber }: Whole, { bought, now }: On<"be paid">): Outcome<"ACTIVE"> {
  const from = paidUntil(subscriber, now) ?? now;
  const until = from + bought.days * DAY;
  const { planId, paymentId: paidBy } = bought;
  const period = { planId, expiresAt: until, due_at: until - renewalOf(bought.days), paidBy };
  return {
    record: { ...subscriber, ...period, status: "ACTIVE", updatedAt: now },
    bought: { ...bought, state: "counted", from, until },
  };
}

/** Takes back what is left of a period, from it and from those that were paid to follow it. */
function shortened<S extends Status>(status: S) {
  return ({ subscriber }: Whole, { bought, now }: On<"lose its money">): Outcome<S> => {
    const remains = Math.max(0, (bought.until ?? 0) - Math.max(bought.from ?? 0, now));
    const running = paidUntil(subscriber, now);
    const returned = { ...bought, state: "returned" as const };
    if (running === null || remains === 0) return { record: { ...subscriber, status }, bought: returned };
    const expiresAt = running - remains;
    const record = { ...subscriber, status, expiresAt, due_at: expiresAt, updatedAt: now };
    return { record, bought: returned };
  };
}

function ended(whole: Whole, money: On<"lose its money">): Outcome<"ACTIVE" | "EXPIRED"> {
  const { record, bought } = shortened("ACTIVE")(whole, money);
  const isOver = record.expiresAt !== whole.subscriber.expiresAt && paidUntil(record, money.now) === null;
  return { record: isOver ? { ...record, status: "EXPIRED" } : record, ...(bought ? { bought } : {}) };
}

/** A kept card is charged for the next period in the last day; without one there is a mail, once. */
function cameDue({ subscriber }: Whole, { chargeAt, now }: On<"come due">): Outcome<"ACTIVE" | "EXPIRED"> {
  const { expiresAt } = subscriber;
  const due = dueOf(subscriber);
  if (expiresAt === null || due === null || due > now) return { record: { ...subscriber, status: "ACTIVE" } };
  if (expiresAt <= now) return { record: { ...subscriber, status: "EXPIRED", updatedAt: now } };
  const waits = chargeAt !== null && now < chargeAt;
  const record = { ...subscriber, status: "ACTIVE" as const, due_at: waits ? chargeAt : expiresAt };
  if (waits) return { record };
  return chargeAt === null ? { record, mails: "ends" } : { record, charges: true };
}

// The period ends unless its reader pays the next; money that comes after all counts.
function declined({ subscriber }: Whole, { now }: At): Outcome<"ACTIVE"> {
  const record = { ...subscriber, status: "ACTIVE" as const };
  return paidUntil(subscriber, now) === null ? { record } : { record, mails: "declined" };
}
