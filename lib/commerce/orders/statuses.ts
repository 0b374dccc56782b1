import type { Actor, Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { isUnchanged } from "#core/events.ts";
import { newId } from "#core/id.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { type EntryDraft, type PaymentChange, sumEntries, sumOverpayments, worthOfUnits } from "./books.ts";
import type { PaymentEntry, PaymentTerms } from "./books-schema.ts";
import { saleTimes } from "./sale-times.ts";
import type { Order, OrderItem, OrderStatus } from "./schema.ts";

/** Action of the history entry before a cancellation or return without refund. */
export const NOT_REFUNDED = "not_refunded";
/** Most entries of an order's history: the first and the newest stay. */
const MAX_HISTORY = 200;
export function isCancelled({
  quantity,
  cancelled_quantity,
}: Pick<OrderItem, "quantity" | "cancelled_quantity">): boolean {
  return cancelled_quantity >= quantity;
}

export interface OwingOrder extends Pick<Order, "total" | "status"> {
  items: Pick<OrderItem, "quantity" | "cancelled_quantity" | "unpaid_quantity" | "money">[];
}

/**
 * The amount due: the total without units that were cancelled unpaid, less what was paid. Refunded money
 * counts as paid, but a refunded overpayment does not.
 */
export function amountDue(order: OwingOrder & Pick<Order, "entries">): number {
  const { refunded, refund_pending } = sumOverpayments(order.entries);
  return amountDueAfter(order, sumEntries(order.entries).captured - refunded - refund_pending);
}

export function amountDueAfter({ total, items, status }: OwingOrder, came: number): number {
  if (status === "cancelled" || items.every(isCancelled)) return 0;
  const unpaid = items.reduce((sum, item) => sum + worthOfUnits(item, item.unpaid_quantity), 0);
  return Math.max(0, total - unpaid - came);
}

/** Units that are paid or will be, and were not refunded. */
export function refundableUnits(item: OrderItem): number {
  return item.quantity - item.unpaid_quantity - item.refunded_quantity;
}

/** The amount that refunds further units; the refunds of all units add up to the item's price. */
export function worthOfNextUnits(item: OrderItem, units: number): number {
  const before = item.unpaid_quantity + item.refunded_quantity;
  return worthOfUnits(item, before + units) - worthOfUnits(item, before);
}

/** Computes the statuses of an order from its items and payment, and its sale times from these. */
export function withStatuses<T extends Order>(order: T): T {
  const items = order.items.map(withItemStatus);
  const payment_status = paymentStatus({ ...order, items });
  const fulfillment_status = fulfillmentStatus(items);
  const paid = { ...order, items, payment_status, fulfillment_status };
  const after = withHold({ ...paid, status: orderStatus(paid) });
  return { ...after, ...saleTimes(after) };
}

/**
 * Only an order that waits for its buyer to pay has a hold that ends. While the provider processes the payment, the
 * hold has no end, and later there is none.
 */
function withHold<T extends Order>(order: T): T {
  const waits = order.status === "pending" && order.payment.status !== "authorized";
  const hold_ends_at = waits ? order.hold_ends_at : null;
  const items = order.items.map((item) => ({
    ...item,
    status: { ...item.status, expires_at: isCancelled(item) ? null : hold_ends_at },
  }));
  return { ...order, hold_ends_at, items };
}

function withItemStatus(item: OrderItem): OrderItem {
  const sent = item.fulfilled_quantity;
  const remaining = item.quantity - item.cancelled_quantity;
  const fulfillment_status =
    sent === 0 ? "unfulfilled" : sent < remaining ? "partially_fulfilled" : "fulfilled";
  const status = isCancelled(item) ? ({ ...item.status, status: "cancelled" } as const) : item.status;
  return { ...item, status, fulfillment_status };
}

function fulfillmentStatus(items: readonly OrderItem[]): Order["fulfillment_status"] {
  const shipped = items.filter(({ snapshot }) => snapshot.requires_shipping);
  const left = shipped.filter((item) => !isCancelled(item));
  if (shipped.length === 0 || left.length === 0) return "not_required";
  if (left.every(({ fulfillment_status }) => fulfillment_status === "fulfilled")) return "fulfilled";
  return left.some(({ fulfilled_quantity }) => fulfilled_quantity > 0)
    ? "partially_fulfilled"
    : "unfulfilled";
}

function paymentStatus({ payment, payment_status, entries }: Order): Order["payment_status"] {
  const { type, status } = payment;
  const { captured, refunded } = sumEntries(entries);
  if (type === "free") return "paid";
  if (captured > 0 && refunded >= captured) return "refunded";
  if (captured > 0) return refunded > sumOverpayments(entries).refunded ? "partially_refunded" : "paid";
  if (type === "cash") return "unpaid";
  return STATUS_OF_PAYMENT[status] ?? payment_status;
}

const STATUS_OF_PAYMENT: Partial<Record<string, Order["payment_status"]>> = {
  pending: "pending",
  authorized: "authorized",
  failed: "failed",
  expired: "expired",
};

function orderStatus(order: Order): OrderStatus {
  const { status, items } = order;
  if (status === "cancelled") return status;
  const gone = items.filter(({ cancelled_quantity }) => cancelled_quantity > 0);
  if (items.every(isCancelled)) return "cancelled";
  if (status === "pending") return status;
  const done = items.every((item) => item.fulfilled_quantity >= item.quantity - item.cancelled_quantity);
  // A completed order with a refunded label is open, because its goods are sent again.
  if (done && (amountDue(order) === 0 || status === "completed")) return "completed";
  return gone.length > 0 ? "partially_cancelled" : "confirmed";
}

/**
 * Applies changes to an order, recomputes its statuses, and adds a history entry. Returns the order itself if nothing
 * changes.
 */
export function changedOrder(
  ctx: Context,
  before: Stored<Order>,
  changes: Partial<Order>,
  action: string,
  reason: string | null = null,
): Stored<Order> {
  if (isUnchanged(before, { ...before, ...changes })) return before;
  const history = [...before.history, historyEntry(ctx, action, reason)];
  const shortened =
    history.length > MAX_HISTORY ? [...history.slice(0, 1), ...history.slice(-MAX_HISTORY + 1)] : history;
  return withStatuses({ ...before, ...changes, history: shortened, updated_at: ctx.now() });
}

/** Adds a history entry that no money is refunded, because the buyer could not cancel any more. */
export function markNotRefunded(ctx: Context, order: Stored<Order>): Stored<Order> {
  const line = historyEntry(
    ctx,
    NOT_REFUNDED,
    "the buyer could not cancel it any more, so no money goes back",
  );
  return { ...order, history: [...order.history, line] };
}

export function historyEntry(
  ctx: Context,
  action: string,
  reason: string | null = null,
): Order["history"][number] {
  return { action, reason, actor: actorOf(ctx), timestamp: ctx.now() };
}

/** The buyer may cancel until something was sent or an appointment has begun. */
export function buyerMayCancel({ status, items, shipments }: Order, now: number): boolean {
  const open = status === "pending" || status === "confirmed" || status === "partially_cancelled";
  const began = ({ from, cancelled_quantity }: Order["items"][number]) =>
    from !== null && from <= now && cancelled_quantity === 0;
  return (
    open && shipments.length === 0 && items.every((item) => item.fulfilled_quantity === 0 && !began(item))
  );
}

type ActorRef = PaymentEntry["actor"];

/** The actor of a history entry. An unknown caller, such as on the order's page, counts as the order's customer. */
function actorOf({ actor }: { actor: Actor }): ActorRef {
  return actor.kind === "nobody" ? { type: "customer", id: "" } : { type: actor.kind, id: actor.id };
}

export function providerActor({ provider }: Pick<Payment, "provider">): ActorRef {
  return { type: "provider", id: provider };
}

export function addEntries(
  ctx: Context,
  { entries }: Pick<Order, "entries">,
  drafts: readonly EntryDraft[],
  actor: ActorRef = actorOf(ctx),
): PaymentEntry[] {
  const at = ctx.now();
  const made = drafts.map((draft) => ({ reason: null, ...draft, id: newId("book", ctx.clock()), actor, at }));
  return [...entries, ...made];
}

/** The payment terms after a change of the payment. A cash order takes over only the status of a captured one. */
export function termsAfterPayment(
  { payment: terms, status: orderStatusNow }: Pick<Order, "payment" | "status">,
  { status }: Pick<Payment, "status">,
): PaymentTerms {
  // The payment page of an ended order may still be open, but its pending payment must not count.
  const isOver = status === "pending" && orderStatusNow !== "pending";
  return isOver || (terms.type === "cash" && status !== "captured") ? terms : { ...terms, status };
}

/** Adjusts the refunded units of the items, because a refund that the provider refused does not count. */
export function itemsAfterRefund(
  { items, entries }: Pick<Order, "items" | "entries">,
  { id, drafts }: PaymentChange,
): OrderItem[] {
  const own = entries.filter(({ refund_id }) => refund_id === id);
  const [before, after] = [sumEntries(own), sumEntries([...own, ...drafts])].map(
    ({ refunded, refund_pending }) => refunded + refund_pending > 0,
  );
  if (before === after) return items;
  const lines = own[0]?.lines ?? [];
  return items.map((item) => {
    const units = lines
      .filter(({ order_item_id }) => order_item_id === item.id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return { ...item, refunded_quantity: item.refunded_quantity + (after ? units : -units) };
  });
}
