import type { StockMove } from "#lib/commerce/inventory/stock-moves.ts";
import { sumEntries } from "./books.ts";
import type { OrderRefund } from "./books-schema.ts";
import { ORDER } from "./errors.ts";
import type { Event, OrderSnapshot, Outcome, Units } from "./lifecycle-events.ts";
import { parcelEvents } from "./parcel-events.ts";
import { cashRefundEvents, refundableAmountOfOrder, roundedRefund, splitRefund } from "./refund-sources.ts";
import type { Order, OrderItem } from "./schema.ts";
import { changedOrder, isCancelled, markNotRefunded, refundableUnits, worthOfNextUnits } from "./statuses.ts";
import { openUnits, refundLines, releaseUnits, restoreLines, sendLines } from "./units.ts";

/** Cancels an unpaid order, which is possible only as a whole; its payment page is closed already. */
export function cancelUnpaid({ order }: OrderSnapshot, { units, reason, by }: Event<"cancelled">): Outcome {
  const requested = units ?? openUnitsById(order);
  if (!order.items.every((item) => (requested.get(item.id) ?? 0) >= openUnits(item)))
    throw ORDER.INVALID_STATUS({
      message: "it waits for its payment: cancel all of it, or confirm it first",
    });
  const { items, moves } = removeUnits(order, requested, reason);
  const { payment } = order;
  const closed = { ...payment, status: payment.id ? "expired" : payment.status };
  return {
    record: changedOrder(by, order, { items, payment: closed }, "cancelled", reason),
    moves,
    frees: { all: "CANCELLED" },
    cart: "order finalized",
    givesCodeBack: true,
    allowsAnySize: true,
  };
}

/** Cancels unsent units and refunds them if the rules allow it. */
export function cancelUnits(
  snapshot: OrderSnapshot,
  { units, reason, goes, by }: Event<"cancelled">,
): Outcome {
  const { order, payment } = snapshot;
  const requested = units ?? openUnitsById(order);
  if ([...requested.values()].every((count) => count === 0))
    throw ORDER.INVALID_STATUS({ message: "all of it has been sent: refund it instead" });
  const { items, moves, lines } = removeUnits(order, requested, reason);
  const all = items.every(isCancelled);
  const amount = goes === "all" ? amountPaidFor(snapshot, requested) : 0;
  const worth = lines.reduce((sum, line) => sum + line.amount, 0);
  // A refund of all that is left is not rounded.
  const rounded = amount === roundedRefund(order, payment, worth) ? amount - worth : 0;
  const given =
    amount > 0 ? splitRefund(by, order, payment, { amount, lines, shipping: 0, reason, rounded }) : undefined;
  const isPaid = sumEntries(order.entries).captured > 0;
  const marked = given ? withRefunded(items, lines) : isPaid ? items : withUnpaid(items, requested);
  const change = { items: marked, ...(given ? { entries: given.entries } : {}) };
  const told = goes === "all" ? order : markNotRefunded(by, order);
  return {
    record: changedOrder(by, told, change, all ? "cancelled" : "cancelled_in_part", reason),
    moves,
    events: cashRefundEvents(given),
    frees: { parts: newlyCancelledParts(order, items) },
    cart: "order finalized",
    // A paid order has used its promo code for good.
    givesCodeBack: all && !isPaid,
    writes: given?.writes ?? [],
  };
}

function openUnitsById({ items }: Order): Units {
  return new Map(items.map((item) => [item.id, openUnits(item)]));
}

/** The amount that is refunded if units are cancelled; cancelling the last ones refunds all that is left. */
export function amountPaidFor(
  { order, payment }: Pick<OrderSnapshot, "order" | "payment">,
  units: Units | undefined,
): number {
  const { items, lines } = removeUnits(order, units ?? openUnitsById(order), null);
  const left = refundableAmountOfOrder(order, payment);
  const worth = lines.reduce((sum, { amount }) => sum + amount, 0);
  return items.every(isCancelled) ? left : Math.min(roundedRefund(order, payment, worth), left);
}

function removeUnits(order: Order, requested: Units, reason: string | null) {
  const moves: StockMove[] = [];
  const lines: OrderRefund["lines"] = [];
  const items = order.items.map((item): OrderItem => {
    const units = requested.get(item.id) ?? 0;
    if (units === 0) return item;
    const freed = releaseUnits(item, units);
    moves.push(...freed.moves);
    // Units that were sent may have been refunded before their label was refunded.
    const quantity = Math.min(units, refundableUnits(item));
    if (quantity > 0)
      lines.push({ order_item_id: item.id, quantity, amount: worthOfNextUnits(item, quantity) });
    const cancelled_quantity = item.cancelled_quantity + units;
    const status = cancelled_quantity >= item.quantity ? { ...item.status, reason } : item.status;
    return { ...freed.item, cancelled_quantity, status };
  });
  return { items, moves, lines };
}

function withRefunded(items: readonly OrderItem[], lines: OrderRefund["lines"]): OrderItem[] {
  return items.map((item) => {
    const line = lines.find(({ order_item_id }) => order_item_id === item.id);
    return line ? { ...item, refunded_quantity: item.refunded_quantity + line.quantity } : item;
  });
}

function withUnpaid(items: readonly OrderItem[], requested: Units): OrderItem[] {
  return items.map((item) => ({
    ...item,
    unpaid_quantity: item.unpaid_quantity + (requested.get(item.id) ?? 0),
  }));
}

/** Parts whose items are cancelled by this change. */
function newlyCancelledParts(before: Order, items: readonly OrderItem[]): Set<string> {
  const known = new Set(before.items.filter(isCancelled).map(({ id }) => id));
  const gone = items.filter((item) => isCancelled(item) && !known.has(item.id));
  return new Set(gone.flatMap(({ part_id }) => part_id ?? []));
}

/** Refunds an amount without lines, lines at their price, shipping, or all that is left. */
export function requestRefund(
  snapshot: OrderSnapshot,
  { asked, intent, returnId, by }: Event<"refund requested">,
): Outcome {
  const { order, payment } = snapshot;
  if (sumEntries(order.entries).captured === 0)
    throw ORDER.INVALID_STATUS({ message: "nothing was paid for this order" });
  const { items, lines, moves, shipping, amount, rounded } = refundLines(snapshot, asked);
  const reason = asked.reason ?? null;
  const named = intent ? { intent } : {};
  const given = splitRefund(by, order, payment, { amount, lines, shipping, reason, rounded, ...named });
  const refund_id = given.sources[0]?.refund_id ?? null;
  const returns = order.returns.map((each) => (each.id === returnId ? { ...each, refund_id } : each));
  const change = { items, entries: given.entries, returns };
  const record =
    returnId === undefined
      ? changedOrder(by, order, change, "refund_asked", reason)
      : changedOrder(by, order, change, "return_refunded");
  return {
    record,
    moves,
    events: cashRefundEvents(given),
    frees: { parts: newlyCancelledParts(order, items) },
    writes: given.writes,
    refunded: given.sources,
  };
}

/** A parcel that staff record, or one whose label is bought next. */
export function sendParcel(
  { order }: OrderSnapshot,
  { lines: requested, parcel, bySelf, by }: Event<"parcel sent">,
): Outcome {
  const { items, lines, moves } = sendLines(order, requested);
  const change = { items, shipments: [...order.shipments, { ...parcel, lines }] };
  return {
    record: changedOrder(by, order, change, bySelf ? "fulfilled" : "shipped"),
    moves,
    events: bySelf ? ["order.shipment_created"] : [],
  };
}

/** Undoes the sending of a parcel whose label was refused or refunded: its goods can be sent again. */
export function returnParcel(
  { order }: OrderSnapshot,
  { parcel, why, by }: Event<"parcel returned">,
): Outcome {
  const { items, moves } = restoreLines(order, parcel.lines);
  const shipments = order.shipments.map((each) => (each.id === parcel.id ? parcel : each));
  const record = changedOrder(by, order, { items, shipments }, why);
  const known = order.shipments.find(({ id }) => id === parcel.id);
  // A parcel with a refused label was never announced.
  return { record, moves, events: parcelEvents(why === "label_refused" ? undefined : known, parcel) };
}

/** Copies times and statuses of appointments from their reservation. */
export function syncAppointments(
  { order }: OrderSnapshot,
  { reservation, by }: Event<"appointments changed">,
): Outcome {
  const { status, parts } = reservation;
  const isDone = status === "COMPLETED" || status === "NO_SHOW";
  const items = order.items.map((item) => {
    const part = parts.find(({ id }) => id === item.part_id);
    if (!part || item.cancelled_quantity > 0) return item;
    const isSure = isDone || status === "CONFIRMED";
    return {
      ...item,
      from: part.startTime,
      to: part.endTime,
      provider_id: part.providerId,
      fulfilled_quantity: isDone ? item.quantity : item.fulfilled_quantity,
      status: isSure ? { ...item.status, status: "confirmed" as const } : item.status,
    };
  });
  return { record: changedOrder(by, order, { items }, "appointment_changed") };
}
