import { scale } from "#lib/money/money/pricing.ts";
import type { Payment, Reversal } from "#lib/money/payments/schema.ts";
import type { BookEntry, EntryKind, OrderPayment, OrderRefund, PaymentTerms } from "./books-schema.ts";
import type { OrderItem } from "./schema.ts";

// An order's books: entries are only ever added, and every sum is made of them.

/** The source of money that staff took or gave by hand. */
export const CASH = "cash";

/** An entry as it is reckoned; who made it and when is noted with it. */
export type EntryDraft = Omit<BookEntry, "id" | "actor" | "at" | "reason"> & { reason?: string | null };

interface Sums {
  captured: number;
  refunded: number;
  refund_pending: number;
}

/** What one minor unit of an entry adds to what has come, to what went back, and to what is set aside for that. */
const EFFECTS: Record<EntryKind, readonly [captured: number, refunded: number, pending: number]> = {
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

type Counted = Pick<BookEntry, "kind" | "amount">;

export function sumEntries(entries: readonly Counted[]): Sums {
  const total: [number, number, number] = [0, 0, 0];
  for (const { kind, amount } of entries)
    for (const at of [0, 1, 2] as const) total[at] += EFFECTS[kind][at] * amount;
  const [captured, refunded, refund_pending] = total;
  return { captured, refunded, refund_pending };
}

/** The sums of one source: of cash, or of one page. */
export function sumEntriesFrom(
  entries: readonly (Counted & Pick<BookEntry, "source">)[],
  source: string,
): Sums {
  return sumEntries(entries.filter((each) => each.source === source));
}

/** What of some money is neither given back nor set aside. */
export function amountLeft({ captured, refunded, refund_pending }: Sums): number {
  return captured - refunded - refund_pending;
}

/** What goes back, or went, because more had come than the order is worth: no refund of what it is worth. */
export function sumOverpayments(entries: readonly (Counted & Pick<BookEntry, "refund_id" | "over">)[]): Sums {
  const ids = new Set(entries.flatMap((entry) => (entry.over ? (entry.refund_id ?? []) : [])));
  return sumEntries(entries.filter(({ refund_id }) => refund_id !== null && ids.has(refund_id)));
}

/** A page of a payment, as the books name what came on it. */
export function pageSource(paymentId: string, attempt: number): string {
  return `${paymentId}-${attempt}`;
}

/** The entry for cash that staff took. */
export function cashEntry(amount: number): EntryDraft {
  return { kind: "paid", source: CASH, amount, refund_id: null };
}

type Asked = Pick<OrderRefund, "id" | "amount" | "lines" | "shipping" | "reason"> &
  Pick<EntryDraft, "intent" | "rounded">;

/** The entry for money that is given back: by hand at once, by card once its provider has confirmed it. */
export function refundEntry(source: string, { id, rounded, ...asked }: Asked): EntryDraft {
  const kind = source === CASH ? "refund_given" : "refund_asked";
  return { kind, source, refund_id: id, ...asked, ...(rounded ? { rounded } : {}) };
}

/** What a payment says now and the books do not yet: the money of one page, or one refund or dispute. */
export interface PaymentChange {
  kind: "money" | "correction" | "refund" | "dispute";
  /** The page that it is of. */
  attempt: number;
  /** The refund or dispute. */
  id: string | null;
  drafts: EntryDraft[];
}

/**
 * What a payment says now and the books do not: first the money of each page, then each refund and dispute by itself. It
 * heeds what is so now and not what was told, so callbacks may come in any order, doubled, late or never. Entries of
 * another source stand whatever the payment says.
 */
export function unrecordedChanges(entries: readonly BookEntry[], payment: Pages): PaymentChange[] {
  const money = payment.takings
    .toSorted((one, other) => turnOf(payment, one) - turnOf(payment, other))
    .flatMap((taking) => moneyNews(entries, payment, taking));
  const known = [...entries, ...money.flatMap(({ drafts }) => drafts)];
  return [...money, ...payment.returns.flatMap((each) => returnNews(known, payment, each))];
}

type Pages = Pick<Payment, "id" | "captured_attempt" | "takings" | "returns">;
type Taking = Payment["takings"][number];

// The page whose money counts comes first.
function turnOf({ captured_attempt }: Pages, { attempt }: Taking): number {
  return attempt === captured_attempt ? 0 : attempt;
}

function moneyNews(
  entries: readonly BookEntry[],
  payment: Pages,
  { attempt, amount }: Taking,
): PaymentChange[] {
  const source = pageSource(payment.id, attempt);
  const more = amount - sumEntriesFrom(entries, source).captured;
  if (more === 0) return [];
  const noted = { source, amount: Math.abs(more), refund_id: null };
  if (more < 0)
    return [{ kind: "correction", attempt, id: null, drafts: [{ ...noted, kind: "correction" }] }];
  const back = attempt === payment.captured_attempt ? [] : surplusOf(entries, payment, attempt);
  return [{ kind: "money", attempt, id: null, drafts: [{ ...noted, kind: "paid" }, ...back] }];
}

// What came on a second page was sent back before anybody could ask: both belong together.
function surplusOf(entries: readonly BookEntry[], payment: Pages, page: number): EntryDraft[] {
  return payment.returns
    .filter(({ id, attempt, kind }) => attempt === page && kind === "refund" && !isNoted(entries, id))
    .map(({ id, amount }) => ({ ...ofReturn(payment, page, id), kind: "refund_asked", amount }));
}

function isNoted(entries: readonly BookEntry[], id: string): boolean {
  return entries.some(({ refund_id }) => refund_id === id);
}

function ofReturn(payment: Pages, attempt: number, id: string) {
  const isOver = attempt !== payment.captured_attempt;
  return { source: pageSource(payment.id, attempt), refund_id: id, ...(isOver ? { over: true } : {}) };
}

const REFUND = {
  asked: ["refund_asked"],
  confirmed: ["refund_confirmed"],
  refused: ["refund_refused"],
  given: ["refund_given"],
  reversed: ["refund_reversed"],
} as const;
const DISPUTE = {
  asked: ["dispute_opened"],
  confirmed: ["dispute_lost"],
  refused: ["dispute_won"],
  given: ["dispute_opened", "dispute_lost"],
  reversed: ["dispute_reversed"],
} as const;

function returnNews(entries: readonly EntryDraft[], payment: Pages, now: Reversal): PaymentChange[] {
  const { id, attempt, kind } = now;
  const names = kind === "dispute" ? DISPUTE : REFUND;
  const drafts = movesTo(sumEntries(entries.filter(({ refund_id }) => refund_id === id)), now).flatMap(
    ({ move, amount }) =>
      names[move].map((name) => ({ ...ofReturn(payment, attempt, id), kind: name, amount })),
  );
  return drafts.length > 0 ? [{ kind: kind === "dispute" ? "dispute" : "refund", attempt, id, drafts }] : [];
}

/** How a refund gets from what the books have of it to how it stands: what takes from the sums comes first. */
function movesTo(had: Sums, now: Reversal): { move: keyof typeof REFUND; amount: number }[] {
  const pending = now.status === "pending" ? now.counted : 0;
  const refunded = now.status === "succeeded" ? now.counted : 0;
  const confirmed = Math.max(0, Math.min(had.refund_pending - pending, refunded - had.refunded));
  const morePending = pending - had.refund_pending + confirmed;
  const moreRefunded = refunded - had.refunded - confirmed;
  const moves = [
    { move: "reversed", amount: -moreRefunded },
    { move: "refused", amount: -morePending },
    { move: "confirmed", amount: confirmed },
    { move: "asked", amount: morePending },
    { move: "given", amount: moreRefunded },
  ] as const;
  return moves.filter(({ amount }) => amount > 0);
}

/** The refunds that the books tell of, each as it stands; a dispute is one once it was lost. */
export function refundsIn(entries: readonly BookEntry[]): OrderRefund[] {
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

function refundOf(id: string, first: BookEntry, own: readonly BookEntry[]): OrderRefund {
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

/** How an order is paid for, with the sums of its books. */
export function paymentOf({
  payment,
  entries,
}: {
  payment: PaymentTerms;
  entries: readonly BookEntry[];
}): OrderPayment {
  return { ...payment, ...sumEntries(entries), refunds: refundsIn(entries) };
}

/** What so many units of an item came to: by cumulative rounding, so that all of them come to the whole. */
export function worthOfUnits(
  { quantity, money }: Pick<OrderItem, "quantity" | "money">,
  units: number,
): number {
  return scale(money.total, units, quantity);
}
