import assert from "node:assert/strict";
import { HOUR } from "#core/seconds.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { delayedCharges } from "#lib/money/payments/sandbox-checkout.ts";
import { drainDue } from "#test/support/due.ts";
import { auditStock, BY_CASH, checkout, eventTypesOf, ordersOf, pay } from "#test/support/orders.ts";
import { pause } from "#test/support/pause.ts";
import { inParallel } from "#test/support/random.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { testContext } from "#test/support/world.ts";

const CONCURRENCY = 8;
const POLL_MS = 200;
/** Milliseconds after which a payment counts as not refunded. */
const TIMEOUT_MS = 180_000;

interface RefundTimes {
  orders: number;
  /** Milliseconds from the payment to the refund that the provider has confirmed. */
  median: number;
  longest: number;
}

/**
 * Pays orders whose holds have ended and whose goods were sold to others, half of them known by a callback alone. Throws
 * unless every payment is refunded and announced without anybody's help.
 */
export async function refundLatePayments(count: number): Promise<RefundTimes> {
  const shop = await openShop({ units: count });
  const pages = await inParallel(count, CONCURRENCY, async () =>
    checkout(shop.id, await visitorWithCart(shop, [shop.mug])),
  );
  const later = testContext({ clock: () => Math.floor(Date.now() / 1000) + HOUR });
  await inParallel(count, CONCURRENCY, async (index) =>
    processDueOrder(later, shop.id, pages[index]?.order_id ?? ""),
  );
  await inParallel(count, CONCURRENCY, async () =>
    checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CASH),
  );
  const paidAt = new Map<string, number>();
  await inParallel(count, CONCURRENCY, async (index) => {
    const { order_id = "", checkoutUrl = null } = pages[index] ?? {};
    paidAt.set(order_id, performance.now());
    await pay(checkoutUrl, index % 2 === 0 ? "approve" : "delay");
  });
  const delayed = pages.filter((_, index) => index % 2 === 1);
  for (const { order_id } of delayed) paidAt.set(order_id, performance.now());
  await drainDue(later, delayedCharges, shop.id);
  const took = await waitForRefunds(shop.id, paidAt);
  for (const { order_id } of pages.slice(0, 5))
    assert.ok((await eventTypesOf(shop.id, order_id)).includes("order.payment_refused"), order_id);
  await auditStock(shop.id, [shop.mug], count);
  const sorted = took.toSorted((one, other) => one - other);
  return { orders: count, median: sorted[Math.floor(count / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
}

async function waitForRefunds(storeId: string, paidAt: ReadonlyMap<string, number>): Promise<number[]> {
  const took = new Map<string, number>();
  const until = performance.now() + TIMEOUT_MS;
  while (took.size < paidAt.size) {
    assert.ok(performance.now() < until, `${paidAt.size - took.size} of ${paidAt.size} are not refunded.`);
    for (const { id, payment, payment_status } of await ordersOf(storeId)) {
      const since = paidAt.get(id);
      if (since === undefined || took.has(id) || payment_status !== "refunded") continue;
      assert.equal(payment.refunded, payment.captured, `${id} is not fully refunded.`);
      took.set(id, performance.now() - since);
    }
    await pause(POLL_MS);
  }
  return [...took.values()];
}
