import type { Stored } from "#core/dynamo/entity.ts";
import type { ApiError } from "#core/errors.ts";
import { lifecycle, type Of, refuses, stays, to, when } from "#core/lifecycle.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { PAYMENT } from "./errors.ts";
import type { SETTLEMENT_EVENTS } from "./events.ts";
import { leftOn, returnOf, withReturn, withTaking } from "./returns.ts";
import { PAYMENT_STATUSES, type Payment, type Refund, type Return } from "./schema.ts";

type Status = Payment["status"];

interface Whole {
  payment: Stored<Payment>;
}

interface At {
  now: number;
}

type Happening =
  /** Its last page is over, or the payment was declined on it. */
  | ({ is: "have another page"; expires_at: number } & At)
  /** Its provider says of one of its pages that money is on its way. */
  | ({ is: "be under way" } & At)
  | ({ is: "be paid"; page: number; amount: number } & At)
  /** On a page beside the one whose money counts: what came there goes back. */
  | ({ is: "be paid twice"; amount: number; back: Refund } & At)
  | ({ is: "be declined" | "run out"; page: number } & At)
  /** Somebody here asks for it. */
  | ({ is: "be refunded"; refund: Refund } & At)
  /** Its provider has answered that, or takes back what it answered. */
  | ({ is: "have a refund answered"; refund: Refund } & At)
  /** At its provider's own desk, or by a bank. */
  | ({ is: "be refunded elsewhere"; back: Return } & At);
type On<E extends Happening["is"]> = Of<Happening, E>;

interface Outcome<S extends Status = Status> {
  record: Stored<Payment> & { status: S };
  event?: (typeof SETTLEMENT_EVENTS)[number];
}

/** Refunds of one payment that are asked for here; then all that is left goes back at once, or nothing. */
export const MAX_REFUNDS = 100;

const unpaid = ["pending", "authorized", "failed", "expired"] as const;

/** The life of a payment, whatever its provider. */
export const paymentLife = lifecycle<{
  state: Status;
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "payment",
  states: PAYMENT_STATUSES,
  begins: ["pending"],
  stateOf: ({ payment }) => payment.status,
  rests: ({ payment }) => ({ record: payment }),
  table: {
    "have another page": {
      ...when(["pending", "failed", "expired"], to(["pending"], renewed)),
      ...when(
        ["authorized", "captured"],
        refuses(PAYMENT.INVALID_AMOUNT, () =>
          PAYMENT.INVALID_AMOUNT({ message: "Nothing is left to pay by card." }),
        ),
      ),
    },
    "be under way": {
      ...when(["pending", "failed", "expired"], to(["authorized"], underWay)),
      ...when(["authorized", "captured"], stays),
    },
    // Money that has come counts, even where the checkout had been given up.
    "be paid": when(PAYMENT_STATUSES, to(["captured"], paid)),
    "be paid twice": { ...when(unpaid, stays), captured: to(["captured"], paidTwice) },
    "be declined": {
      pending: to(["pending", "failed"], ends("pending", "failed")),
      authorized: to(["authorized", "failed"], ends("authorized", "failed")),
      ...when(["captured", "failed", "expired"], stays),
    },
    "run out": {
      pending: to(["pending", "expired"], ends("pending", "expired")),
      authorized: to(["authorized", "expired"], ends("authorized", "expired")),
      ...when(["captured", "failed", "expired"], stays),
    },
    "be refunded": {
      ...when(
        unpaid,
        refuses(PAYMENT.INVALID_AMOUNT, ({ payment }: Whole) => tooMuch(0, payment.currency)),
      ),
      captured: to(["captured"], refunded, [PAYMENT.INVALID_AMOUNT]),
    },
    "have a refund answered": { ...when(unpaid, stays), captured: to(["captured"], answered) },
    "be refunded elsewhere": { ...when(unpaid, stays), captured: to(["captured"], refundedElsewhere) },
  },
});

function renewed({ payment }: Whole, { expires_at, now }: On<"have another page">): Outcome<"pending"> {
  const attempt = payment.attempt + 1;
  return {
    record: { ...payment, status: "pending", attempt, expires_at, updated_at: now },
    event: "payment.updated",
  };
}

function underWay({ payment }: Whole, { now }: At): Outcome<"authorized"> {
  return { record: { ...payment, status: "authorized", updated_at: now }, event: "payment.authorized" };
}

function paid({ payment }: Whole, { page, amount, now }: On<"be paid">): Outcome<"captured"> {
  const isKnown = payment.status === "captured" && payment.captured >= amount;
  if (isKnown) return { record: { ...payment, status: "captured" } };
  const captured_at = payment.captured_at ?? now;
  const own = { status: "captured", captured_attempt: page, captured_at, updated_at: now } as const;
  return { record: withTaking({ ...payment, ...own }, page, amount), event: "payment.captured" };
}

function paidTwice({ payment }: Whole, { amount, back, now }: On<"be paid twice">): Outcome<"captured"> {
  const both = withTaking({ ...payment, status: "captured", updated_at: now }, back.attempt, amount);
  return { record: withReturn(both, returnOf(back)), event: "payment.updated" };
}

// An older page's end says nothing of the one that is open now.
function ends<S extends "pending" | "authorized", E extends "failed" | "expired">(status: S, end: E) {
  return ({ payment }: Whole, { page, now }: { page: number } & At): Outcome<S | E> =>
    page === payment.attempt
      ? { record: { ...payment, status: end, updated_at: now }, event: "payment.failed" }
      : { record: { ...payment, status } };
}

function refunded({ payment }: Whole, { refund, now }: On<"be refunded">): Outcome<"captured"> {
  const left = leftOn(payment, refund.attempt);
  if (refund.amount > left || refund.amount <= 0) throw tooMuch(left, payment.currency);
  const asked = payment.returns.filter(({ kind }) => kind === "refund").length;
  if (asked >= MAX_REFUNDS && refund.amount < left) throw tooOften();
  return { record: withReturn({ ...payment, status: "captured", updated_at: now }, returnOf(refund)) };
}

function answered({ payment }: Whole, { refund, now }: On<"have a refund answered">): Outcome<"captured"> {
  return {
    record: withReturn({ ...payment, status: "captured", updated_at: now }, returnOf(refund)),
    event: refund.status === "failed" ? "payment.refund_failed" : "payment.refunded",
  };
}

function refundedElsewhere(
  { payment }: Whole,
  { back, now }: On<"be refunded elsewhere">,
): Outcome<"captured"> {
  const event = eventOf(
    payment.returns.find(({ id }) => id === back.id),
    back,
  );
  const record = withReturn({ ...payment, status: "captured" as const, updated_at: now }, back);
  return { record, ...(event ? { event } : {}) };
}

// Each that has gone back is told of once, although more of it may count later.
function eventOf(before: Return | undefined, after: Return): Outcome["event"] {
  const hasGone = after.status === "succeeded" && after.counted > 0;
  const isKnown = before?.status === "succeeded" && before.counted > 0;
  if (hasGone && !isKnown) return "payment.refunded";
  return after.counted === (before?.counted ?? 0) && after.counted === 0 ? undefined : "payment.updated";
}

/** PAYMENT.INVALID_AMOUNT that says what is left of a payment. */
export function tooMuch(left: number, currency: string): ApiError {
  const message =
    left > 0
      ? `Of this payment ${moneyText(left, currency)} is left to refund.`
      : "Nothing that was paid is left to refund.";
  return PAYMENT.INVALID_AMOUNT({ message });
}

function tooOften(): Error {
  const message = `Money of this payment went back ${MAX_REFUNDS} times: give back all that is left at once.`;
  return PAYMENT.INVALID_AMOUNT({ message });
}
