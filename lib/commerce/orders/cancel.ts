import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { refuse } from "#core/errors.ts";
import { boughtWrites } from "#lib/commerce/carts/conversion.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { type Move, stockWrites } from "#lib/commerce/inventory/moves.ts";
import { type Given, givenBack } from "#lib/money/payments/giving-back.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import type { RefundRule } from "#lib/money/payments/schema.ts";
import { giveBack } from "#lib/money/promo-codes/redemption.ts";
import { freeing, withoutParts } from "./appointments.ts";
import { sums } from "./books.ts";
import type { OrderRefund } from "./books-schema.ts";
import { buyerMayCancel } from "./buyers-cancel.ts";
import { giveMoney, givenByHand, leftIn } from "./give.ts";
import { openUnits, releaseUnits } from "./held.ts";
import { holdWrites } from "./hold-record.ts";
import { getWhole, type Whole } from "./load.ts";
import { changed, notRefunded, replacement } from "./record.ts";
import type { UpdateOrder } from "./request-schema.ts";
import type { Order, OrderItem } from "./schema.ts";
import { settleOrder } from "./settle.ts";
import { isCancelled, refundableUnits, worthOfNext } from "./state.ts";

/** Why something is cancelled, and what of its money goes back. */
interface Cancelling {
  reason: string | null;
  refund?: RefundRule;
  /** Where it was decided before; else by who calls: see `givenBack`. */
  given?: Given;
}

/**
 * Cancels what was not sent of an order, and gives back what was paid for it. A page that can still be paid is closed
 * first; if it was paid meanwhile, the order is cancelled as a paid one.
 */
export async function cancelOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  how: Cancelling,
): Promise<void> {
  const whole = await getWhole(storeId, orderId);
  const { order } = whole;
  if (order.status === "cancelled") return;
  if (order.status === "completed")
    throw ORDER.INVALID_STATUS({ message: "it is completed: refund it instead" });
  if (order.status === "pending") return cancelPending(ctx, whole, how);
  const wanted = new Map(order.items.map((item) => [item.id, openUnits(item)]));
  if ([...wanted.values()].every((units) => units === 0))
    throw ORDER.INVALID_STATUS({ message: "all of it has been sent: refund it instead" });
  await cancelUnits(ctx, whole, wanted, how);
}

/** Cancels units of lines: `cancel_quantity` is what is cancelled of a line in all, so that a retry cancels nothing twice. */
export async function cancelItems(
  ctx: Context,
  storeId: string,
  orderId: string,
  items: NonNullable<UpdateOrder["items"]>,
  how: Cancelling,
): Promise<void> {
  const whole = await getWhole(storeId, orderId);
  const { order } = whole;
  const wanted = new Map<string, number>();
  for (const { id, cancel_quantity } of items) {
    if (cancel_quantity == null) continue;
    const item = order.items.find((each) => each.id === id);
    if (!item) throw refuse(id, "is no item of this order");
    const more = cancel_quantity - item.cancelled_quantity;
    if (more < 0) throw refuse(id, `has ${item.cancelled_quantity} units cancelled already`);
    if (more > openUnits(item))
      throw refuse(id, `has ${openUnits(item)} units that are not sent or cancelled`);
    if (more > 0) wanted.set(id, more);
  }
  if (wanted.size === 0) return;
  if (order.status === "cancelled" || order.status === "completed")
    throw ORDER.INVALID_STATUS({ message: `the order ${order.number} is ${order.status}` });
  const all = order.items.every((item) => (wanted.get(item.id) ?? 0) >= openUnits(item));
  if (order.status === "pending" && !all)
    throw ORDER.INVALID_STATUS({
      message: "it waits for its payment: cancel all of it, or confirm it first",
    });
  if (order.status === "pending") return cancelPending(ctx, whole, how);
  await cancelUnits(ctx, whole, wanted, how);
}

/**
 * Cancels units of a confirmed order: frees them, and gives back what was paid for them.
 *
 * @throws GENERAL.FORBIDDEN see `givenBack`
 */
export async function cancelUnits(
  ctx: Context,
  { order, payment, reservation, redemption, cart }: Whole,
  wanted: ReadonlyMap<string, number>,
  how: Cancelling,
): Promise<void> {
  const { reason } = how;
  const { items, moves, lines } = withoutUnits(order, wanted, reason);
  const all = items.every(isCancelled);
  const left = leftIn(order, payment);
  const worthOfLines = lines.reduce((sum, { amount }) => sum + amount, 0);
  const paidFor = all ? left : Math.min(worthOfLines, left);
  const goes = paidFor > 0 ? await goesBack(ctx, order, how) : "all";
  const amount = goes === "all" ? paidFor : 0;
  const given =
    amount > 0 ? giveMoney(ctx, order, payment, { amount, lines, shipping: 0, reason }) : undefined;
  const isPaid = sums(order.entries).captured > 0;
  const refunded = given ? withRefunded(items, lines) : isPaid ? items : withUnpaid(items, wanted);
  const change = { items: refunded, ...(given ? { entries: given.entries } : {}) };
  const told = goes === "all" ? order : notRefunded(ctx, order);
  const after = changed(ctx, told, change, all ? "cancelled" : "cancelled_in_part", reason);
  const gone = new Set(
    items.filter((item) => isCancelled(item) && wanted.has(item.id)).flatMap(({ part_id }) => part_id ?? []),
  );
  await transact(ctx, [
    ...replacement(ctx, order, after, givenByHand(given)),
    ...stockWrites(ctx, order.store_id, moves),
    ...(await withoutParts(ctx, reservation, gone)),
    ...(given?.writes ?? []),
    // A use stays used when something that was paid is cancelled.
    ...(all && !isPaid ? giveBack(redemption) : []),
    ...boughtWrites(cart, order.id),
  ]);
}

async function goesBack(ctx: Context, order: Order, { refund, given }: Cancelling): Promise<Given> {
  return given ?? givenBack(ctx, order.store_id, refund, buyerMayCancel(order, ctx.now()));
}

async function cancelPending(ctx: Context, whole: Whole, how: Cancelling): Promise<void> {
  const { reason } = how;
  const { order } = whole;
  if (whole.payment && (await closePage(ctx, order.store_id, whole.payment.id)) === "paid")
    await settleOrder(ctx, order.store_id, order.id);
  const now = await getWhole(order.store_id, order.id);
  if (now.order.status === "cancelled") return;
  const wanted = new Map(now.order.items.map((item) => [item.id, openUnits(item)]));
  if (now.order.status !== "pending") return cancelUnits(ctx, now, wanted, how);
  const { items, moves } = withoutUnits(now.order, wanted, reason);
  const { payment } = now.order;
  const closed = { ...payment, status: payment.id ? "expired" : payment.status };
  const over = { items, payment: closed, hold_ends_at: null, tend_at: null };
  await transact(ctx, [
    ...replacement(ctx, now.order, changed(ctx, now.order, over, "cancelled", reason), [], 0),
    ...stockWrites(ctx, order.store_id, moves),
    ...(await freeing(ctx, now.reservation, "CANCELLED")),
    ...giveBack(now.redemption),
    ...boughtWrites(now.cart, order.id),
    ...holdWrites(now.order, now.order.hold_ends_at, null),
  ]);
}

function withoutUnits(order: Order, wanted: ReadonlyMap<string, number>, reason: string | null) {
  const moves: Move[] = [];
  const lines: OrderRefund["lines"] = [];
  const items = order.items.map((item): OrderItem => {
    const units = wanted.get(item.id) ?? 0;
    if (units === 0) return item;
    const freed = releaseUnits(item, units);
    moves.push(...freed.moves);
    // Money for units that were sent may have gone back before they were in the house again.
    const quantity = Math.min(units, refundableUnits(item));
    if (quantity > 0) lines.push({ order_item_id: item.id, quantity, amount: worthOfNext(item, quantity) });
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

function withUnpaid(items: readonly OrderItem[], wanted: ReadonlyMap<string, number>): OrderItem[] {
  return items.map((item) => ({
    ...item,
    unpaid_quantity: item.unpaid_quantity + (wanted.get(item.id) ?? 0),
  }));
}
