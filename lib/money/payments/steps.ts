import { isDeepStrictEqual } from "node:util";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { isUnchanged } from "#core/events.ts";
import { newId } from "#core/id.ts";
import type { PAYMENT_SYNC_EVENTS } from "./events.ts";
import { paymentLife } from "./lifecycle.ts";
import { nextCheckAt } from "./next-check.ts";
import type { PaymentState } from "./port.ts";
import { externalReversals } from "./reversals.ts";
import type { Attempt, Payment, Refund, Reversal } from "./schema.ts";

/** One change towards the provider's state, not stored yet. */
interface Step {
  attempt?: Stored<Attempt>;
  payment?: Stored<Payment>;
  refund?: { before: Stored<Refund>; after: Refund };
  /** The refund of a second page's money. */
  surplus?: Refund;
  event?: (typeof PAYMENT_SYNC_EVENTS)[number] | undefined;
}

type Clock = Pick<Context, "now" | "clock">;

/**
 * The next step from what is stored to what a provider says; `undefined` when they agree. Steps end in the same place
 * whatever came before, because they depend on the current state alone.
 *
 * @param own our own refunds among those that the provider reports
 */
export function nextStep(
  payment: Stored<Payment>,
  attempt: Stored<Attempt>,
  state: PaymentState,
  own: readonly Stored<Refund>[],
  clock: Clock,
): Step | undefined {
  return (
    moneyStep(payment, attempt, state, clock) ??
    refundStep(payment, state, own, clock.now()) ??
    externalRefundStep(payment, attempt, state, clock.now())
  );
}

function moneyStep(
  payment: Stored<Payment>,
  attempt: Stored<Attempt>,
  state: PaymentState,
  clock: Clock,
): Step | undefined {
  const now = clock.now();
  const page = pageAfter(payment, attempt, state, now);
  const isOwn = payment.captured_attempt === null || payment.captured_attempt === attempt.n;
  if (state.status === "paid" && !isOwn) {
    if (attempt.surplus_refund_id !== null) return undefined;
    return surplusStep(payment, page ?? attempt, state, clock);
  }
  const { record: after, event } = paymentAfter(payment, attempt, state, now);
  if (isUnchanged(payment, after)) return page && { attempt: page };
  return { ...(page ? { attempt: page } : {}), payment: after, event };
}

const EVENT_OF_STATUS = {
  processing: "payment authorized",
  paid: "payment received",
  failed: "payment declined",
  expired: "payment page expired",
} as const;

function paymentAfter(
  payment: Stored<Payment>,
  { n: page }: Attempt,
  { status, captured: amount }: PaymentState,
  now: number,
): ReturnType<typeof paymentLife.transition> {
  if (status === "open") return { record: payment };
  return paymentLife.transition({ payment }, { type: EVENT_OF_STATUS[status], page, amount, now });
}

function surplusStep(
  payment: Stored<Payment>,
  page: Stored<Attempt>,
  state: PaymentState,
  clock: Clock,
): Step {
  const back = surplusRefund(clock, page, state);
  const { captured: amount } = state;
  const twice = { type: "second payment received", amount, back, now: clock.now() } as const;
  const { record, event } = paymentLife.transition({ payment }, twice);
  return { attempt: { ...page, surplus_refund_id: back.id }, payment: record, surplus: back, event };
}

/** The refund of all money of a page that was paid after another page of its payment. */
function surplusRefund(
  { now, clock }: Clock,
  { tenant_id, payment_id, n, reference, currency }: Attempt,
  state: PaymentState,
): Refund {
  return {
    id: newId("ref", clock()),
    tenant_id,
    payment_id,
    attempt: n,
    reference,
    amount: state.captured,
    currency,
    status: "pending",
    surplus: true,
    provider_ref: null,
    reason: null,
    created_at: now(),
    updated_at: now(),
  };
}

function pageAfter(
  payment: Payment,
  attempt: Stored<Attempt>,
  { status, chargeRef, mandate }: PaymentState,
  now: number,
): Stored<Attempt> | undefined {
  const isOpening = status === "open" && attempt.status === "opening";
  const known = isOpening || attempt.status === status;
  if (known && (chargeRef === null || chargeRef === attempt.charge_ref)) return undefined;
  const kept = { charge_ref: chargeRef ?? attempt.charge_ref, mandate: mandate ?? attempt.mandate };
  const after: Stored<Attempt> = { ...attempt, status, ...kept };
  if (status === "open") return after;
  const checked = { ...after, due_at: nextCheckAt(after, payment, now) };
  // The order has the buyer's email and the lines. A page that ended needs neither.
  return status === "processing" ? checked : { ...checked, lines: [], email: null };
}

function refundStep(
  payment: Stored<Payment>,
  state: PaymentState,
  own: readonly Stored<Refund>[],
  now: number,
): Step | undefined {
  for (const { refundId, status, ref, reason } of state.refunds) {
    const before = own.find(({ id }) => id === refundId);
    if (!before || before.status === status || status === "pending") continue;
    return answerStep(payment, before, { status, ref, reason }, now);
  }
  return undefined;
}

interface RefundAnswer {
  status: "succeeded" | "failed";
  ref: string | null;
  reason?: string | undefined;
}

/** Records the provider's answer to our refund. A refund that fails after it succeeded is subtracted again. */
export function answerStep(
  payment: Stored<Payment>,
  before: Stored<Refund>,
  { status, ref, reason }: RefundAnswer,
  now: number,
): Step {
  const after: Refund = {
    ...before,
    status,
    provider_ref: ref ?? before.provider_ref,
    reason: reason ?? null,
    updated_at: now,
  };
  const { record, event } = paymentLife.transition(
    { payment },
    { type: "refund reported", refund: after, now },
  );
  return { refund: { before, after }, payment: record, event };
}

/** Applies one external reversal. Those that lower the sums come first, so that sums never exceed what was captured. */
function externalRefundStep(
  payment: Stored<Payment>,
  attempt: Stored<Attempt>,
  state: PaymentState,
  now: number,
): Step | undefined {
  const known = (id: string) => payment.returns.find((each) => each.id === id);
  const change = (each: Reversal) => each.counted - (known(each.id)?.counted ?? 0);
  const [back] = externalReversals(payment, attempt.n, state)
    .filter((each) => !isDeepStrictEqual(each, known(each.id)))
    .toSorted((one, other) => change(one) - change(other));
  if (!back) return undefined;
  const { record, event } = paymentLife.transition(
    { payment },
    { type: "external refund reported", back, now },
  );
  // A payment without captured money has nothing to refund.
  if (record === payment) return undefined;
  return { ...withEarlierCheck(attempt, record, now), payment: record, event };
}

// Pending refunds of the dashboard and open disputes are checked as often as our own pending refunds.
function withEarlierCheck(attempt: Stored<Attempt>, payment: Payment, now: number): Pick<Step, "attempt"> {
  const next = nextCheckAt(attempt, payment, now);
  const known = attempt.due_at ?? Number.POSITIVE_INFINITY;
  return next !== null && next < known ? { attempt: { ...attempt, due_at: next } } : {};
}
