import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { reserve, type StockMove } from "#lib/commerce/inventory/stock-moves.ts";
import { cashEntry, type PaymentChange, sumEntries } from "./books.ts";
import type { PaymentEntry } from "./books-schema.ts";
import { ORDER } from "./errors.ts";
import type { Event, OrderSnapshot, Outcome } from "./lifecycle-events.ts";
import type { Order, OrderItem } from "./schema.ts";
import {
  addEntries,
  amountDue,
  changedOrder,
  itemsAfterRefund,
  providerActor,
  termsAfterPayment,
} from "./statuses.ts";
import { amountKept, withSurplus } from "./surplus.ts";
import { openUnits, releaseUnits, sendUnits } from "./units.ts";

/** Why an unpaid order ended. */
type UnpaidReason = "hold_ended" | "cart_changed" | "payment_failed";

const REASON_TEXTS: Record<UnpaidReason, string> = {
  hold_ended: "it was not paid in time",
  cart_changed: "the cart was changed",
  payment_failed: "the payment failed",
};

/** The order's holds stay until the provider reports how the payment ended. */
export function authorizePayment(
  { order }: OrderSnapshot,
  { payment, times, by }: Event<"payment authorized">,
): Outcome {
  const kept = { payment: termsAfterPayment(order, payment), asked_at: by.now() };
  return { record: changedOrder(by, order, kept, "payment_processing"), writes: times };
}

export function notePaymentCheck({ order }: OrderSnapshot, { by }: Event<"payment checked">): Outcome {
  return { record: changedOrder(by, order, { asked_at: by.now() }, "payment_asked") };
}

/** The payment can be tried again until the hold ends. */
export function declinePayment(
  { order }: OrderSnapshot,
  { payment, by }: Event<"payment declined">,
): Outcome {
  const record = changedOrder(by, order, { payment: termsAfterPayment(order, payment) }, "payment_failed");
  return { record, events: ["order.payment_failed"] };
}

/** The order's hold continues with the next payment page. */
export function renewPage(
  { order }: OrderSnapshot,
  { page, times, by }: Event<"payment page renewed">,
): Outcome {
  const { status, until: hold_ends_at, return_url, cancel_url } = page;
  const held = { payment: { ...order.payment, status }, hold_ends_at, return_url, cancel_url };
  return { record: changedOrder(by, order, held, "payment_renewed"), writes: times };
}

/** Ends an unpaid order, unless its payment is authorized or captured. `hold expired` needs a hold that has ended. */
export function endHold(
  snapshot: OrderSnapshot,
  { type, by }: Event<"hold expired" | "returned to cart">,
): Outcome {
  const { order, payment } = snapshot;
  const isPaid = payment?.status === "captured" || payment?.status === "authorized";
  const isOver = order.hold_ends_at !== null && order.hold_ends_at <= by.now();
  if (isPaid || (type === "hold expired" && !isOver)) return { record: order };
  return expire(by, order, type === "hold expired" ? "hold_ended" : "cart_changed");
}

export function failPayment({ order }: OrderSnapshot, { why, by }: Event<"payment failed">): Outcome {
  return expire(by, order, why);
}

/** Releases what the order held, returns the use of its promo code, and reopens its cart. */
function expire(by: Context, order: Stored<Order>, end: UnpaidReason): Outcome {
  const moves: StockMove[] = [];
  const items = order.items.map((item) => {
    const freed = releaseUnits(item, openUnits(item));
    moves.push(...freed.moves);
    const status = { ...item.status, reason: REASON_TEXTS[end] };
    return { ...freed.item, cancelled_quantity: item.quantity - item.fulfilled_quantity, status };
  });
  const over = { items, payment: { ...order.payment, status: "expired" } };
  return {
    record: changedOrder(by, order, over, "expired", REASON_TEXTS[end]),
    moves,
    frees: { all: "FAILED" },
    cart: "order failed",
    givesCodeBack: true,
    allowsAnySize: true,
  };
}

/** The total stays due, and staff record the payment when it comes. */
export function confirmUnpaid(
  { order, reservation }: OrderSnapshot,
  { times, by }: Event<"confirmed by staff">,
): Outcome {
  const payment = { ...order.payment, type: "cash" as const, status: "none" };
  const { order: record, moves } = confirmedOrder(by, order, { payment }, needsApproval(reservation));
  return { record, moves, events: ["order.confirmed"], writes: times, cart: "order finalized" };
}

/** Whether the appointments of a confirmed order wait for approval. */
function needsApproval(reservation: { isApprovalRequired: boolean } | undefined): boolean {
  return reservation?.isApprovalRequired ?? false;
}

/** Confirms an order. Goods without shipping count as handed over, and leave the stock. */
export function confirmedOrder(
  ctx: Context,
  before: Stored<Order>,
  change: Partial<Order>,
  waits: boolean,
  reason: string | null = null,
): { order: Stored<Order>; moves: StockMove[] } {
  const moves: StockMove[] = [];
  const items = before.items.map((item) => {
    const firm = confirmedItem(item, waits);
    if (item.type !== "product" || item.snapshot.requires_shipping) return firm;
    const units = openUnits(firm);
    const sent = sendUnits(firm, units);
    moves.push(...sent.moves);
    return { ...sent.item, fulfilled_quantity: firm.fulfilled_quantity + units };
  });
  const firm = { ...change, items, status: "confirmed" as const };
  return { order: changedOrder(ctx, before, firm, "confirmed", reason), moves };
}

/** An appointment of a confirmed order may still wait for approval. */
function confirmedItem(item: OrderItem, waits: boolean): OrderItem {
  const waiting = waits && item.type === "service";
  return {
    ...item,
    status: { status: waiting ? "pending" : "confirmed", expires_at: null, reason: null },
  };
}

type PaymentReceived = Event<"payment received">;

export function confirmPaid({ order, reservation }: OrderSnapshot, event: PaymentReceived): Outcome {
  const { by, times: writes } = event;
  const { order: record, moves } = confirmedOrder(
    by,
    order,
    paymentFields(order, event),
    needsApproval(reservation),
  );
  const events = ["order.confirmed", "order.paid"] as const;
  return { record, moves, events, writes, cart: "order finalized", allowsAnySize: true };
}

/**
 * Reinstates an order whose payment came after its hold had ended, if everything is still available. Otherwise, and
 * for an order that was cancelled, the money is refunded.
 */
export function reinstatePaid(snapshot: OrderSnapshot, event: PaymentReceived): Outcome {
  const { order, reservation } = snapshot;
  const { by, again } = event;
  if (!again || !hasExpired(order)) return recordExtraPayment(snapshot, event);
  const open: Stored<Order> = { ...order, status: "pending", items: again.items };
  const paid = paymentFields(order, event);
  const late = confirmedOrder(by, open, paid, needsApproval(reservation), "its money came late");
  const reserved = again.items.flatMap(({ allocations }) => allocations.map(reserve));
  return {
    record: late.order,
    moves: [...reserved, ...late.moves],
    events: ["order.confirmed", "order.paid"],
    writes: again.times,
    cart: "order placed",
    allowsAnySize: true,
  };
}

function paymentFields(
  order: Order,
  { by, payment, news, receipt: receipt_number }: PaymentReceived,
): Partial<Order> {
  const entries = addEntries(by, order, news.drafts, providerActor(payment));
  return { payment: termsAfterPayment(order, payment), entries, receipt_number };
}

/** Whether an order ended because its hold expired; a cancelled one did not. */
export function hasExpired({ history }: Pick<Order, "history">): boolean {
  const ends = history.filter(({ action }) => action === "expired" || action === "cancelled");
  return ends.at(-1)?.action === "expired";
}

/** Records a payment that may exceed the amount due; refunds and announces the rest. */
export function recordExtraPayment(
  { order }: OrderSnapshot,
  { by, payment, news, receipt }: PaymentReceived,
): Outcome {
  const { captured: came } = sumEntries(news.drafts);
  const kept = amountKept(order, payment, news);
  const isOver = kept < came;
  const { entries, aside } = withSurplus(by, order, payment, news);
  const receipt_number = order.receipt_number ?? (kept > 0 ? receipt : null);
  const change = { entries, payment: termsAfterPayment(order, payment), receipt_number };
  const why = order.status === "cancelled" ? "it came too late" : "it was paid already";
  return {
    record: changedOrder(by, order, change, isOver ? "payment_refused" : "paid", isOver ? why : null),
    events: [
      ...(kept > 0 ? (["order.paid"] as const) : []),
      ...(isOver ? (["order.payment_refused"] as const) : []),
    ],
    allowsAnySize: true,
    ...(aside ? { writes: aside.writes, payment: aside.payment } : {}),
  };
}

/** Records the amount due as paid in cash. If it was paid before, nothing changes. */
export function recordCash({ order }: OrderSnapshot, { receipt, by }: Event<"cash received">): Outcome {
  const { type } = order.payment;
  const amount = amountDue(order);
  if (type === "free" || (amount === 0 && sumEntries(order.entries).captured > 0)) return { record: order };
  if (type !== "cash") throw ORDER.INVALID_STATUS({ message: "it is paid by card, and not by hand" });
  if (order.status === "cancelled")
    throw ORDER.INVALID_STATUS({ message: `the order ${order.number} is cancelled` });
  if (amount === 0) return { record: order };
  const entries = addEntries(by, order, [cashEntry(amount)]);
  const receipt_number = order.receipt_number ?? receipt;
  return { record: changedOrder(by, order, { entries, receipt_number }, "paid"), events: ["order.paid"] };
}

/** Records a refund that the provider reports; the order announces only the first report of its success. */
export function recordRefund(
  { order }: OrderSnapshot,
  { payment, news, by }: Event<"refund reported">,
): Outcome {
  const isNew = isFirstReport(order.entries, news);
  const change = {
    entries: addEntries(by, order, news.drafts, providerActor(payment)),
    payment: termsAfterPayment(order, payment),
    items: itemsAfterRefund(order, news),
  };
  const record = changedOrder(by, order, change, isNew ? "refunded" : "payment_updated");
  return { record, events: isNew ? ["order.refunded"] : [], allowsAnySize: true };
}

/** Whether a change reports for the first time that a refund succeeded. */
function isFirstReport(entries: readonly PaymentEntry[], { id, drafts }: PaymentChange): boolean {
  const own = entries.filter(({ refund_id }) => id !== null && refund_id === id);
  const wasGiven = own.some((_, at) => sumEntries(own.slice(0, at + 1)).refunded > 0);
  return !wasGiven && sumEntries([...own, ...drafts]).refunded > 0;
}
