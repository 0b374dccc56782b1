import { isDeepStrictEqual } from "node:util";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce, change, isSame } from "#core/events.ts";
import { checkSize } from "#lib/content/blocks/size.ts";
import { uncounted } from "./cash.ts";
import { actorOf } from "./entries.ts";
import type { OrderEvent } from "./events.ts";
import type { Order } from "./schema.ts";
import { saidTwice, shownOf } from "./shown.ts";
import { withStatuses } from "./state.ts";
import { orders } from "./table.ts";
import { toldOrder } from "./told.ts";
import type { BuyerOrder, OrderView } from "./view-schema.ts";

/** Stands in an order's history before what was cancelled without giving its money back. */
export const NOT_REFUNDED = "not_refunded";
/** Entries of an order's history that are kept: the first and the newest. */
const MAX_HISTORY = 200;
/** Bytes that every change but those of its payment leaves free in an order's item. */
const ROOM = 32 * 1024;

/** An order as the store's people see it. */
export function viewOrder(order: Stored<Order>): OrderView {
  const shown = shownOf(order);
  return {
    ...order,
    ...shown,
    payment: { ...shown.payment, entries: order.entries },
    version: order[VERSION],
  };
}

/** An order as its buyer sees it. */
export function forBuyer(order: Stored<Order>): BuyerOrder {
  return { ...toldOrder(order), version: order[VERSION] };
}

/** An order after a change, with what follows from it, and a line in its history; as it was if nothing is other. */
export function changed(
  ctx: Context,
  before: Stored<Order>,
  changes: Partial<Order>,
  action: string,
  reason: string | null = null,
): Stored<Order> {
  if (isSame(before, { ...before, ...changes })) return before;
  const history = [...before.history, entry(ctx, action, reason)];
  const kept =
    history.length > MAX_HISTORY ? [...history.slice(0, 1), ...history.slice(-MAX_HISTORY + 1)] : history;
  return withStatuses({ ...before, ...changes, history: kept, updated_at: ctx.now() });
}

/** An order of which something is cancelled whose money stays: the buyer could not cancel it any more. */
export function notRefunded(ctx: Context, order: Stored<Order>): Stored<Order> {
  const line = entry(ctx, NOT_REFUNDED, "the buyer could not cancel it any more, so no money goes back");
  return { ...order, history: [...order.history, line] };
}

export function entry(ctx: Context, action: string, reason: string | null = null): Order["history"][number] {
  return { action, reason, actor: actorOf(ctx), timestamp: ctx.now() };
}

/** The writes of a new order. */
export function creation(ctx: Context, order: Order, events: readonly OrderEvent[]): Write[] {
  checkSize(order, [], ROOM + saidTwice(order));
  return [orders.create(order), ...events.map((type) => announce(ctx, type, orders, order, { version: 1 }))];
}

/**
 * The writes of a changed order: what became of its status is told besides.
 *
 * @param room bytes that it leaves for what its payment is yet to say, which is written whatever the size
 */
export function replacement(
  ctx: Context,
  before: Stored<Order>,
  after: Stored<Order>,
  events: readonly OrderEvent[] = [],
  room = ROOM,
): Write[] {
  checkSize(after, [], room + saidTwice(after));
  checkAdded(before, after);
  const version = before[VERSION] + 1;
  const told = new Set<OrderEvent>([...events, ...statusEvents(before, after)]);
  if (told.size === 0) told.add("order.updated");
  const { order, writes } = uncounted(ctx, before, after);
  return [...change(ctx, [...told], orders, before, order, { version }).writes, ...writes];
}

/** A changed order as those writes have left it: to be changed again without a read. */
export function written(ctx: Context, before: Stored<Order>, after: Stored<Order>): Stored<Order> {
  return orders.made(uncounted(ctx, before, after).order, before);
}

function statusEvents(before: Order, after: Order): OrderEvent[] {
  const isNew = (status: Order["status"]) => after.status === status && before.status !== status;
  return [
    ...(isNew("cancelled") ? (["order.cancelled"] as const) : []),
    ...(isNew("completed") ? (["order.completed"] as const) : []),
  ];
}

function checkAdded({ entries: before }: Order, { entries: after }: Order): void {
  if (before.every(({ id, kind, amount }, at) => isDeepStrictEqual([id, kind, amount], named(after[at]))))
    return;
  throw new Error("The books of an order are only added to.");
}

function named(entry: Order["entries"][number] | undefined) {
  return [entry?.id, entry?.kind, entry?.amount];
}
