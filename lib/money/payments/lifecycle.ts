import type { Stored } from "#core/dynamo/entity.ts";
import type { ApiError } from "#core/errors.ts";
import { type EventOf, ignored, inStates, lifecycle, movesTo, refuses } from "#core/lifecycle.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { PAYMENT } from "./errors.ts";
import type { PAYMENT_SYNC_EVENTS } from "./events.ts";
import { refundableOnPage, reversalOf, withCapture, withReversal } from "./reversals.ts";
import { PAYMENT_STATUSES, type Payment, type Refund, type Reversal } from "./schema.ts";

type Status = Payment["status"];

interface PaymentSnapshot {
  payment: Stored<Payment>;
}

interface WithTime {
  now: number;
}

type LifecycleEvent =
  | ({ type: "payment page renewed"; expires_at: number } & WithTime)
  | ({ type: "payment authorized" } & WithTime)
  | ({ type: "payment received"; page: number; amount: number } & WithTime)
  /** Money came on another page than the one that counts, so `back` refunds it. */
  | ({ type: "second payment received"; amount: number; back: Refund } & WithTime)
  | ({ type: "payment declined" | "payment page expired"; page: number } & WithTime)
  | ({ type: "refund requested"; refund: Refund } & WithTime)
  /** The provider answers a refund that was requested here, or changes its answer. */
  | ({ type: "refund reported"; refund: Refund } & WithTime)
  /** A refund was made in the provider's dashboard, or by a bank. */
  | ({ type: "external refund reported"; back: Reversal } & WithTime);
type Event<E extends LifecycleEvent["type"]> = EventOf<LifecycleEvent, E>;

interface Outcome<S extends Status = Status> {
  record: Stored<Payment> & { status: S };
  event?: (typeof PAYMENT_SYNC_EVENTS)[number];
}

/** Most refunds that we issue for one payment. After these, one more may refund all that is left. */
export const MAX_REFUNDS = 100;

const UNPAID = ["pending", "authorized", "failed", "expired"] as const;

/** The lifecycle of a payment, whatever its provider. */
export const paymentLife = lifecycle<{
  state: Status;
  snapshot: PaymentSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "payment",
  states: PAYMENT_STATUSES,
  initial: ["pending"],
  stateOf: ({ payment }) => payment.status,
  unchanged: ({ payment }) => ({ record: payment }),
  table: {
    "payment page renewed": {
      ...inStates(["pending", "failed", "expired"], movesTo(["pending"], renewPage)),
      ...inStates(
        ["authorized", "captured"],
        refuses(PAYMENT.INVALID_AMOUNT, () =>
          PAYMENT.INVALID_AMOUNT({ message: "Nothing is left to pay by card." }),
        ),
      ),
    },
    "payment authorized": {
      ...inStates(["pending", "failed", "expired"], movesTo(["authorized"], authorize)),
      ...inStates(["authorized", "captured"], ignored),
    },
    // Money counts even if the checkout was abandoned before it came.
    "payment received": inStates(PAYMENT_STATUSES, movesTo(["captured"], capture)),
    "second payment received": {
      ...inStates(UNPAID, ignored),
      captured: movesTo(["captured"], recordSecondPayment),
    },
    "payment declined": {
      pending: movesTo(["pending", "failed"], endPage("pending", "failed")),
      authorized: movesTo(["authorized", "failed"], endPage("authorized", "failed")),
      ...inStates(["captured", "failed", "expired"], ignored),
    },
    "payment page expired": {
      pending: movesTo(["pending", "expired"], endPage("pending", "expired")),
      authorized: movesTo(["authorized", "expired"], endPage("authorized", "expired")),
      ...inStates(["captured", "failed", "expired"], ignored),
    },
    "refund requested": {
      ...inStates(
        UNPAID,
        refuses(PAYMENT.INVALID_AMOUNT, ({ payment }: PaymentSnapshot) => tooLargeError(0, payment.currency)),
      ),
      captured: movesTo(["captured"], requestRefund, [PAYMENT.INVALID_AMOUNT]),
    },
    "refund reported": { ...inStates(UNPAID, ignored), captured: movesTo(["captured"], recordRefundAnswer) },
    "external refund reported": {
      ...inStates(UNPAID, ignored),
      captured: movesTo(["captured"], recordExternalRefund),
    },
  },
});

function renewPage(
  { payment }: PaymentSnapshot,
  { expires_at, now }: Event<"payment page renewed">,
): Outcome<"pending"> {
  const attempt = payment.attempt + 1;
  return {
    record: { ...payment, status: "pending", attempt, expires_at, updated_at: now },
    event: "payment.updated",
  };
}

function authorize({ payment }: PaymentSnapshot, { now }: WithTime): Outcome<"authorized"> {
  return { record: { ...payment, status: "authorized", updated_at: now }, event: "payment.authorized" };
}

function capture(
  { payment }: PaymentSnapshot,
  { page, amount, now }: Event<"payment received">,
): Outcome<"captured"> {
  const isKnown = payment.status === "captured" && payment.captured >= amount;
  if (isKnown) return { record: { ...payment, status: "captured" } };
  const captured_at = payment.captured_at ?? now;
  const own = { status: "captured", captured_attempt: page, captured_at, updated_at: now } as const;
  return { record: withCapture({ ...payment, ...own }, page, amount), event: "payment.captured" };
}

function recordSecondPayment(
  { payment }: PaymentSnapshot,
  { amount, back, now }: Event<"second payment received">,
): Outcome<"captured"> {
  const both = withCapture({ ...payment, status: "captured", updated_at: now }, back.attempt, amount);
  return { record: withReversal(both, reversalOf(back)), event: "payment.updated" };
}

// The end of an older page leaves the open page as it is.
function endPage<S extends "pending" | "authorized", E extends "failed" | "expired">(status: S, end: E) {
  return ({ payment }: PaymentSnapshot, { page, now }: { page: number } & WithTime): Outcome<S | E> =>
    page === payment.attempt
      ? { record: { ...payment, status: end, updated_at: now }, event: "payment.failed" }
      : { record: { ...payment, status } };
}

function requestRefund(
  { payment }: PaymentSnapshot,
  { refund, now }: Event<"refund requested">,
): Outcome<"captured"> {
  const left = refundableOnPage(payment, refund.attempt);
  if (refund.amount > left || refund.amount <= 0) throw tooLargeError(left, payment.currency);
  const asked = payment.returns.filter(({ kind }) => kind === "refund").length;
  if (asked >= MAX_REFUNDS && refund.amount < left) throw tooManyRefunds();
  return { record: withReversal({ ...payment, status: "captured", updated_at: now }, reversalOf(refund)) };
}

function recordRefundAnswer(
  { payment }: PaymentSnapshot,
  { refund, now }: Event<"refund reported">,
): Outcome<"captured"> {
  return {
    record: withReversal({ ...payment, status: "captured", updated_at: now }, reversalOf(refund)),
    event: refund.status === "failed" ? "payment.refund_failed" : "payment.refunded",
  };
}

function recordExternalRefund(
  { payment }: PaymentSnapshot,
  { back, now }: Event<"external refund reported">,
): Outcome<"captured"> {
  const event = refundEvent(
    payment.returns.find(({ id }) => id === back.id),
    back,
  );
  const record = withReversal({ ...payment, status: "captured" as const, updated_at: now }, back);
  return { record, ...(event ? { event } : {}) };
}

// Each refund is announced once, although more of it may count later.
function refundEvent(before: Reversal | undefined, after: Reversal): Outcome["event"] {
  const hasGone = after.status === "succeeded" && after.counted > 0;
  const isKnown = before?.status === "succeeded" && before.counted > 0;
  if (hasGone && !isKnown) return "payment.refunded";
  return after.counted === (before?.counted ?? 0) && after.counted === 0 ? undefined : "payment.updated";
}

/** PAYMENT.INVALID_AMOUNT that says what is left of a payment. */
export function tooLargeError(left: number, currency: string): ApiError {
  const message =
    left > 0
      ? `Of this payment ${moneyText(left, currency)} is left to refund.`
      : "Nothing that was paid is left to refund.";
  return PAYMENT.INVALID_AMOUNT({ message });
}

function tooManyRefunds(): Error {
  const message = `Money of this payment went back ${MAX_REFUNDS} times: give back all that is left at once.`;
  return PAYMENT.INVALID_AMOUNT({ message });
}
