import type { PaymentState } from "./port.ts";
import type { Payment, Refund, Reversal } from "./schema.ts";

/** What of a payment's money is neither given back nor set aside. */
export function refundableAmount({ captured, refunded, refund_pending }: Payment): number {
  return captured - refunded - refund_pending;
}

/** What of the money that came on one page of a payment is neither given back nor set aside. */
export function refundableOnPage(payment: Payment, page: number): number {
  const gone = payment.returns.filter(({ attempt }) => attempt === page);
  return cameOn(payment, page) - gone.reduce((sum, { counted }) => sum + counted, 0);
}

/** A payment with what has come on one of its pages. */
export function withCapture<T extends Payment>(payment: T, attempt: number, amount: number): T {
  const others = payment.takings.filter((each) => each.attempt !== attempt);
  const takings = [...others, { attempt, amount }].toSorted((one, other) => one.attempt - other.attempt);
  return summed({ ...payment, takings });
}

/** A payment with something that goes back, as it stands now; it counts for no more than came beside all else. */
export function withReversal<T extends Payment>(payment: T, now: Reversal): T {
  const others = payment.returns.filter(({ id }) => id !== now.id);
  const room = refundableOnPage({ ...payment, returns: others }, now.attempt);
  const counted = Math.min(now.counted, Math.max(0, room));
  const isSettled = now.status === "succeeded" && counted > 0;
  const first = knownOf(payment, now.id)?.settled_at ?? (isSettled ? payment.updated_at : null);
  const fitting = { ...now, counted, settled_at: first };
  return summed({ ...payment, returns: [...others, fitting].toSorted(byId) });
}

/** A refund that was asked for here, as its payment has it. */
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

// The sums of a payment follow from what came and what goes back, and are set nowhere else.
function summed<T extends Payment>(payment: T): T {
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
    captured: cameOn(payment, captured_attempt),
    refunded: sum("succeeded"),
    refund_pending: sum("pending"),
    desk_refunded: sum("succeeded", ["desk", "dispute"]),
    desk_pending: sum("pending", ["desk", "dispute"]),
  };
}

/**
 * What a provider's own desk and banks have of a page's money, as a payment is to have it. A bank may ask back what was
 * given back already, and a desk what is set aside here: what has gone counts first, and all of it never more than came.
 * What counts goes on counting, whatever else comes of which there is no room for all.
 */
export function externalReversals(payment: Payment, attempt: number, state: PaymentState): Reversal[] {
  const told = toldOf(attempt, state);
  const others = payment.returns.filter((each) => !told.some(({ id }) => id === each.id));
  const counted = new Map(told.map(({ id }) => [id, 0]));
  let room = Math.max(0, refundableOnPage({ ...payment, returns: others }, attempt));
  const count = (id: string, upTo: number) => {
    const more = Math.max(0, Math.min(room, upTo - (counted.get(id) ?? 0)));
    counted.set(id, (counted.get(id) ?? 0) + more);
    room -= more;
  };
  for (const status of ["succeeded", "pending"]) {
    const own = told.filter((each) => each.status === status).toSorted(inTurn);
    for (const { id, amount } of own) count(id, Math.min(amount, countedOf(payment, id)));
    for (const { id, amount } of own) count(id, amount);
  }
  return told.map((each) => {
    const settled_at = knownOf(payment, each.id)?.settled_at ?? null;
    return { ...each, counted: counted.get(each.id) ?? 0, settled_at };
  });
}

function countedOf(payment: Payment, id: string): number {
  return knownOf(payment, id)?.counted ?? 0;
}

function knownOf({ returns }: Payment, id: string): Reversal | undefined {
  return returns.find((each) => each.id === id);
}

function cameOn({ takings }: Payment, page: number | null): number {
  return takings.find(({ attempt }) => attempt === page)?.amount ?? 0;
}

type Told = Omit<Reversal, "counted" | "settled_at">;

function toldOf(attempt: number, { refunds, disputes }: PaymentState): Told[] {
  const ends = { open: "pending", lost: "succeeded", won: "failed" } as const;
  return [
    ...refunds
      .filter(({ refundId }) => refundId === null)
      .map(({ ref, amount, status }): Told => ({ id: ref, attempt, kind: "desk", amount, status })),
    ...disputes.map(
      ({ ref, amount, status }): Told => ({
        id: ref,
        attempt,
        kind: "dispute",
        amount,
        status: ends[status],
      }),
    ),
  ];
}

// Of what is new, the same whatever was told first.
function inTurn(one: Told, other: Told): number {
  const isDispute = ({ kind }: Told) => Number(kind === "dispute");
  return isDispute(one) - isDispute(other) || byId(one, other);
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
