import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { DAY } from "#core/seconds.ts";
import { syncPayment } from "#lib/money/payments/sync.ts";
import { freed } from "./cash.ts";
import { forgetIdleContacts } from "./idle-contacts.ts";
import { findWhole } from "./load.ts";
import { changed, replacement } from "./record.ts";
import { release, releaseWrites } from "./release.ts";
import type { Order } from "./schema.ts";
import { MAX_WAIT, settleOrder } from "./settle.ts";
import { orders } from "./table.ts";

const BATCH = 100;

/**
 * Does what the minute has made due: ends holds that were not paid, asks after money that is on its way, and forgets
 * visitors who did not come back.
 */
export async function processDueOrders(ctx: Context): Promise<void> {
  await inTurn([processHeld, forgetIdleContacts], (part) => part(ctx));
}

async function processHeld(ctx: Context): Promise<void> {
  await inTurn(await orders.dueUntil(ctx.now(), BATCH), ({ store_id, id }) =>
    processDueOrder(ctx, store_id, id),
  );
}

export async function processDueOrder(ctx: Context, storeId: string, id: string): Promise<void> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  if (!order || order.tend_at === null || order.tend_at > ctx.now()) return;
  if (order.status !== "pending") return countNoMore(ctx, order);
  if (order.payment.status === "authorized") return askAfter(ctx, storeId, id);
  await settleOrder(ctx, storeId, id);
  await release(ctx, storeId, id, "hold_ended");
}

async function countNoMore(ctx: Context, before: Stored<Order>): Promise<void> {
  const { order, writes } = freed(ctx, before);
  await transact(ctx, [orders.replace(before, order), ...writes]);
}

// Daily, until the provider says how it ended; after two weeks it has not come.
async function askAfter(ctx: Context, storeId: string, id: string): Promise<void> {
  const before = await findWhole(storeId, id);
  if (!before?.payment) return;
  const { id: payment_id, attempt: n } = before.payment;
  await syncPayment(ctx, { tenant_id: storeId, payment_id, n });
  await settleOrder(ctx, storeId, id);
  const whole = await findWhole(storeId, id);
  if (whole?.order.status !== "pending" || whole.order.payment.status !== "authorized") return;
  const { order } = whole;
  const isOver = order.created_at + MAX_WAIT <= ctx.now();
  const next = changed(ctx, order, { tend_at: ctx.now() + DAY }, "payment_asked");
  const writes = isOver ? await releaseWrites(ctx, whole, "payment_failed") : replacement(ctx, order, next);
  await transact(ctx, writes);
}
