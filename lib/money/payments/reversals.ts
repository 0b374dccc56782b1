import type { PaymentState } from "./port.ts";
import type { Payment, Refund, Reversal } from "./schema.ts";

/** What can still be refunded of a payment, in minor units. */
export function refundableAmount({ captured, refunded, refund_pending }: Payment): number {
  return captured - refunded - refund_pending;
}

/** What can still be refunded of the money that came on one page. */
export function refundableOnPage(payment: Payment, page: number): number {
  const gone = payment.returns.filter(({ attempt }) => attempt === page);
  return capturedOnPage(payment, page) - gone.reduce((sum, { counted }) => sum + counted, 0);
}

export function withCapture<T extends Payment>(payment: T, attempt: number, amount: number): T {
  const others = payment.takings.filter((each) => each.attempt !== attempt);
  const takings = [...others, { attempt, amount }].toSorted((one, other) => one.attempt - other.attempt);
  return withSums({ ...payment, takings });
}

/** Adds or updates a reversal. It counts for at most what came on its page, minus all other reversals of the page. */
export function withReversal<T extends Payment>(payment: T, now: Reversal): T {
  const others = payment.returns.filter(({ id }) => id !== now.id);
  const room = refundableOnPage({ ...payment, returns: others }, now.attempt);
  const counted = Math.min(now.counted, Math.max(0, room));
  const isSettled = now.status === "succeeded" && counted > 0;
  const first = findReversal(payment, now.id)?.settled_at ?? (isSettled ? payment.updated_at : null);
  const fitting = { ...now, counted, settled_at: first };
  return withSums({ ...payment, returns: [...others, fitting].toSorted(byId) });
}

/** A refund that we issue, as a reversal of its payment. */
export function reversalOf({
  id,
  attempt,
  amount,
  status,
  intent,
}: Pick<Refund, "id" | "attempt" | "amount" | "status" | "intent">) {
  const counted = status === "failed" ? 0 : amount;
  return { id, attempt, kind: "refund", amount, counted, status, settled_at: null, intent } as const;
}

// The sums are always computed from captures and reversals.
function withSums<T extends Payment>(payment: T): T {
  const { returns, captured_attempt } = payment;
  const sum = (
    status: Reversal["status"],
    kinds: readonly Reversal["kind"][] = ["refund", "desk", "dispute"],
  ) =>
    returns
      .filter(
        (each) => each.attempt === captured_attempt && each.status === status && kinds.includes(each.kind),
      )
      .reduce((total, { counted }) => total + counted, 0);
  return {
    ...payment,
    captured: capturedOnPage(payment, captured_attempt),
    refunded: sum("succeeded"),
    refund_pending: sum("pending"),
    desk_refunded: sum("succeeded", ["desk", "dispute"]),
    desk_pending: sum("pending", ["desk", "dispute"]),
  };
}

/**
 * Reversals outside our own refunds: by the provider's dashboard or by banks. They may overlap with our
 * refunds, so each counts only as far as money is left: completed before pending, and what counted before
 * goes on counting.
 */
export function externalReversals(payment: Payment, attempt: number, state: PaymentState): Reversal[] {
  const reported = reportedReversals(attempt, state);
  const others = payment.returns.filter((each) => !reported.some(({ id }) => id === each.id));
  const counted = new Map(reported.map(({ id }) => [id, 0]));
  let room = Math.max(0, refundableOnPage({ ...payment, returns: others }, attempt));
  const count = (id: string, upTo: number) => {
    const more = Math.max(0, Math.min(room, upTo - (counted.get(id) ?? 0)));
    counted.set(id, (counted.get(id) ?? 0) + more);
    room -= more;
  };
  for (const status of ["succeeded", "pending"]) {
    const own = reported.filter((each) => each.status === status).toSorted(byKindAndId);
    for (const { id, amount } of own) count(id, Math.min(amount, countedAmount(payment, id)));
    for (const { id, amount } of own) count(id, amount);
  }
  return reported.map((each) => {
    const settled_at = findReversal(payment, each.id)?.settled_at ?? null;
    return { ...each, counted: counted.get(each.id) ?? 0, settled_at };
  });
}

function countedAmount(payment: Payment, id: string): number {
  return findReversal(payment, id)?.counted ?? 0;
}

function findReversal({ returns }: Payment, id: string): Reversal | undefined {
  return returns.find((each) => each.id === id);
}

function capturedOnPage({ takings }: Payment, page: number | null): number {
  return takings.find(({ attempt }) => attempt === page)?.amount ?? 0;
}

type ReportedReversal = Omit<Reversal, "counted" | "settled_at">;

function reportedReversals(attempt: number, { refunds, disputes }: PaymentState): ReportedReversal[] {
  const ends = { open: "pending", lost: "succeeded", won: "failed" } as const;
  return [
    ...refunds
      .filter(({ refundId }) => refundId === null)
      .map(
        ({ ref, amount, status }): ReportedReversal => ({ id: ref, attempt, kind: "desk", amount, status }),
      ),
    ...disputes.map(
      ({ ref, amount, status }): ReportedReversal => ({
        id: ref,
        attempt,
        kind: "dispute",
        amount,
        status: ends[status],
      }),
    ),
  ];
}

// The order of new reversals must not depend on the order in which they were reported.
function byKindAndId(one: ReportedReversal, other: ReportedReversal): number {
  const isDispute = ({ kind }: ReportedReversal) => Number(kind === "dispute");
  return isDispute(one) - isDispute(other) || byId(one, other);
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
