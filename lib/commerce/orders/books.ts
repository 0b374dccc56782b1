import { scale } from "#lib/money/money/pricing.ts";
import type { Payment, Reversal } from "#lib/money/payments/schema.ts";
import type { EntryKind, OrderPayment, OrderRefund, PaymentEntry, PaymentTerms } from "./books-schema.ts";
import type { OrderItem } from "./schema.ts";

// An order's books only grow: entries are added, and every sum is computed from them.

/** Source of entries for cash, which staff record by hand. */
export const CASH = "cash";

/** An entry before it gets its author and time. */
export type EntryDraft = Omit<PaymentEntry, "id" | "actor" | "at" | "reason"> & { reason?: string | null };

interface Sums {
  captured: number;
  refunded: number;
  refund_pending: number;
}

/** What one minor unit of an entry adds to the captured, refunded and pending sums. */
const SUM_EFFECTS: Record<EntryKind, readonly [captured: number, refunded: number, pending: number]> = {
  paid: [1, 0, 0],
  correction: [-1, 0, 0],
  refund_asked: [0, 0, 1],
  refund_confirmed: [0, 1, -1],
  refund_refused: [0, 0, -1],
  refund_given: [0, 1, 0],
  refund_reversed: [0, -1, 0],
  dispute_opened: [0, 0, 1],
  dispute_lost: [0, 1, -1],
  dispute_won: [0, 0, -1],
  dispute_reversed: [0, -1, 0],
};

type SummableEntry = Pick<PaymentEntry, "kind" | "amount">;

export function sumEntries(entries: readonly SummableEntry[]): Sums {
  const total: [number, number, number] = [0, 0, 0];
  for (const { kind, amount } of entries)
    for (const at of [0, 1, 2] as const) total[at] += SUM_EFFECTS[kind][at] * amount;
  const [captured, refunded, refund_pending] = total;
  return { captured, refunded, refund_pending };
}

/** Sums the entries of one source: cash, or one payment page. */
export function sumEntriesFrom(
  entries: readonly (SummableEntry & Pick<PaymentEntry, "source">)[],
  source: string,
): Sums {
  return sumEntries(entries.filter((each) => each.source === source));
}

/** The amount that is neither refunded nor reserved for a refund. */
export function amountLeft({ captured, refunded, refund_pending }: Sums): number {
  return captured - refunded - refund_pending;
}

/** Sums the refunds of overpayments, which return none of the order's own price. */
export function sumOverpayments(
  entries: readonly (SummableEntry & Pick<PaymentEntry, "refund_id" | "over">)[],
): Sums {
  const ids = new Set(entries.flatMap((entry) => (entry.over ? (entry.refund_id ?? []) : [])));
  return sumEntries(entries.filter(({ refund_id }) => refund_id !== null && ids.has(refund_id)));
}

/** The source of entries for one payment page. */
export function pageSource(paymentId: string, attempt: number): string {
  return `${paymentId}-${attempt}`;
}

export function cashEntry(amount: number): EntryDraft {
  return { kind: "paid", source: CASH, amount, refund_id: null };
}

type RequestedRefund = Pick<OrderRefund, "id" | "amount" | "lines" | "shipping" | "reason"> &
  Pick<EntryDraft, "intent" | "rounded">;

/** The entry of a refund: cash counts immediately, but a card's refund only when the provider confirms it. */
export function refundEntry(source: string, { id, rounded, ...asked }: RequestedRefund): EntryDraft {
  const kind = source === CASH ? "refund_given" : "refund_asked";
  return { kind, source, refund_id: id, ...asked, ...(rounded ? { rounded } : {}) };
}

/** A difference between a payment and the books: the money of one payment page, or one refund or dispute. */
export interface PaymentChange {
  kind: "money" | "correction" | "refund" | "dispute";
  attempt: number;
  /** Id of the refund or dispute. */
  id: string | null;
  drafts: EntryDraft[];
}

/**
 * Lists the differences between a payment and the books: first the money of each payment page, then each refund and
 * dispute. It compares states and reads no callback, so callbacks may come in any order, twice, late or never. Entries
 * of other sources are left alone.
 */
export function unrecordedChanges(entries: readonly PaymentEntry[], payment: PaymentMoney): PaymentChange[] {
  const money = payment.takings
    .toSorted((one, other) => pageRank(payment, one) - pageRank(payment, other))
    .flatMap((taking) => moneyChanges(entries, payment, taking));
  const known = [...entries, ...money.flatMap(({ drafts }) => drafts)];
  return [...money, ...payment.returns.flatMap((each) => reversalChanges(known, payment, each))];
}

type PaymentMoney = Pick<Payment, "id" | "captured_attempt" | "takings" | "returns">;
type Taking = Payment["takings"][number];

// The payment page whose money counts for the order comes first.
function pageRank({ captured_attempt }: PaymentMoney, { attempt }: Taking): number {
  return attempt === captured_attempt ? 0 : attempt;
}

function moneyChanges(
  entries: readonly PaymentEntry[],
  payment: PaymentMoney,
  { attempt, amount }: Taking,
): PaymentChange[] {
  const source = pageSource(payment.id, attempt);
  const difference = amount - sumEntriesFrom(entries, source).captured;
  if (difference === 0) return [];
  const common = { source, amount: Math.abs(difference), refund_id: null };
  if (difference < 0)
    return [{ kind: "correction", attempt, id: null, drafts: [{ ...common, kind: "correction" }] }];
  const back = attempt === payment.captured_attempt ? [] : surplusRefunds(entries, payment, attempt);
  return [{ kind: "money", attempt, id: null, drafts: [{ ...common, kind: "paid" }, ...back] }];
}

// Money on a second payment page is refunded immediately, so the payment and its refund are recorded together.
function surplusRefunds(entries: readonly PaymentEntry[], payment: PaymentMoney, page: number): EntryDraft[] {
  return payment.returns
    .filter(({ id, attempt, kind }) => attempt === page && kind === "refund" && !isRecorded(entries, id))
    .map(({ id, amount }) => ({ ...reversalFields(payment, page, id), kind: "refund_asked", amount }));
}

function isRecorded(entries: readonly PaymentEntry[], id: string): boolean {
  return entries.some(({ refund_id }) => refund_id === id);
}

function reversalFields(payment: PaymentMoney, attempt: number, id: string) {
  const isOver = attempt !== payment.captured_attempt;
  return { source: pageSource(payment.id, attempt), refund_id: id, ...(isOver ? { over: true } : {}) };
}

const REFUND_KINDS = {
  asked: ["refund_asked"],
  confirmed: ["refund_confirmed"],
  refused: ["refund_refused"],
  given: ["refund_given"],
  reversed: ["refund_reversed"],
} as const;
const DISPUTE_KINDS = {
  asked: ["dispute_opened"],
  confirmed: ["dispute_lost"],
  refused: ["dispute_won"],
  given: ["dispute_opened", "dispute_lost"],
  reversed: ["dispute_reversed"],
} as const;

function reversalChanges(
  entries: readonly EntryDraft[],
  payment: PaymentMoney,
  current: Reversal,
): PaymentChange[] {
  const { id, attempt, kind } = current;
  const names = kind === "dispute" ? DISPUTE_KINDS : REFUND_KINDS;
  const drafts = movesBetween(
    sumEntries(entries.filter(({ refund_id }) => refund_id === id)),
    current,
  ).flatMap(({ move, amount }) =>
    names[move].map((name) => ({ ...reversalFields(payment, attempt, id), kind: name, amount })),
  );
  return drafts.length > 0 ? [{ kind: kind === "dispute" ? "dispute" : "refund", attempt, id, drafts }] : [];
}

/** Lists the moves from the recorded state of a refund to its current one; moves that reduce sums come first. */
function movesBetween(
  recorded: Sums,
  current: Reversal,
): { move: keyof typeof REFUND_KINDS; amount: number }[] {
  const pending = current.status === "pending" ? current.counted : 0;
  const refunded = current.status === "succeeded" ? current.counted : 0;
  const confirmed = Math.max(0, Math.min(recorded.refund_pending - pending, refunded - recorded.refunded));
  const morePending = pending - recorded.refund_pending + confirmed;
  const moreRefunded = refunded - recorded.refunded - confirmed;
  const moves = [
    { move: "reversed", amount: -moreRefunded },
    { move: "refused", amount: -morePending },
    { move: "confirmed", amount: confirmed },
    { move: "asked", amount: morePending },
    { move: "given", amount: moreRefunded },
  ] as const;
  return moves.filter(({ amount }) => amount > 0);
}

/** A dispute counts as a refund once it is lost. */
export function refundsIn(entries: readonly PaymentEntry[]): OrderRefund[] {
  const byId = Map.groupBy(
    entries.filter(({ refund_id }) => refund_id !== null),
    ({ refund_id }) => refund_id ?? "",
  );
  return [...byId].flatMap(([id, own]) => {
    const [first] = own;
    if (!first) return [];
    const refund = refundOf(id, first, own);
    const wasLost = own.some(({ kind }) => kind === "dispute_lost");
    const isOpen = first.kind === "dispute_opened" && (!wasLost || refund.status === "pending");
    return isOpen ? [] : [refund];
  });
}

function refundOf(id: string, first: PaymentEntry, own: readonly PaymentEntry[]): OrderRefund {
  const steps = own.map((_, at) => sumEntries(own.slice(0, at + 1)));
  const { refunded, refund_pending } = sumEntries(own);
  return {
    id,
    refund_id: first.intent?.key ?? id,
    amount: Math.max(...steps.map((each) => each.refunded + each.refund_pending)),
    status: refund_pending > 0 ? "pending" : refunded > 0 ? "succeeded" : "failed",
    reason: first.reason,
    lines: first.lines ?? [],
    shipping: first.shipping ?? 0,
    rounded: first.rounded ?? 0,
    desk: first.actor.type === "provider" && !first.over,
    created_at: first.at,
    settled_at: own.find((_, at) => (steps[at]?.refunded ?? 0) > 0)?.at ?? null,
  };
}

export function paymentOf({
  payment,
  entries,
}: {
  payment: PaymentTerms;
  entries: readonly PaymentEntry[];
}): OrderPayment {
  return { ...payment, ...sumEntries(entries), refunds: refundsIn(entries) };
}

/** The price of some units of an item. Cumulative rounding makes all units add up to the item's total. */
export function worthOfUnits(
  { quantity, money }: Pick<OrderItem, "quantity" | "money">,
  units: number,
): number {
  return scale(money.total, units, quantity);
}
