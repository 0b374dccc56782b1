import { sumEntries, sumOverpayments, worthOfUnits } from "./books.ts";
import type { PaymentEntry } from "./books-schema.ts";
import type { Order, OrderItem, WriteOff } from "./schema.ts";

// The times that figures need besides the books: when an order was sold, when it was cancelled, and what will
// never be paid.

type OrderForTimes = Pick<
  Order,
  | "status"
  | "items"
  | "entries"
  | "history"
  | "total"
  | "sold_at"
  | "cancelled_at"
  | "write_offs"
  | "created_at"
  | "updated_at"
>;

interface SaleTimes {
  /** When it was first confirmed. */
  sold_at: number | null;
  /** When the whole order was cancelled after its sale. */
  cancelled_at: number | null;
  write_offs: WriteOff[];
}

/**
 * The times that an order has already, and those that its last change adds; none is ever removed. An order from before
 * the times were stored gets them from its history.
 */
export function saleTimes(order: OrderForTimes): SaleTimes {
  const sold_at = soldAt(order);
  if (sold_at === null) return { sold_at, cancelled_at: null, write_offs: [] };
  const isOver = order.status === "cancelled";
  const cancelled_at = order.cancelled_at ?? (isOver ? cancelledAt(order) : null);
  return { sold_at, cancelled_at, write_offs: writeOffs(order, cancelled_at) };
}

/** When the first money came that was no overpayment; null until then. */
export function collectedAt(entries: readonly PaymentEntry[]): number | null {
  const extra = new Set(entries.flatMap((entry) => (entry.over ? (entry.refund_id ?? []) : [])));
  let kept = 0;
  for (const entry of entries) {
    const isExtra = entry.refund_id !== null && extra.has(entry.refund_id);
    const { captured, refunded, refund_pending } = sumEntries([entry]);
    kept += captured - (isExtra ? refunded + refund_pending : 0);
    if (kept > 0) return entry.at;
  }
  return null;
}

function soldAt({ sold_at, history, status, entries, created_at }: OrderForTimes): number | null {
  if (sold_at !== null) return sold_at;
  const confirmed = history.find(({ action }) => action === "confirmed");
  if (confirmed) return confirmed.timestamp;
  const isFirm = status === "confirmed" || status === "partially_cancelled" || status === "completed";
  return isFirm || keptAmount(entries) > 0 ? created_at : null;
}

// A long history drops old entries, so the cancellation may be missing.
function cancelledAt({ history, updated_at }: OrderForTimes): number {
  return history.findLast(({ action }) => action === "cancelled")?.timestamp ?? updated_at;
}

/** The money that the order keeps, without late and double payments. */
function keptAmount(entries: readonly PaymentEntry[]): number {
  const { refunded, refund_pending } = sumOverpayments(entries);
  return sumEntries(entries).captured - refunded - refund_pending;
}

/** Adds a write-off for units that were cancelled unpaid; cancelling the last of them also writes off the shipping. */
function writeOffs(order: OrderForTimes, over_at: number | null): WriteOff[] {
  const { items, entries, total, write_offs: known, updated_at: at } = order;
  if (keptAmount(entries) > 0) return known;
  const lines = items.flatMap((item) => writeOffLine(item, known, over_at !== null));
  const off = known.reduce((sum, each) => sum + each.amount, 0);
  const amount = over_at === null ? lines.reduce((sum, line) => sum + line.amount, 0) : total - off;
  if (amount <= 0) return known;
  return [...known, { id: `off_${known.length + 1}`, at: over_at ?? at, amount, lines }];
}

function writeOffLine(item: OrderItem, known: readonly WriteOff[], all: boolean): WriteOff["lines"] {
  const own = known.flatMap(({ lines }) => lines.filter(({ order_item_id }) => order_item_id === item.id));
  const before = own.reduce((sum, line) => sum + line.quantity, 0);
  const units = all ? item.quantity : item.unpaid_quantity;
  if (units <= before) return [];
  const amount = worthOfUnits(item, units) - own.reduce((sum, line) => sum + line.amount, 0);
  return [{ order_item_id: item.id, quantity: units - before, amount }];
}
