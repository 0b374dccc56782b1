import { isDeepStrictEqual } from "node:util";
import type { Stored } from "#core/dynamo/entity.ts";
import type { SETTLEMENT_EVENTS } from "./events.ts";
import { nextLook } from "./looks.ts";
import type { PaymentState } from "./port.ts";
import { deskReturns, returnOf, withReturn, withTaking } from "./returns.ts";
import type { Attempt, Payment, Refund, Return } from "./schema.ts";

/** One change towards what a provider says. Nothing of it is stored yet. */
interface Step {
  attempt?: Stored<Attempt>;
  payment?: Stored<Payment>;
  refund?: { before: Stored<Refund>; after: Refund };
  /** Money of a second page: it goes back. */
  surplus?: boolean;
  event?: (typeof SETTLEMENT_EVENTS)[number];
}

/**
 * The next step from what is stored to what a provider says; `undefined` when they agree. Steps end in the same place
 * whatever came before, because they heed what is so now and not what happened.
 *
 * @param own refunds that were asked for here, of those that the provider names
 */
export function stepTo(
  payment: Stored<Payment>,
  attempt: Stored<Attempt>,
  state: PaymentState,
  own: readonly Stored<Refund>[],
  now: number,
): Step | undefined {
  return (
    moneyStep(payment, attempt, state, now) ??
    refundStep(payment, state, own, now) ??
    deskStep(payment, attempt, state, now)
  );
}

function moneyStep(
  payment: Stored<Payment>,
  attempt: Stored<Attempt>,
  state: PaymentState,
  now: number,
): Step | undefined {
  const page = pageAfter(payment, attempt, state, now);
  const isOwn = payment.captured_attempt === null || payment.captured_attempt === attempt.n;
  if (state.status === "paid" && !isOwn) {
    if (attempt.surplus_refund_id !== null) return undefined;
    const both = { ...withTaking(payment, attempt.n, state.captured), updated_at: now };
    return { attempt: page ?? attempt, payment: both, surplus: true, event: "payment.updated" };
  }
  const after = paymentAfter(payment, attempt, state, now);
  if (!after) return page && { attempt: page };
  const event = EVENTS[after.status];
  return { ...(page ? { attempt: page } : {}), payment: after, event };
}

const EVENTS = {
  pending: "payment.updated",
  authorized: "payment.authorized",
  captured: "payment.captured",
  failed: "payment.failed",
  expired: "payment.failed",
} as const;

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
  const asked = { ...after, asks_at: nextLook(after, payment, now) };
  // Who paid and what for is with what was paid for; a page that is over needs neither.
  return status === "processing" ? asked : { ...asked, lines: [], email: null };
}

function paymentAfter(
  payment: Stored<Payment>,
  { n }: Attempt,
  { status, captured }: PaymentState,
  now: number,
): Stored<Payment> | undefined {
  const after = { ...payment, updated_at: now };
  const waits = payment.status === "pending" || payment.status === "authorized";
  switch (status) {
    case "paid":
      // Money that has come counts, even where the checkout had been given up.
      if (payment.status === "captured" && payment.captured >= captured) return undefined;
      return {
        ...withTaking({ ...after, status: "captured", captured_attempt: n }, n, captured),
        captured_at: payment.captured_at ?? now,
      };
    case "processing":
      return payment.status === "captured" || payment.status === "authorized"
        ? undefined
        : { ...after, status: "authorized" };
    case "failed":
    case "expired":
      // An older page's end says nothing of the one that is open now.
      return waits && n === payment.attempt ? { ...after, status } : undefined;
    case "open":
      return undefined;
  }
}

function refundStep(
  payment: Stored<Payment>,
  state: PaymentState,
  own: readonly Stored<Refund>[],
  now: number,
): Step | undefined {
  for (const told of state.refunds) {
    const before = own.find(({ id }) => id === told.refundId);
    const { status, ref, reason } = told;
    if (!before || before.status === status || status === "pending") continue;
    return refundSettled(payment, before, { status, ref, reason }, now);
  }
  return undefined;
}

/** A refund that the provider has answered, in its payment's books; one that it takes back later is put back too. */
export function refundSettled(
  payment: Stored<Payment>,
  before: Stored<Refund>,
  {
    status,
    ref,
    reason,
  }: { status: "succeeded" | "failed"; ref: string | null; reason?: string | undefined },
  now: number,
): Step {
  const after: Refund = {
    ...before,
    status,
    provider_ref: ref ?? before.provider_ref,
    reason: reason ?? null,
    updated_at: now,
  };
  return {
    refund: { before, after },
    payment: { ...withReturn(payment, returnOf(after)), updated_at: now },
    event: status === "succeeded" ? "payment.refunded" : "payment.refund_failed",
  };
}

/** One thing at a time: what takes from the sums first, so that they never exceed what came. */
function deskStep(
  payment: Stored<Payment>,
  attempt: Stored<Attempt>,
  state: PaymentState,
  now: number,
): Step | undefined {
  const known = (id: string) => payment.returns.find((each) => each.id === id);
  const change = (each: Return) => each.counted - (known(each.id)?.counted ?? 0);
  const [next] = deskReturns(payment, attempt.n, state)
    .filter((each) => !isDeepStrictEqual(each, known(each.id)))
    .toSorted((one, other) => change(one) - change(other));
  if (!next) return undefined;
  const event = deskEvent(known(next.id), next);
  const changed = { ...withReturn(payment, next), updated_at: now };
  return { ...askedAfter(attempt, changed, now), payment: changed, ...(event ? { event } : {}) };
}

// What is under way at the desk or at a bank is asked after, as what was asked for here is.
function askedAfter(attempt: Stored<Attempt>, payment: Payment, now: number): Pick<Step, "attempt"> {
  const next = nextLook(attempt, payment, now);
  const known = attempt.asks_at ?? Number.POSITIVE_INFINITY;
  return next !== null && next < known ? { attempt: { ...attempt, asks_at: next } } : {};
}

// Each that has gone back is told of once, although more of it may count later.
function deskEvent(before: Return | undefined, after: Return): Step["event"] {
  const hasGone = after.status === "succeeded" && after.counted > 0;
  const isKnown = before?.status === "succeeded" && before.counted > 0;
  if (hasGone && !isKnown) return "payment.refunded";
  return after.counted === (before?.counted ?? 0) && after.counted === 0 ? undefined : "payment.updated";
}
