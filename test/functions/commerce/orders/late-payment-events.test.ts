import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { DAY } from "#core/seconds.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { paymentReturns, payments, paymentWorkers } from "#functions/money/payments/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { syncPayment } from "#lib/money/payments/sync-payment.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { hasAnnounced, waitForEvents } from "#test/support/announced-events.ts";
import { failRefund } from "#test/support/between-checks.ts";
import {
  type CardOrder,
  haircutLine,
  type LineMaker,
  orderByCard,
  readOrder,
  returnFromPaymentPage,
  voucherLine,
  waitUntilAuthorized,
} from "#test/support/card-order.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { BY_CASH, checkout, pay, tryCheckout } from "#test/support/orders.ts";
import { decidePayment } from "#test/support/payments.ts";
import { HOUR } from "#test/support/salon.ts";
import { haircut, openShop, visitorWithCart } from "#test/support/shop.ts";
import { interceptCalls } from "#test/support/table.ts";
import { eventually, testContext, workerContext } from "#test/support/world.ts";

const NOW = Math.floor(Date.now() / 1000);
const LATER = NOW + HOUR;

test("a late returning buyer's request announces what happened to the money", async () => {
  const shop = await openShop({ units: 1 });
  const mug: LineMaker = (at) => ({ ...at.mug, quantity: 1 });
  const [gone, sold] = [await orderByCard(shop, haircutLine), await orderByCard(shop, mug)];
  await gone.is("authorized");
  await returnFromPaymentPage(gone);
  await waitUntilAuthorized(shop, gone);
  await gone.is("failed");
  const ended = workerContext(orderWorkers.processDueOrders, () => LATER);
  await withRetries(() => processDueOrder(ended, shop.id, sold.id));
  await checkout(shop.id, await visitorWithCart(shop, [mug(shop, 0)]), BY_CASH);
  await sold.is("captured");
  // Otherwise the payment worker could announce the order first.
  await whileQueueHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    for (const order of [gone, sold]) await returnFromPaymentPage(order);
  });
  await waitForEvents(shop, paymentReturns.returnFromPayment, [
    ...["order.cancelled", "reservation.updated", "cart.updated", "order.payment_refused"],
  ]);
});

test("a returning buyer's request announces a dispute and a failed refund", async () => {
  const shop = await openShop();
  const till = await openStripeStore(shop.id);
  const bought = await orderByCard(shop, voucherLine);
  await till.approve((await attempts.find(bought.key))?.url ?? "");
  await returnFromPaymentPage(bought);
  await till.desk.waitRefunds();
  // Otherwise the refund worker could announce the failed refund first.
  await whileQueueHeld(shop, paymentWorkers.issueRefund, async () => {
    await till.refund(bought.key.payment_id, 700);
    await till.issue(bought.key.payment_id);
    const [refund] = (await till.desk.books()).refunds;
    await till.desk.settleRefund(refund?.id ?? "", "failed");
    await till.desk.dispute((await till.session(bought.key.payment_id)).intent ?? "", 300);
    await returnFromPaymentPage(bought);
  });
  await waitForEvents(shop, paymentReturns.returnFromPayment, ["payment.refund_failed", "payment.updated"]);
});

/** Submits the sandbox's page again, which changes nothing but finds its current state. */
async function decideAgain({ key }: Pick<CardOrder, "key">): Promise<void> {
  const url = (await attempts.find(key))?.url ?? "";
  const params = { checkoutId: url.slice(url.lastIndexOf("/") + 1) };
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = { params, headers, body: "decision=approve" };
  expect((await invokeDirect(payments.decideSandboxCheckout, request)).status).toBeLessThan(400);
}

test("reopening the sandbox's page announces what happened to its money", async () => {
  const shop = await openShop();
  const [gone, back] = [await orderByCard(shop, haircutLine), await orderByCard(shop, voucherLine)];
  await gone.is("authorized");
  await decideAgain(gone);
  await waitUntilAuthorized(shop, gone);
  await gone.is("failed");
  await back.givenBack();
  await whileQueueHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    for (const order of [gone, back]) await decideAgain(order);
  });
  const told = ["payment.refunded", "order.refunded", "order.cancelled", "cart.updated"];
  await waitForEvents(shop, payments.decideSandboxCheckout, told);
});

test("reopening an older sandbox page announces money that came after the next was paid", async () => {
  const shop = await openShop();
  const buyer = await visitorWithCart(shop, [voucherLine(shop, 0)]);
  const first = await checkout(shop.id, buyer);
  const key = { tenant_id: shop.id, payment_id: first.payment.id ?? "", n: 1 };
  // Otherwise the callback could announce the money first.
  await whileQueueHeld(shop, paymentWorkers.sendSandboxEvent, async () => {
    await pay(first.checkoutUrl, "decline");
    const isDeclined = async () => (await readOrder(shop, first.order_id)).payment_status === "failed";
    await eventually(isDeclined, "the card being declined");
    const { body: next } = await tryCheckout(shop.id, buyer);
    await pay("checkoutUrl" in next ? next.checkoutUrl : null);
    await decidePayment(shop.id, key.payment_id, "captured");
    await decideAgain({ key });
  });
  await waitForEvents(shop, payments.decideSandboxCheckout, ["payment.captured", "payment.updated"]);
});

test("the due worker that ends a hold announces money that it finds, or that none will come", async () => {
  const shop = await openShop();
  const worker = orderWorkers.processDueOrders;
  const due = workerContext(worker, () => LATER);
  const [declined, late] = [await orderByCard(shop, voucherLine), await orderByCard(shop, haircutLine)];
  // Otherwise the payment worker would reconcile the orders before the due worker does.
  await whileQueueHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    await declined.is("failed");
    await withRetries(() => syncPayment(testContext(), declined.key));
    await withRetries(() => processDueOrder(due, shop.id, declined.id));
    expect(await hasAnnounced(shop, worker, ["order.payment_failed"])).toBe(true);
    // Others take the appointment's time once the hold has ended.
    await checkout(shop.id, await visitorWithCart(shop, [haircutLine(shop, 0)]), BY_CASH, LATER);
    await late.is("captured");
    await withRetries(() => syncPayment(testContext(), late.key));
    await withRetries(() => processDueOrder(due, shop.id, late.id));
    expect(await hasAnnounced(shop, worker, ["order.payment_refused"])).toBe(true);
  });
});

test("cancelling an appointment announces its order's payment and a later dispute", async () => {
  const shop = await openShop();
  const till = await openStripeStore(shop.id);
  const cancel = async (id: string) => {
    const reservationId = (await readOrder(shop, id)).items[0]?.reservation_id ?? "";
    const params = { businessId: shop.id, reservationId };
    const body = { status: "CANCELLED" } as const;
    await ok(businessReservations.updateBusinessReservation, { params, as: shop.owner, body });
  };
  const [promised, paid] = [await orderByCard(shop, haircutLine, 0), await orderByCard(shop, haircutLine, 3)];
  await till.approve((await attempts.find(promised.key))?.url ?? "", "delay");
  await till.approve((await attempts.find(paid.key))?.url ?? "");
  const { intent } = await till.session(paid.key.payment_id);
  await till.desk.refund(intent ?? "", 700);
  await till.desk.dispute(intent ?? "", 300);
  // Otherwise the payment worker could announce the order first.
  await whileQueueHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    for (const { id } of [promised, paid]) await cancel(id);
    await waitForEvents(shop, orderWorkers.followReservation, [
      ...["payment.authorized", "payment.captured", "payment.refunded", "payment.updated"],
      ...["order.confirmed", "order.paid", "order.refunded", "order.cancelled"],
    ]);
  });
});

test("removing one of two confirmed appointments ends the order that waits for payment", async () => {
  const shop = await openShop();
  const lines = [haircut(shop, 0), haircut(shop, 3)];
  const { order_id: id } = await checkout(shop.id, await visitorWithCart(shop, lines));
  const reservationId = (await readOrder(shop, id)).items[0]?.reservation_id ?? "";
  const at = { params: { businessId: shop.id, reservationId }, as: shop.owner };
  const body = { status: "CONFIRMED" } as const;
  const { parts } = await ok(businessReservations.updateBusinessReservation, { ...at, body });
  await ok(businessReservations.updateBusinessReservation, {
    ...at,
    body: { parts: parts.slice(0, 1) as never },
  });
  await waitForEvents(shop, orderWorkers.followReservation, ["order.cancelled", "reservation.cancelled"]);
});

test("the check of a pending payment announces a dispute", async () => {
  const shop = await openShop();
  const till = await openStripeStore(shop.id);
  const bought = await orderByCard(shop, voucherLine);
  await till.approve((await attempts.find(bought.key))?.url ?? "", "delay");
  await returnFromPaymentPage(bought);
  await waitUntilAuthorized(shop, bought);
  const session = await till.session(bought.key.payment_id);
  await till.desk.settle(session.id, "succeeded");
  await till.desk.dispute((await till.session(bought.key.payment_id)).intent ?? "", 300);
  const worker = orderWorkers.processDueOrders;
  const due = workerContext(worker, () => NOW + 2 * DAY);
  await withRetries(() => processDueOrder(due, shop.id, bought.id));
  await waitForEvents(shop, worker, ["payment.captured", "payment.updated"]);
});

test("the check of a pending payment announces a failed refund", async () => {
  const shop = await openShop();
  const till = await openStripeStore(shop.id);
  await till.desk.waitRefunds();
  const bought = await orderByCard(shop, voucherLine);
  await till.approve((await attempts.find(bought.key))?.url ?? "", "delay");
  await returnFromPaymentPage(bought);
  await waitUntilAuthorized(shop, bought);
  const worker = orderWorkers.processDueOrders;
  const due = workerContext(worker, () => NOW + 2 * DAY);
  await till.desk.settle((await till.session(bought.key.payment_id)).id, "succeeded");
  await whileQueueHeld(shop, orderWorkers.settleOrderFromEvent, () =>
    whileQueueHeld(shop, paymentWorkers.issueRefund, async () => {
      await failRefund(till, { shop, paymentId: bought.key.payment_id });
      await withRetries(() => processDueOrder(due, shop.id, bought.id));
    }),
  );
  await waitForEvents(shop, worker, ["payment.refund_failed"]);
});

test("the due worker that finds money after a hold has ended announces the order and its cart", async () => {
  const shop = await openShop();
  const worker = orderWorkers.processDueOrders;
  const due = workerContext(worker, () => LATER);
  const bought = await orderByCard(shop, voucherLine);
  const tick = () => processDueOrder(due, shop.id, bought.id);
  await whileQueueHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    let met = false;
    await interceptCalls(async (_, next) => {
      const answer = await next();
      if (met) return answer;
      met = true;
      await tick();
      await bought.is("captured");
      await withRetries(() => syncPayment(testContext(), bought.key));
      return answer;
    }, tick);
  });
  expect(await hasAnnounced(shop, worker, ["order.cancelled", "cart.converted"])).toBe(true);
});
