import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { type Move, reserve } from "#lib/commerce/inventory/moves.ts";
import { sayableOf, setAside } from "#lib/money/payments/refunds.ts";
import { leftOf } from "#lib/money/payments/returns.ts";
import type { Payment, Refund } from "#lib/money/payments/schema.ts";
import { type Draft, goingBack, type News, sourceOf, sums, takenInCash } from "./books.ts";
import type { BookEntry } from "./books-schema.ts";
import { ORDER } from "./errors.ts";
import type { On, Outcome, Whole } from "./happenings.ts";
import type { Order, OrderItem } from "./schema.ts";
import { added, changed, itemsAfter, owed, providerOf, termsAfter } from "./statuses.ts";
import { openUnits, releaseUnits, sendUnits } from "./units.ts";

/** Why an order that was not paid is over. */
type End = "hold_ended" | "cart_changed" | "payment_failed";

const WORDS: Record<End, string> = {
  hold_ended: "it was not paid in time",
  cart_changed: "the cart was changed",
  payment_failed: "the payment failed",
};

/** What it is for is kept until the provider says how it ended. */
export function underWay({ order }: Whole, { payment, times, by }: On<"be under way">): Outcome {
  const kept = { payment: termsAfter(order, payment), asked_at: by.now() };
  return { record: changed(by, order, kept, "payment_processing"), writes: times };
}

export function askedAfter({ order }: Whole, { by }: On<"be asked after">): Outcome {
  return { record: changed(by, order, { asked_at: by.now() }, "payment_asked") };
}

/** It can be tried again for as long as it is held. */
export function declined({ order }: Whole, { payment, by }: On<"be declined">): Outcome {
  const record = changed(by, order, { payment: termsAfter(order, payment) }, "payment_failed");
  return { record, events: ["order.payment_failed"] };
}

/** The hold goes on with its next page. */
export function renewed({ order }: Whole, { page, times, by }: On<"have another page">): Outcome {
  const { status, until: hold_ends_at, return_url, cancel_url } = page;
  const held = { payment: { ...order.payment, status }, hold_ends_at, return_url, cancel_url };
  return { record: changed(by, order, held, "payment_renewed"), writes: times };
}

/** One with money under way or come is left alone, and so is a hold that goes on. */
export function ended(whole: Whole, { is, by }: On<"run out" | "go back to its cart">): Outcome {
  const { order, payment } = whole;
  const isPaid = payment?.status === "captured" || payment?.status === "authorized";
  const isOver = order.hold_ends_at !== null && order.hold_ends_at <= by.now();
  if (isPaid || (is === "run out" && !isOver)) return { record: order };
  return unpaid(by, order, is === "run out" ? "hold_ended" : "cart_changed");
}

export function cameToNothing({ order }: Whole, { why, by }: On<"come to nothing">): Outcome {
  return unpaid(by, order, why);
}

/** What it held is free, its promo use goes back, and its cart is active again with its lines. */
function unpaid(by: Context, order: Stored<Order>, end: End): Outcome {
  const moves: Move[] = [];
  const items = order.items.map((item) => {
    const freed = releaseUnits(item, openUnits(item));
    moves.push(...freed.moves);
    const status = { ...item.status, reason: WORDS[end] };
    return { ...freed.item, cancelled_quantity: item.quantity - item.fulfilled_quantity, status };
  });
  const over = { items, payment: { ...order.payment, status: "expired" } };
  return {
    record: changed(by, order, over, "expired", WORDS[end]),
    moves,
    frees: { all: "FAILED" },
    cart: "lose its order",
    givesCodeBack: true,
    isSaid: true,
  };
}

/** What it comes to is owed, and is noted by hand when it comes. */
export function taken({ order, reservation }: Whole, { times, by }: On<"be confirmed">): Outcome {
  const payment = { ...order.payment, type: "cash" as const, status: "none" };
  const { order: record, moves } = confirmedOrder(by, order, { payment }, waitsFor(reservation));
  return { record, moves, events: ["order.confirmed"], writes: times, cart: "be bought" };
}

/** Whether the appointments of an order wait for the store's word once it is confirmed. */
function waitsFor(reservation: { isApprovalRequired: boolean } | undefined): boolean {
  return reservation?.isApprovalRequired ?? false;
}

/** An order that is certain, and the moves of what leaves the stock because nothing of it is sent: that is the buyer's at once. */
export function confirmedOrder(
  ctx: Context,
  before: Stored<Order>,
  change: Partial<Order>,
  waits: boolean,
  reason: string | null = null,
): { order: Stored<Order>; moves: Move[] } {
  const moves: Move[] = [];
  const items = before.items.map((item) => {
    const firm = confirmedItem(item, waits);
    if (item.type !== "product" || item.snapshot.requires_shipping) return firm;
    const units = openUnits(firm);
    const sent = sendUnits(firm, units);
    moves.push(...sent.moves);
    return { ...sent.item, fulfilled_quantity: firm.fulfilled_quantity + units };
  });
  const firm = { ...change, items, status: "confirmed" as const };
  return { order: changed(ctx, before, firm, "confirmed", reason), moves };
}

/** Where an item stands once its order is confirmed: an appointment may still wait for the store's word. */
function confirmedItem(item: OrderItem, waits: boolean): OrderItem {
  const waiting = waits && item.type === "service";
  return {
    ...item,
    status: { status: waiting ? "pending" : "confirmed", expires_at: null, reason: null },
  };
}

type Paid = On<"be paid">;

/** Its money has come while it waited for it: it is certain. */
export function paidInTime({ order, reservation }: Whole, happening: Paid): Outcome {
  const { by, times: writes } = happening;
  const { order: record, moves } = confirmedOrder(by, order, noted(order, happening), waitsFor(reservation));
  const events = ["order.confirmed", "order.paid"] as const;
  return { record, moves, events, writes, cart: "be bought", isSaid: true };
}

/**
 * Fills an order whose hold had ended before its money came, if all of it can still be had. An order that was cancelled
 * does not come back: what comes for it goes back.
 */
export function paidLate(whole: Whole, happening: Paid): Outcome {
  const { order, reservation } = whole;
  const { by, again } = happening;
  if (!again || !hasExpired(order)) return paidMore(whole, happening);
  const open: Stored<Order> = { ...order, status: "pending", items: again.items };
  const paid = noted(order, happening);
  const late = confirmedOrder(by, open, paid, waitsFor(reservation), "its money came late");
  const reserved = again.items.flatMap(({ allocations }) => allocations.map(reserve));
  return {
    record: late.order,
    moves: [...reserved, ...late.moves],
    events: ["order.confirmed", "order.paid"],
    writes: again.times,
    cart: "be ordered",
    isSaid: true,
  };
}

function noted(order: Order, { by, payment, news, receipt: receipt_number }: Paid): Partial<Order> {
  const entries = added(by, order, news.drafts, providerOf(payment));
  return { payment: termsAfter(order, payment), entries, receipt_number };
}

/** Whether an order is over because its hold was: one that somebody cancelled is not. */
export function hasExpired({ history }: Pick<Order, "history">): boolean {
  const ends = history.filter(({ action }) => action === "expired" || action === "cancelled");
  return ends.at(-1)?.action === "expired";
}

/** Money for an order that waits for none, or for less: what is more than is owed goes back, and is told. */
export function paidMore({ order }: Whole, { by, payment, news, receipt }: Paid): Outcome {
  const { captured: came } = sums(news.drafts);
  const kept = keptOf(order, payment, news);
  const isOver = kept < came;
  const { entries, aside } = withSurplus(by, order, payment, news);
  const receipt_number = order.receipt_number ?? (kept > 0 ? receipt : null);
  const change = { entries, payment: termsAfter(order, payment), receipt_number };
  const why = order.status === "cancelled" ? "it came too late" : "it was paid already";
  return {
    record: changed(by, order, change, isOver ? "payment_refused" : "paid", isOver ? why : null),
    events: [
      ...(kept > 0 ? (["order.paid"] as const) : []),
      ...(isOver ? (["order.payment_refused"] as const) : []),
    ],
    isSaid: true,
    ...(aside ? { writes: aside.writes, payment: aside.payment } : {}),
  };
}

/** What of the money on a page its order is owed, with what its provider cannot say exactly of the rest. */
export function keptOf(order: Order, payment: Payment, { attempt, drafts }: News): number {
  const { captured } = sums(drafts);
  if (attempt !== payment.captured_attempt) return 0;
  return captured - sayableOf(payment, captured - Math.min(captured, owed(order)));
}

// What is more than is owed is set aside to go back; of a second page the payment has done so already.
function withSurplus(
  by: Context,
  order: Order,
  payment: Stored<Payment>,
  news: News,
): { entries: BookEntry[]; aside: ReturnType<typeof setAside> | undefined } {
  const more = sums(news.drafts).captured - keptOf(order, payment, news);
  const most = Math.min(more, sayableOf(payment, leftOf(payment)));
  const back = news.attempt === payment.captured_attempt ? most : 0;
  const aside = back > 0 ? setAside(by, payment, back) : undefined;
  const entries = added(by, order, news.drafts, providerOf(payment));
  return { entries: aside ? added(by, { entries }, [overIn(aside.refund)]) : entries, aside };
}

function overIn({ id, payment_id, attempt, amount }: Refund): Draft {
  const asked = { id, amount, lines: [], shipping: 0, reason: null };
  return { ...goingBack(sourceOf(payment_id, attempt), asked), over: true };
}

/** What staff took by hand. What is paid already is no error. */
export function paidInCash({ order }: Whole, { receipt, by }: On<"be paid in cash">): Outcome {
  const { type } = order.payment;
  const amount = owed(order);
  if (type === "free" || (amount === 0 && sums(order.entries).captured > 0)) return { record: order };
  if (type !== "cash") throw ORDER.INVALID_STATUS({ message: "it is paid by card, and not by hand" });
  if (order.status === "cancelled")
    throw ORDER.INVALID_STATUS({ message: `the order ${order.number} is cancelled` });
  if (amount === 0) return { record: order };
  const entries = added(by, order, [takenInCash(amount)]);
  const receipt_number = order.receipt_number ?? receipt;
  return { record: changed(by, order, { entries, receipt_number }, "paid"), events: ["order.paid"] };
}

/** Each refund that goes back is a change and an announcement of its own. */
export function toldOfRefund({ order }: Whole, { payment, news, by }: On<"be told of a refund">): Outcome {
  const isNew = isGiven(order.entries, news);
  const change = {
    entries: added(by, order, news.drafts, providerOf(payment)),
    payment: termsAfter(order, payment),
    items: itemsAfter(order, news),
  };
  const record = changed(by, order, change, isNew ? "refunded" : "payment_updated");
  return { record, events: isNew ? ["order.refunded"] : [], isSaid: true };
}

/** Whether news of a refund say for the first time that its money has gone back: each is told of once. */
function isGiven(entries: readonly BookEntry[], { id, drafts }: News): boolean {
  const own = entries.filter(({ refund_id }) => id !== null && refund_id === id);
  const wasGiven = own.some((_, at) => sums(own.slice(0, at + 1)).refunded > 0);
  return !wasGiven && sums([...own, ...drafts]).refunded > 0;
}
