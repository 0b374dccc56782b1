import { refuse } from "#core/errors.ts";
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
import type { Held, Order, OrderItem, Shipment } from "./schema.ts";
import { refundableUnits, worthOfNextUnits } from "./statuses.ts";

/** An item with its stock changed, and the moves that say so in the levels. */
interface Moved {
  item: OrderItem;
  moves: StockMove[];
}

/** What an item takes, as it begins: all of it reserved. */
export function reservedAllocations(allocations: readonly Allocation[]): Held[] {
  return allocations.map((allocation) => ({ ...allocation, reserved: allocation.quantity }));
}

/** Gives units that were not sent back to the stock, the last place first. */
export function releaseUnits(item: OrderItem, units: number): Moved {
  return shift(item, units, releaseMove);
}

/** Lets units leave the house. */
export function sendUnits(item: OrderItem, units: number): Moved {
  return shift(item, units, shipReserved);
}

/** What had left and is in the house again, still the buyer's: a label was given back. */
function takeBackUnits(item: OrderItem, units: number): Moved {
  let left = units;
  const moves: StockMove[] = [];
  const allocations = item.allocations.map((held) => {
    const taken = Math.min(left, held.quantity - held.reserved);
    left -= taken;
    if (taken > 0) moves.push(takeBackMove(part(held, taken)));
    return { ...held, reserved: held.reserved + taken };
  });
  return { item: { ...item, allocations }, moves };
}

/** Puts units that came back on sale again, where they came from first. */
export function restockUnits(item: OrderItem, units: number): StockMove[] {
  const [first] = item.allocations;
  return first && units > 0 ? [restockMove(part(first, units))] : [];
}

/** Units of an item that are neither sent nor cancelled. */
export function openUnits({ quantity, cancelled_quantity, fulfilled_quantity }: OrderItem): number {
  return quantity - cancelled_quantity - fulfilled_quantity;
}

/** The items after lines of goods have left the house, with the moves of the stock; one item twice is summed. */
export function sendLines(
  order: Order,
  wanted: Lines,
): { items: OrderItem[]; lines: Shipment["lines"]; moves: StockMove[] } {
  const lines = unitsByItem(order, wanted);
  const moves: StockMove[] = [];
  const items = order.items.map((item) => {
    const units = lines.get(item.id) ?? 0;
    if (units > openUnits(item))
      throw refuse(item.id, `has ${openUnits(item)} units that are not sent or cancelled`);
    if (units > 0 && item.type === "service") throw refuse(item.id, "is an appointment, and not sent");
    const sent = sendUnits(item, units);
    moves.push(...sent.moves);
    return { ...sent.item, fulfilled_quantity: item.fulfilled_quantity + units };
  });
  const all = [...lines].map(([order_item_id, quantity]) => ({ order_item_id, quantity }));
  return { items, lines: all, moves };
}

/**
 * The items after a label was given back: its goods are in the house again, still the buyer's, and can be sent again. Those
 * that a refund or a return put on sale meanwhile stay there.
 */
export function restoreLines(order: Order, wanted: Lines): { items: OrderItem[]; moves: StockMove[] } {
  const lines = unitsByItem(order, wanted);
  const moves: StockMove[] = [];
  const items = order.items.map((item) => {
    const units = Math.min(lines.get(item.id) ?? 0, item.fulfilled_quantity - item.returned_quantity);
    const back = takeBackUnits(item, units);
    moves.push(...back.moves);
    return { ...back.item, fulfilled_quantity: item.fulfilled_quantity - units };
  });
  return { items, moves };
}

/** Units by item; one item twice is summed, and what is no item of the order is refused. */
export function unitsByItem(order: Order, wanted: Lines): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { order_item_id, quantity } of wanted) {
    if (!order.items.some(({ id }) => id === order_item_id))
      throw refuse(order_item_id, "is no item of this order");
    lines.set(order_item_id, (lines.get(order_item_id) ?? 0) + quantity);
  }
  return lines;
}

function shift(item: OrderItem, units: number, move: (allocation: Allocation) => StockMove): Moved {
  let left = units;
  const moves: StockMove[] = [];
  const allocations = item.allocations
    .toReversed()
    .map((held) => {
      const taken = Math.min(left, held.reserved);
      left -= taken;
      if (taken > 0) moves.push(move(part(held, taken)));
      return { ...held, reserved: held.reserved - taken };
    })
    .toReversed();
  return { item: { ...item, allocations }, moves };
}

function part({ product_id, variant_id, location_id, counted }: Held, quantity: number): Allocation {
  return { product_id, variant_id, location_id, counted, quantity };
}

/**
 * What a refund asks for: items, lines, shipping and the amount of it all.
 *
 * @throws PAYMENT.INVALID_AMOUNT when it is more than the lines that it names
 */
export function refundLines(
  { order, payment }: Pick<OrderSnapshot, "order" | "payment">,
  input: RefundOrder,
) {
  const { items, lines, moves } = refundedItems(order, input.lines ?? []);
  const shipping = shippingOf(order, input);
  const worth = lines.reduce((sum, line) => sum + line.amount, 0);
  const isNamed = lines.length > 0 || shipping > 0;
  if (!isNamed && (input.amount ?? null) === null && (input.lines ?? input.shipping ?? null) !== null)
    throw refuse(
      "lines",
      "name nothing to give back. Leave lines and shipping out to give back all that is left",
    );
  // A number is given back as it is said, and what follows from lines as it can be said.
  const isSaid = lines.length === 0 && typeof input.shipping === "number";
  const following = isSaid ? shipping : roundedRefund(order, payment, worth + shipping);
  const asked = isNamed ? following : refundableAmountOfOrder(order, payment);
  const amount = input.amount ?? asked;
  if (lines.length > 0 && amount > Math.max(asked, worth + shipping))
    throw refundTooLarge(asked, order.currency);
  // Who names goods too small to be sent is told so, and not that nothing is left.
  if (isNamed && amount === 0 && worth + shipping > 0) throw inexactAmount(worth + shipping, order.currency);
  const rounded = isNamed && (input.amount ?? null) === null ? amount - worth - shipping : 0;
  return { items, lines, moves, shipping, amount, rounded };
}

/** The items after some of their units were refunded: those that were not sent are cancelled by that. */
function refundedItems(order: Order, wanted: NonNullable<RefundOrder["lines"]>) {
  const units = unitsByItem(order, wanted);
  const restocked = new Set(wanted.flatMap(({ order_item_id, restock }) => (restock ? order_item_id : [])));
  const moves: StockMove[] = [];
  const lines: OrderRefund["lines"] = [];
  const items = order.items.map((item) => {
    const quantity = units.get(item.id);
    if (quantity === undefined) return item;
    const most = refundableUnits(item);
    if (quantity > most) throw refuse(item.id, `has ${most} units left to refund`);
    lines.push({ order_item_id: item.id, quantity, amount: worthOfNextUnits(item, quantity) });
    const step = takenOff(item, quantity, restocked.has(item.id));
    moves.push(...step.moves);
    return { ...step.item, refunded_quantity: item.refunded_quantity + quantity };
  });
  return { items, lines, moves };
}

function takenOff(
  item: OrderItem,
  quantity: number,
  restock: boolean,
): { item: OrderItem; moves: StockMove[] } {
  // Units that were cancelled before are refunded first, then those that were not sent, then those that came back.
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

function shippingOf(order: Order, { shipping }: RefundOrder): number {
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
