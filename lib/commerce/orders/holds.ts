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
 * Ends an unpaid order whose hold has expired or whose cart is changed. The order's version guards it, so that it ends
 * only once.
 *
 * @returns whether it ended now; an order with pending or received money stays, and so does a hold that continues
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

/** A checkout that has released this many expired holds releases no more; it releases `CONCURRENCY` at a time. */
export const MAX_RELEASED = 20;
const CONCURRENCY = 5;
/** Most holds of one partition that are read to find those of the requested goods. */
const MAX_HOLDS_READ = 500;

/**
 * Releases a few of the earliest expired holds of some variants. Holds are read by key and not from an index, so that
 * new ones are seen. The order's version guards each release, so that no hold is released twice.
 *
 * @returns how many holds it tried to release, and how many it did: concurrent calls may have been faster
 */
export async function releaseExpiredHolds(
  ctx: Context,
  storeId: string,
  variantIds: ReadonlySet<string>,
): Promise<{ found: number; freed: number }> {
  const all = await expiredHolds(ctx, storeId, variantIds);
  // Concurrent buyers start at different holds, so that they conflict less.
  const start = Math.floor(Math.random() * Math.max(1, all.length - CONCURRENCY + 1));
  const expired = all.slice(start, start + CONCURRENCY);
  const done = await sideBySide(
    expired.map(async (orderId) => {
      try {
        return await withRetries(() => endUnpaidOrder(ctx, storeId, orderId, "hold expired"));
      } catch (error) {
        logger.warn("dead hold", { order: orderId, error: error instanceof Error ? error : String(error) });
        return false;
      }
    }),
  );
  return { found: expired.length, freed: done.filter(Boolean).length };
}

async function expiredHolds(
  ctx: Context,
  storeId: string,
  variantIds: ReadonlySet<string>,
): Promise<string[]> {
  const to = `${paddedNumber(ctx.now())}~`;
  const shards = await sideBySide(
    holds.partitions({ store_id: storeId }).map((partition) => expiredHoldsIn(partition, to, variantIds)),
  );
  const soonest = shards.flat().toSorted((one, other) => one.ends_at - other.ends_at);
  return soonest.slice(0, MAX_RELEASED).map(({ order_id }) => order_id);
}

async function expiredHoldsIn(
  partition: string,
  to: string,
  variantIds: ReadonlySet<string>,
): Promise<Hold[]> {
  const found: Hold[] = [];
  let after: Record<string, unknown> | undefined;
  for (let seen = 0; seen < MAX_HOLDS_READ && found.length < MAX_RELEASED; ) {
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
 * Cancels the order of a cart that is changed during payment: closes the payment page and releases the holds. If the
 * order was paid meanwhile, the payment counts and the change of the cart is refused.
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

export const dueOrders = dueWork(orders, (ctx, { store_id, id }) => processDueOrder(ctx, store_id, id));

export async function processDueOrder(ctx: Context, storeId: string, id: string): Promise<void> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  const due = order && dueOf(order);
  if (!order || due == null || due > ctx.now()) return;
  if (order.status !== "pending") return stopCounting(ctx, order);
  if (order.payment.status === "authorized") return checkAuthorizedPayment(ctx, storeId, id);
  await reconcileOrderPayment(ctx, storeId, id);
  await endUnpaidOrder(ctx, storeId, id, "hold expired");
}

async function stopCounting(ctx: Context, before: Stored<Order>): Promise<void> {
  const { order, writes } = removeCashHolds(ctx, before);
  await transact(ctx, [orders.replace(before, order), ...writes]);
}

// Asks the provider daily about an authorized payment, and gives the payment up after two weeks.
async function checkAuthorizedPayment(ctx: Context, storeId: string, id: string): Promise<void> {
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
