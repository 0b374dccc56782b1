import { DAY } from "#core/seconds.ts";
import { findPlan } from "#lib/tenancy/plans/features.ts";
import type { Plan } from "#lib/tenancy/plans/schema.ts";
import type { SandboxBook } from "./schema.ts";

interface NewBook {
  tenant_id: string;
  id: string;
  plan: Plan;
  successUrl: string;
  cancelUrl: string;
}

export function openBook(now: number, { tenant_id, id, plan, successUrl, cancelUrl }: NewBook): SandboxBook {
  return {
    tenant_id,
    id,
    status: "open",
    plan_id: plan.id,
    pending_plan_id: null,
    ...plan.price,
    period_end: null,
    past_due_since: null,
    cancel_at_period_end: false,
    card_works: true,
    charged: 0,
    refunded: 0,
    success_url: successUrl,
    cancel_url: cancelUrl,
    created_at: now,
  };
}

/** The subscription after a payment, on its page or of an overdue bill: a new period begins. */
export function payBook(book: SandboxBook, now: number): SandboxBook {
  const charged = book.charged + book.amount;
  const period_end = periodAfter(now, book.interval);
  return { ...book, status: "active", card_works: true, past_due_since: null, charged, period_end };
}

/** The subscription after its period: ended, billed again, or past due. */
export function passPeriodEnd(book: SandboxBook, now: number): SandboxBook {
  if (book.cancel_at_period_end) return cancelBook(book);
  const next = findPlan(book.pending_plan_id ?? book.plan_id);
  const billed = { ...book, plan_id: next?.id ?? book.plan_id, ...next?.price, pending_plan_id: null };
  if (!book.card_works) return { ...billed, status: "past_due", past_due_since: now };
  return payBook(billed, Math.max(now, book.period_end ?? now));
}

/** The subscription on another plan: now, with proration, or from the next period. */
export function changeBookPlan(
  book: SandboxBook,
  now: number,
  plan: Plan,
  when: "now" | "period_end",
): SandboxBook {
  if (when === "period_end") return { ...book, pending_plan_id: plan.id, cancel_at_period_end: false };
  const ends = book.period_end ?? now;
  const whole = Math.max(1, ends - periodBefore(ends, book.interval));
  const left = Math.max(0, ends - now);
  const due = Math.max(0, Math.round(((plan.price.amount - book.amount) * left) / whole));
  return {
    ...book,
    plan_id: plan.id,
    ...plan.price,
    pending_plan_id: null,
    cancel_at_period_end: false,
    charged: book.charged + due,
  };
}

export function cancelBook(book: SandboxBook): SandboxBook {
  return { ...book, status: "cancelled", pending_plan_id: null, cancel_at_period_end: false };
}

function periodAfter(time: number, interval: "month" | "year"): number {
  return addMonths(time, interval === "month" ? 1 : 12);
}

function periodBefore(time: number, interval: "month" | "year"): number {
  return addMonths(time, interval === "month" ? -1 : -12);
}

// A time on the same day some months away, or on the last day of that month.
function addMonths(time: number, months: number): number {
  const at = new Date(time * 1000);
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1);
  const days = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(at.getUTCDate(), days) - 1;
  return Math.floor(first / 1000) + day * DAY + (time % DAY);
}
