import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { syncPayment } from "#lib/money/payments/sync-payment.ts";
import { removeCashHolds } from "./cash-limits.ts";
import { ORDER } from "./errors.ts";
import { dueOf, orderLife } from "./lifecycle.ts";
import { MAX_PAYMENT_WAIT, reconcileOrderPayment } from "./reconcile-payment.ts";
import { commitOrder, findOrderSnapshot, retryOrderOnConflict } from "./record.ts";
import type { Hold, Order } from "./schema.ts";
import { holds, orders } from "./table.ts";

/**
 * Ends an order that is not paid: its hold has ended, or its cart is changed. Under the order's version, so that it happens
 * once.
 *
 * @returns whether it was ended now; an order with money under way or come is left alone, and so is a hold that goes on
 */
export async function endUnpaidOrder(
  ctx: Context,
  storeId: string,
  id: string,
  type: "hold expired" | "returned to cart",
): Promise<boolean> {
  const snapshot = await findOrderSnapshot(storeId, id);
  if (!snapshot) return false;
  const outcome = orderLife.transition(snapshot, { type, by: ctx });
  if (outcome.record.status === snapshot.order.status) return false;
  await commitOrder(ctx, snapshot, outcome);
  return true;
}

/** Holds that a buyer who finds too little frees at most, and at once. */
export const MAX_RELEASED = 20;
const AT_ONCE = 5;
/** Holds of a shard that a buyer looks through for those of the goods wanted. */
const MAX_SEEN = 500;

/**
 * Frees some of what is held for nobody any more of some variants: holds whose end has come, soonest first. A hold is
 * read by its key, so that none is missed, and freed under its order's version, so that none is freed twice.
 *
 * @returns holds that were found, and those of them that this call has freed: others may have been faster
 */
export async function releaseExpiredHolds(
  ctx: Context,
  storeId: string,
  variantIds: ReadonlySet<string>,
): Promise<{ found: number; freed: number }> {
  const all = await deadHolds(ctx, storeId, variantIds);
  // Buyers who come at once begin at different ones of the soonest, and are in each other's way less.
  const start = Math.floor(Math.random() * Math.max(1, all.length - AT_ONCE + 1));
  const dead = all.slice(start, start + AT_ONCE);
  const done = await sideBySide(
    dead.map(async (orderId) => {
      try {
        return await withRetries(() => endUnpaidOrder(ctx, storeId, orderId, "hold expired"));
      } catch (error) {
        logger.warn("dead hold", { order: orderId, error: error instanceof Error ? error : String(error) });
        return false;
      }
    }),
  );
  return { found: dead.length, freed: done.filter(Boolean).length };
}

async function deadHolds(ctx: Context, storeId: string, variantIds: ReadonlySet<string>): Promise<string[]> {
  const to = `${paddedNumber(ctx.now())}~`;
  const shards = await sideBySide(
    holds.partitions({ store_id: storeId }).map((partition) => deadIn(partition, to, variantIds)),
  );
  const soonest = shards.flat().toSorted((one, other) => one.ends_at - other.ends_at);
  return soonest.slice(0, MAX_RELEASED).map(({ order_id }) => order_id);
}

async function deadIn(partition: string, to: string, variantIds: ReadonlySet<string>): Promise<Hold[]> {
  const found: Hold[] = [];
  let after: Record<string, unknown> | undefined;
  for (let seen = 0; seen < MAX_SEEN && found.length < MAX_RELEASED; ) {
    const page = await queryItems(partition, { to, limit: 100, consistent: true, after });
    const some = page.items.map((item) => holds.parse(item));
    found.push(...some.filter(({ variant_ids }) => variant_ids.some((id) => variantIds.has(id))));
    seen += page.items.length;
    after = page.after;
    if (!after) break;
  }
  return found;
}

/**
 * Takes back an order whose cart is changed while it is being paid for: its page is closed, and what it held is free. If it
 * was paid meanwhile, that counts, and the change is refused.
 */
export async function cancelCheckout(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const snapshot = await findOrderSnapshot(storeId, orderId);
  if (snapshot?.order.status !== "pending" || !snapshot.payment) return;
  const end = await closePage(ctx, storeId, snapshot.payment.id);
  if (end === "paid") {
    await reconcileOrderPayment(ctx, storeId, orderId);
    throw ORDER.INVALID_STATUS({ message: `the cart has been paid for as order ${snapshot.order.number}` });
  }
  await retryOrderOnConflict(() => endUnpaidOrder(ctx, storeId, orderId, "returned to cart"));
}

/** Holds that were not paid, and money that is on its way. */
export const dueOrders = dueWork(orders, (ctx, { store_id, id }) => processDueOrder(ctx, store_id, id));

export async function processDueOrder(ctx: Context, storeId: string, id: string): Promise<void> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  const due = order && dueOf(order);
  if (!order || due == null || due > ctx.now()) return;
  if (order.status !== "pending") return countNoMore(ctx, order);
  if (order.payment.status === "authorized") return askAfter(ctx, storeId, id);
  await reconcileOrderPayment(ctx, storeId, id);
  await endUnpaidOrder(ctx, storeId, id, "hold expired");
}

async function countNoMore(ctx: Context, before: Stored<Order>): Promise<void> {
  const { order, writes } = removeCashHolds(ctx, before);
  await transact(ctx, [orders.replace(before, order), ...writes]);
}

// Daily, until the provider says how it ended; after two weeks it has not come.
async function askAfter(ctx: Context, storeId: string, id: string): Promise<void> {
  const before = await findOrderSnapshot(storeId, id);
  if (!before?.payment) return;
  const { id: payment_id, attempt: n } = before.payment;
  await syncPayment(ctx, { tenant_id: storeId, payment_id, n });
  await reconcileOrderPayment(ctx, storeId, id);
  const snapshot = await findOrderSnapshot(storeId, id);
  if (snapshot?.order.status !== "pending" || snapshot.order.payment.status !== "authorized") return;
  const isOver = snapshot.order.created_at + MAX_PAYMENT_WAIT <= ctx.now();
  const event = isOver
    ? ({ type: "payment failed", why: "payment_failed", by: ctx } as const)
    : ({ type: "payment checked", by: ctx } as const);
  await commitOrder(ctx, snapshot, orderLife.transition(snapshot, event));
}
