import { sumEntries, sumOverpayments, worthOfUnits } from "./books.ts";
import type { BookEntry } from "./books-schema.ts";
import type { Order, OrderItem, WriteOff } from "./schema.ts";

// What figures need of an order beside its books: when it was certain, when it was over, and what will never be paid.

/** What an order's moments follow from. */
type Lasting = Pick<
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

interface Moments {
  /** When it was first certain. */
  sold_at: number | null;
  /** When all of what had been sold was cancelled. */
  cancelled_at: number | null;
  write_offs: WriteOff[];
}

/**
 * The moments of an order as it is, none of which is ever taken back: what it knows already, and what its last change has
 * made true. Of an order from before they were kept they are reckoned from its history.
 */
export function saleTimes(order: Lasting): Moments {
  const sold_at = soldAt(order);
  if (sold_at === null) return { sold_at, cancelled_at: null, write_offs: [] };
  const isOver = order.status === "cancelled";
  const cancelled_at = order.cancelled_at ?? (isOver ? cancelledAt(order) : null);
  return { sold_at, cancelled_at, write_offs: writeOffs(order, cancelled_at) };
}

/** When the first money came that stayed; null while none has. */
export function collectedAt(entries: readonly BookEntry[]): number | null {
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

function soldAt({ sold_at, history, status, entries, created_at }: Lasting): number | null {
  if (sold_at !== null) return sold_at;
  const confirmed = history.find(({ action }) => action === "confirmed");
  if (confirmed) return confirmed.timestamp;
  const isFirm = status === "confirmed" || status === "partially_cancelled" || status === "completed";
  return isFirm || keptOf(entries) > 0 ? created_at : null;
}

// Its history may have lost the line by now.
function cancelledAt({ history, updated_at }: Lasting): number {
  return history.findLast(({ action }) => action === "cancelled")?.timestamp ?? updated_at;
}

/** What came of money and stays: without what came too late or twice. */
function keptOf(entries: readonly BookEntry[]): number {
  const { refunded, refund_pending } = sumOverpayments(entries);
  return sumEntries(entries).captured - refunded - refund_pending;
}

/** What is owed less than it was while nothing has come: units cancelled unpaid, and with the last of them the shipping. */
function writeOffs(order: Lasting, over_at: number | null): WriteOff[] {
  const { items, entries, total, write_offs: known, updated_at: at } = order;
  if (keptOf(entries) > 0) return known;
  const lines = items.flatMap((item) => lineOf(item, known, over_at !== null));
  const off = known.reduce((sum, each) => sum + each.amount, 0);
  const amount = over_at === null ? lines.reduce((sum, line) => sum + line.amount, 0) : total - off;
  if (amount <= 0) return known;
  return [...known, { id: `off_${known.length + 1}`, at: over_at ?? at, amount, lines }];
}

function lineOf(item: OrderItem, known: readonly WriteOff[], all: boolean): WriteOff["lines"] {
  const own = known.flatMap(({ lines }) => lines.filter(({ order_item_id }) => order_item_id === item.id));
  const before = own.reduce((sum, line) => sum + line.quantity, 0);
  const units = all ? item.quantity : item.unpaid_quantity;
  if (units <= before) return [];
  const amount = worthOfUnits(item, units) - own.reduce((sum, line) => sum + line.amount, 0);
  return [{ order_item_id: item.id, quantity: units - before, amount }];
}
