import { invalidField } from "#core/errors.ts";
import type { Allocation } from "#lib/commerce/inventory/schema.ts";
import {
  releaseReserved as releaseMove,
  restock as restockMove,
  type StockMove,
  shipReserved,
  restoreReserved as takeBackMove,
} from "#lib/commerce/inventory/stock-moves.ts";
import { inexactAmount } from "#lib/money/payments/inexact-amount.ts";
import { refundsIn } from "./books.ts";
import type { OrderRefund } from "./books-schema.ts";
import type { Lines, OrderSnapshot } from "./lifecycle-events.ts";
import { refundableAmountOfOrder, refundTooLarge, roundedRefund } from "./refund-sources.ts";
import type { RefundOrder } from "./request-schema.ts";
import type { HeldStock, Order, OrderItem, Shipment } from "./schema.ts";
import { refundableUnits, worthOfNextUnits } from "./statuses.ts";

/** An item after a change of its stock, and the moves of the stock levels. */
interface StockChange {
  item: OrderItem;
  moves: StockMove[];
}

/** The allocations of a new item, with all units reserved. */
export function reservedAllocations(allocations: readonly Allocation[]): HeldStock[] {
  return allocations.map((allocation) => ({ ...allocation, reserved: allocation.quantity }));
}

/** Returns unsent units to the stock, the last location first. */
export function releaseUnits(item: OrderItem, units: number): StockChange {
  return moveUnits(item, units, releaseMove);
}

/** Removes units from the reserved stock, because they are sent. */
export function sendUnits(item: OrderItem, units: number): StockChange {
  return moveUnits(item, units, shipReserved);
}

/** Reserves sent units again after their label was refused or refunded. */
function restoreUnits(item: OrderItem, units: number): StockChange {
  let left = units;
  const moves: StockMove[] = [];
  const allocations = item.allocations.map((held) => {
    const taken = Math.min(left, held.quantity - held.reserved);
    left -= taken;
    if (taken > 0) moves.push(takeBackMove(allocationOf(held, taken)));
    return { ...held, reserved: held.reserved + taken };
  });
  return { item: { ...item, allocations }, moves };
}

/** Makes returned units available again at their first location. */
export function restockUnits(item: OrderItem, units: number): StockMove[] {
  const [first] = item.allocations;
  return first && units > 0 ? [restockMove(allocationOf(first, units))] : [];
}

export function openUnits({ quantity, cancelled_quantity, fulfilled_quantity }: OrderItem): number {
  return quantity - cancelled_quantity - fulfilled_quantity;
}

/** Sends lines: returns the changed items and the stock moves. Several lines of one item count together. */
export function sendLines(
  order: Order,
  requested: Lines,
): { items: OrderItem[]; lines: Shipment["lines"]; moves: StockMove[] } {
  const lines = unitsByItem(order, requested);
  const moves: StockMove[] = [];
  const items = order.items.map((item) => {
    const units = lines.get(item.id) ?? 0;
    if (units > openUnits(item))
      throw invalidField(item.id, `has ${openUnits(item)} units that are not sent or cancelled`);
    if (units > 0 && item.type === "service") throw invalidField(item.id, "is an appointment, and not sent");
    const sent = sendUnits(item, units);
    moves.push(...sent.moves);
    return { ...sent.item, fulfilled_quantity: item.fulfilled_quantity + units };
  });
  const all = [...lines].map(([order_item_id, quantity]) => ({ order_item_id, quantity }));
  return { items, lines: all, moves };
}

/**
 * Undoes the sending of lines whose label was refused or refunded; the goods can be sent again. Units that a refund or
 * return has restocked meanwhile stay available.
 */
export function restoreLines(order: Order, requested: Lines): { items: OrderItem[]; moves: StockMove[] } {
  const lines = unitsByItem(order, requested);
  const moves: StockMove[] = [];
  const items = order.items.map((item) => {
    const units = Math.min(lines.get(item.id) ?? 0, item.fulfilled_quantity - item.returned_quantity);
    const back = restoreUnits(item, units);
    moves.push(...back.moves);
    return { ...back.item, fulfilled_quantity: item.fulfilled_quantity - units };
  });
  return { items, moves };
}

/** Sums the units of lines by item; refuses ids that are no items of the order. */
export function unitsByItem(order: Order, requested: Lines): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { order_item_id, quantity } of requested) {
    if (!order.items.some(({ id }) => id === order_item_id))
      throw invalidField(order_item_id, "is no item of this order");
    lines.set(order_item_id, (lines.get(order_item_id) ?? 0) + quantity);
  }
  return lines;
}

function moveUnits(item: OrderItem, units: number, move: (allocation: Allocation) => StockMove): StockChange {
  let left = units;
  const moves: StockMove[] = [];
  const allocations = item.allocations
    .toReversed()
    .map((held) => {
      const taken = Math.min(left, held.reserved);
      left -= taken;
      if (taken > 0) moves.push(move(allocationOf(held, taken)));
      return { ...held, reserved: held.reserved - taken };
    })
    .toReversed();
  return { item: { ...item, allocations }, moves };
}

function allocationOf(
  { product_id, variant_id, location_id, counted }: HeldStock,
  quantity: number,
): Allocation {
  return { product_id, variant_id, location_id, counted, quantity };
}

/**
 * Computes the items, lines, shipping and amount of a requested refund.
 *
 * @throws PAYMENT.INVALID_AMOUNT if the amount exceeds the named lines
 */
export function refundLines(
  { order, payment }: Pick<OrderSnapshot, "order" | "payment">,
  input: RefundOrder,
) {
  const { items, lines, moves } = refundItems(order, input.lines ?? []);
  const shipping = shippingRefund(order, input);
  const worth = lines.reduce((sum, line) => sum + line.amount, 0);
  const isNamed = lines.length > 0 || shipping > 0;
  if (!isNamed && (input.amount ?? null) === null && (input.lines ?? input.shipping ?? null) !== null)
    throw invalidField(
      "lines",
      "name nothing to give back. Leave lines and shipping out to give back all that is left",
    );
  // A given amount is refunded exactly; one computed from lines is rounded to what the provider accepts.
  const isExact = lines.length === 0 && typeof input.shipping === "number";
  const computed = isExact ? shipping : roundedRefund(order, payment, worth + shipping);
  const asked = isNamed ? computed : refundableAmountOfOrder(order, payment);
  const amount = input.amount ?? asked;
  if (lines.length > 0 && amount > Math.max(asked, worth + shipping))
    throw refundTooLarge(asked, order.currency);
  // The refusal says that the amount is too small to be sent, and not that nothing is left.
  if (isNamed && amount === 0 && worth + shipping > 0) throw inexactAmount(worth + shipping, order.currency);
  const rounded = isNamed && (input.amount ?? null) === null ? amount - worth - shipping : 0;
  return { items, lines, moves, shipping, amount, rounded };
}

/** Refunds units of items, and cancels those that were not sent. */
function refundItems(order: Order, requested: NonNullable<RefundOrder["lines"]>) {
  const units = unitsByItem(order, requested);
  const restocked = new Set(
    requested.flatMap(({ order_item_id, restock }) => (restock ? order_item_id : [])),
  );
  const moves: StockMove[] = [];
  const lines: OrderRefund["lines"] = [];
  const items = order.items.map((item) => {
    const quantity = units.get(item.id);
    if (quantity === undefined) return item;
    const most = refundableUnits(item);
    if (quantity > most) throw invalidField(item.id, `has ${most} units left to refund`);
    lines.push({ order_item_id: item.id, quantity, amount: worthOfNextUnits(item, quantity) });
    const step = refundUnits(item, quantity, restocked.has(item.id));
    moves.push(...step.moves);
    return { ...step.item, refunded_quantity: item.refunded_quantity + quantity };
  });
  return { items, lines, moves };
}

function refundUnits(
  item: OrderItem,
  quantity: number,
  restock: boolean,
): { item: OrderItem; moves: StockMove[] } {
  // Refunds cancelled and returned units first, then unsent ones, which it cancels, then sent ones.
  const paidFor = item.cancelled_quantity - item.unpaid_quantity + item.returned_quantity;
  const known = Math.max(0, paidFor - item.refunded_quantity);
  const fresh = Math.max(0, quantity - known);
  const unsent = Math.min(fresh, openUnits(item));
  const sent = fresh - unsent;
  const freed = releaseUnits(item, unsent);
  const back = restock ? Math.min(sent, item.fulfilled_quantity - item.returned_quantity) : 0;
  return {
    item: {
      ...freed.item,
      cancelled_quantity: item.cancelled_quantity + unsent,
      returned_quantity: item.returned_quantity + back,
    },
    moves: [...freed.moves, ...restockUnits(item, back)],
  };
}

function shippingRefund(order: Order, { shipping }: RefundOrder): number {
  const paid = order.shipping_lines.reduce((sum, { total }) => sum + total, 0);
  const back = refundsIn(order.entries)
    .filter(({ status }) => status !== "failed")
    .reduce((sum, refund) => sum + refund.shipping, 0);
  const left = paid - back;
  if (shipping === true) return left;
  if (typeof shipping !== "number") return 0;
  if (shipping > left) throw refundTooLarge(left, order.currency);
  return shipping;
}
