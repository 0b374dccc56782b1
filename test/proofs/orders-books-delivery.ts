import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { paymentWorkers } from "#functions/money/payments/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { dueOf } from "#lib/commerce/orders/lifecycle.ts";
import { orders as table } from "#lib/commerce/orders/table.ts";
import { processDuePage } from "#lib/money/payments/due.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { workerContext } from "#test/support/world.ts";
import type { Run } from "./orders-books-run.ts";
import { deliverMessage, postStripeEvent, withOutbox } from "./orders-books-world.ts";

/** Delivers pending callbacks and messages: any may come late or twice. */
export async function deliverPending(run: Run, share = 0.6): Promise<number> {
  const { shop, box, random } = run;
  await fetchCallbacks(run);
  let handed = 0;
  const due = random.shuffled(run.callbacks).filter(() => random.chance(share));
  for (const callback of due) {
    run.callbacks = run.callbacks.filter((each) => each !== callback);
    for (let times = random.chance(0.25) ? 2 : 1; times > 0; times--) {
      const { done, refusal } = await postStripeEvent(shop, box, callback);
      assert.ok(done, `a callback was answered ${refusal}`);
      handed++;
    }
  }
  const queued = random.shuffled(box.queued).filter(() => random.chance(share));
  for (const message of queued) {
    const isDone = await deliverMessage(shop, box, message);
    message.tries++;
    assert.ok(message.tries < 5, `${message.worker.id} fails on ${JSON.stringify(message.body)}`);
    if (isDone && (message.tries > 1 || random.chance(0.8)))
      box.queued = box.queued.filter((each) => each !== message);
    handed++;
  }
  return handed;
}

/** Fetches new callbacks from the provider; some are lost. */
async function fetchCallbacks(run: Run): Promise<void> {
  const { shop, random, receivedIds } = run;
  const about = [...run.sales.values()].flatMap(({ payment, statement }) =>
    payment ? [payment, ...statement.pages.flatMap(({ intent }) => intent ?? [])] : [],
  );
  if (about.length === 0) return;
  for (const { id, body } of await shop.desk.callbacks(about)) {
    if (receivedIds.has(id)) continue;
    receivedIds.add(id);
    if (!random.chance(run.lost)) run.callbacks.push(body);
  }
}

/** Runs the due workers for this run's records; returns the next due time. */
export async function runDueWorkers(run: Run): Promise<number | undefined> {
  const { shop, box } = run;
  const pageWorker = workerContext(paymentWorkers.processDuePayments, shop.now);
  const orderWorker = workerContext(orderWorkers.processDueOrders, shop.now);
  let next: number | undefined;
  const later = (time: number | null | undefined) => {
    if (time != null) next = Math.min(next ?? time, time);
  };
  for (const { id, payment, statement } of run.sales.values()) {
    const keys = statement.pages.map(({ attempt: name }) => ({
      tenant_id: shop.storeId,
      payment_id: payment ?? "",
      n: Number(name.split("-")[1]),
    }));
    const pages = keys.length > 0 ? await attempts.batchGet(keys) : [];
    for (const key of pages)
      if (key.due_at !== null && key.due_at <= shop.now())
        await withOutbox(box, () => withRetries(() => processDuePage(pageWorker, key)));
    await withOutbox(box, () => withRetries(() => processDueOrder(orderWorker, shop.storeId, id)));
    const after = keys.length > 0 ? await attempts.batchGet(keys) : [];
    for (const { due_at } of after) later(due_at);
    const order = await table.find({ store_id: shop.storeId, id });
    later(order && dueOf(order));
  }
  return next;
}
