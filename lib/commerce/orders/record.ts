import { isDeepStrictEqual } from "node:util";
import type { Context } from "#core/context.ts";
import { changeItem } from "#core/dynamo/change.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { retryOnConflict } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, announceChange, isUnchanged } from "#core/events.ts";
import { checkSize } from "#core/records/record.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { reservationRead } from "#lib/booking/reservations/load-booking.ts";
import { addShopReads, type Shop } from "#lib/commerce/carts/load-cart.ts";
import { cartConversion, cartPurchase, cartRead, cartReopening } from "#lib/commerce/carts/record.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import { stockWrites } from "#lib/commerce/inventory/stock-moves.ts";
import { paymentRead } from "#lib/money/payments/service.ts";
import { redemptionRead, returnRedemption } from "#lib/money/promo-codes/redemption.ts";
import { releaseParts, releaseReservation } from "./appointments.ts";
import { removeEndedCashHolds } from "./cash-limits.ts";
import { ORDER } from "./errors.ts";
import type { OrderEvent } from "./events.ts";
import type { OrderSnapshot, Outcome } from "./lifecycle-events.ts";
import type { Order } from "./schema.ts";
import { counters, holds, orders } from "./table.ts";
import {
  computedFields,
  duplicatedBytes,
  publicOrder,
  saleFields,
  toDoOf,
  withPublicVersion,
} from "./view.ts";
import type { BuyerOrder, OrderView } from "./view-schema.ts";

/** Bytes of an order's item that stay free for changes by its payment. */
export const RESERVED_BYTES = 32 * 1024;

export function viewOrder(order: Stored<Order>): Unversioned<OrderView> {
  const shown = computedFields(order);
  return {
    ...withPublicVersion(order),
    ...shown,
    payment: { ...shown.payment, entries: order.entries },
    customer_name: order.shipping_address?.name ?? order.billing_address?.name ?? null,
    to_do: toDoOf(order),
    ...saleFields(order),
  };
}

export function buyerView(order: Stored<Order>): Unversioned<BuyerOrder> {
  return publicOrder(order);
}

/** The writes of a new order with its events; an order that is complete from the start announces that too. */
export function orderCreation(ctx: Context, order: Order, events: readonly OrderEvent[]): Write[] {
  checkSize(order, [], RESERVED_BYTES + duplicatedBytes(order));
  const allEvents = [...events, ...statusEvents(undefined, order)];
  return [
    orders.create(order),
    ...holdWrites(order, null, order.hold_ends_at),
    ...allEvents.map((type) => announce(ctx, type, orders, order)),
  ];
}

/**
 * The writes of a changed order with the events of its new status.
 *
 * @param room bytes to keep free for changes by the payment, which are written whatever the size
 */
export function orderReplacement(
  ctx: Context,
  before: Stored<Order>,
  after: Stored<Order>,
  events: readonly OrderEvent[] = [],
  room = RESERVED_BYTES,
): Write[] {
  checkSize(after, [], room + duplicatedBytes(after));
  checkAppended(before, after);
  const allEvents = new Set<OrderEvent>([...events, ...statusEvents(before, after)]);
  if (allEvents.size === 0) allEvents.add("order.updated");
  const { order, writes } = removeEndedCashHolds(ctx, before, after);
  return [
    ...announceChange(ctx, [...allEvents], orders, before, order).writes,
    ...holdWrites(order, before.hold_ends_at, order.hold_ends_at),
    ...writes,
  ];
}

/** The writes that move the hold record from one end time to another; `null` for no hold. */
function holdWrites(
  { id: order_id, store_id, items }: Pick<Order, "id" | "store_id" | "items">,
  before: number | null,
  after: number | null,
): Write[] {
  if (before === after) return [];
  const variant_ids = [...new Set(items.flatMap(({ variant_id }) => variant_id ?? []))];
  return [
    ...(before === null ? [] : [holds.removeKey({ store_id, order_id, ends_at: before })]),
    ...(after === null ? [] : [holds.create({ store_id, order_id, ends_at: after, variant_ids })]),
  ];
}

/** The order as `orderReplacement` writes it, so that it can be changed again without a read. */
function storedAfter(ctx: Context, before: Stored<Order>, after: Stored<Order>): Stored<Order> {
  return orders.made(removeEndedCashHolds(ctx, before, after).order, before);
}

function statusEvents(before: Order | undefined, after: Order): OrderEvent[] {
  const isNew = (status: Order["status"]) => after.status === status && before?.status !== status;
  return [
    ...(isNew("cancelled") ? (["order.cancelled"] as const) : []),
    ...(isNew("completed") ? (["order.completed"] as const) : []),
  ];
}

function checkAppended({ entries: before }: Order, { entries: after }: Order): void {
  if (before.every(({ id, kind, amount }, at) => isDeepStrictEqual([id, kind, amount], entryKey(after[at]))))
    return;
  throw new Error("The books of an order are only added to.");
}

function entryKey(entry: Order["entries"][number] | undefined) {
  return [entry?.id, entry?.kind, entry?.amount];
}

/**
 * Writes an order with its stock, appointments, cart, promo code and payment, in one transaction under its
 * version.
 *
 * @returns the written order, which can be changed again without a read
 */
export async function commitOrder(
  ctx: Context,
  snapshot: FullOrderSnapshot,
  outcome: Outcome,
  { beside = [], answer }: { beside?: (Write | undefined | false)[]; answer?: unknown } = {},
): Promise<Stored<Order>> {
  const { order } = snapshot;
  const { record, events = [], moves = [], writes = [], allowsAnySize } = outcome;
  if (isUnchanged(order, record) && writes.length === 0) return order;
  const all = [
    ...orderReplacement(ctx, order, record, events, allowsAnySize ? 0 : undefined),
    ...stockWrites(ctx, order.store_id, moves),
    ...(await reservationWrites(ctx, snapshot, outcome)),
    ...writes,
    ...(outcome.givesCodeBack ? returnRedemption(snapshot.redemption) : []),
    ...cartWrites(ctx, snapshot, outcome),
    ...beside,
  ];
  await transact(ctx, all, answer);
  return storedAfter(ctx, order, record);
}

function reservationWrites(
  ctx: Context,
  { reservation }: FullOrderSnapshot,
  { frees }: Outcome,
): Promise<Write[]> | Write[] {
  if (!frees) return [];
  return "all" in frees
    ? releaseReservation(ctx, reservation, frees.all)
    : releaseParts(ctx, reservation, frees.parts);
}

function cartWrites(
  ctx: Context,
  { cart, order, shop }: FullOrderSnapshot,
  { cart: becomes }: Outcome,
): Write[] {
  if (!cart || !becomes) return [];
  if (becomes === "order placed")
    return cartConversion(ctx, cart, order.id, { isBought: true, isNew: false });
  return becomes === "order finalized"
    ? cartPurchase(cart, order.id)
    : cartReopening(ctx, shop.business, cart, order.id);
}

export interface FullOrderSnapshot extends OrderSnapshot {
  shop: Shop;
  cart: Stored<Cart> | undefined;
  redemption: ReturnType<ReturnType<typeof redemptionRead>["parse"]> | undefined;
}

export async function findOrderSnapshot(
  storeId: string,
  id: string,
  ctx?: Pick<Context, "guards">,
): Promise<FullOrderSnapshot | undefined> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  if (!order) return undefined;
  const batch = readBatch();
  const shop = addShopReads(batch, storeId);
  const { source_cart_id, payment, reservation_ids, promo_code } = order;
  const cart = source_cart_id ? batch.add(cartRead(storeId, source_cart_id)) : undefined;
  const paid = payment.id ? batch.add(paymentRead(storeId, payment.id)) : undefined;
  const [booked] = reservation_ids;
  const reservation = booked ? batch.add(reservationRead(storeId, booked)) : undefined;
  const redemption = promo_code ? batch.add(redemptionRead(storeId, id)) : undefined;
  await batch.run();
  return {
    shop: shop(),
    order,
    cart: cart?.(),
    payment: paid?.(),
    reservation: reservation?.(),
    redemption: redemption?.(),
  };
}

export async function getOrderSnapshot(storeId: string, id: string): Promise<FullOrderSnapshot> {
  const snapshot = await findOrderSnapshot(storeId, id);
  if (!snapshot) throw ORDER.NOT_FOUND();
  return snapshot;
}

/** False if an older content entry is owned by `order:<id>` and that order does not exist; true otherwise. */
export async function orderOwnerExists(storeId: string, owner: string): Promise<boolean> {
  const [, id] = /^order:(.+)$/.exec(owner) ?? [];
  return id === undefined || (await orders.find({ store_id: storeId, id })) !== undefined;
}

/**
 * Repeats a change of an order from its reads while others change the order. After 12 s it answers a conflict that can
 * be retried after a second.
 *
 * @param run gets true if it runs again
 */
export function retryOrderOnConflict<A>(run: (again: boolean) => Promise<A>): Promise<A> {
  return retryOnConflict(run, {
    within: scaledTimeout(12_000),
    longestPause: 150,
    timeoutError: () => GENERAL.CONFLICT({ retryAfter: 1 }),
  });
}

/** Counting starts here, because numbers sort as texts while all have six digits. */
const FIRST_NUMBER = 100_000;

/** The next order or receipt number of a store: increasing and unique, with gaps where a checkout failed. */
export async function nextNumber(ctx: Context, store_id: string, name: "order" | "receipt"): Promise<string> {
  // A deleted store must get no new counter.
  await ctx.guards?.judgeAll();
  const item = await changeItem(counters.key({ store_id, name }), {
    add: { n: 1 },
    set: { store_id, name, _t: counters.name },
  });
  return String(FIRST_NUMBER + Number(item?.n ?? 0));
}
