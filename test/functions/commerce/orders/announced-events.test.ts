import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { DAY } from "#core/seconds.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { paymentReturns, paymentWorkers } from "#functions/money/payments/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { closeOpenPages } from "#lib/money/payments/due.ts";
import { syncPayment } from "#lib/money/payments/sync-payment.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { hasAnnounced, waitForEvents } from "#test/support/announced-events.ts";
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
import { call, ok, refused } from "#test/support/client.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { HOUR } from "#test/support/salon.ts";
import { createGoods, haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, testContext, workerContext } from "#test/support/world.ts";

const NOW = Math.floor(Date.now() / 1000);
const LATER = NOW + HOUR;

test("closing the payment pages of an account announces the outcome of each", async () => {
  const shop = await openShop();
  const [, promised, paid, back] = [
    await orderByCard(shop, voucherLine),
    await orderByCard(shop, voucherLine),
    await orderByCard(shop, voucherLine),
    await orderByCard(shop, voucherLine),
  ];
  await promised?.is("authorized");
  await paid?.is("captured");
  await back?.givenBack();
  const worker = paymentWorkers.closeOpenPages;
  await closeOpenPages(workerContext(worker), { tenant_id: shop.id, credential_id: null });
  const types = ["authorized", "captured", "failed", "refunded"];
  await waitForEvents(
    shop,
    worker,
    types.map((type) => `payment.${type}`),
  );
});

test("the check of a pending payment announces whether it came, was refunded or failed", async () => {
  const shop = await openShop();
  const worker = orderWorkers.processDueOrders;
  const ways: [LineMaker, (order: CardOrder) => Promise<unknown>][] = [
    [haircutLine, ({ is }) => is("captured")],
    [voucherLine, ({ givenBack }) => givenBack()],
    [haircutLine, ({ is }) => is("failed")],
  ];
  const money = ["payment.captured", "payment.refunded", "payment.failed"];
  const settled = ["order.confirmed", "order.paid", "order.completed", "order.refunded", "order.cancelled"];
  const told = [...money, ...settled, "reservation.confirmed", "reservation.updated", "cart.updated"];
  const due = workerContext(worker, () => NOW + 2 * DAY);
  for (const [hour, [line, then]] of ways.entries()) {
    const order = await orderByCard(shop, line, 2 * hour);
    await order.is("authorized");
    await withRetries(() => syncPayment(testContext(), order.key));
    await waitUntilAuthorized(shop, order);
    // Otherwise the payment worker could announce the order first.
    await whileQueueHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
      await then(order);
      await withRetries(() => processDueOrder(due, shop.id, order.id));
    });
  }
  expect(await hasAnnounced(shop, worker, told)).toBe(true);
});

test("the worker of payment events announces what they change", async () => {
  const shop = await openShop();
  const outcomes = ["authorized", "captured", "failed"] as const;
  for (const [at, outcome] of outcomes.entries()) {
    const order = await orderByCard(shop, haircutLine, 2 * at);
    await order.is(outcome);
    await withRetries(() => syncPayment(testContext(), order.key));
  }
  const lost = await orderByCard(shop, haircutLine, 6);
  await lost.is("authorized");
  await withRetries(() => syncPayment(testContext(), lost.key));
  await waitUntilAuthorized(shop, lost);
  await lost.is("failed");
  await withRetries(() => syncPayment(testContext(), lost.key));
  const types = ["order.confirmed", "order.paid", "order.payment_failed", "order.cancelled"];
  const beside = ["reservation.confirmed", "reservation.updated", "cart.updated"];
  await waitForEvents(shop, orderWorkers.settleOrderFromEvent, [...types, ...beside]);
});

test("a returning buyer's request announces a page's outcome before its callback comes", async () => {
  const shop = await openShop();
  const [promised, paid, declined, back, late] = [
    await orderByCard(shop, haircutLine, 0),
    await orderByCard(shop, haircutLine, 2),
    await orderByCard(shop, haircutLine, 4),
    await orderByCard(shop, voucherLine),
    await orderByCard(shop, haircutLine, 6),
  ];
  await promised.is("authorized");
  await paid.is("captured");
  await declined.is("failed");
  await back.givenBack();
  const ended = workerContext(orderWorkers.processDueOrders, () => LATER);
  await withRetries(() => processDueOrder(ended, shop.id, late.id));
  await late.is("captured");
  // Otherwise the payment worker could announce the order first.
  await whileQueueHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    for (const order of [promised, paid, declined, back, late]) await returnFromPaymentPage(order);
  });
  const money = ["payment.authorized", "payment.captured", "payment.failed", "payment.refunded"];
  await waitForEvents(shop, paymentReturns.returnFromPayment, money);
  const settled = ["order.updated", "order.confirmed", "order.paid", "order.completed"];
  const beside = ["reservation.updated", "reservation.confirmed", "cart.converted"];
  await waitForEvents(shop, paymentReturns.returnFromPayment, [...settled, ...beside]);
});

test("an order by staff that needs the stock of an expired hold announces its end", async () => {
  for (const operation of [carts.checkoutCart, orders.createOrder]) {
    const shop = await openShop({ units: 1 });
    await checkout(shop.id, await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }, haircut(shop)]));
    const params = { storeId: shop.id };
    const items = [{ ...shop.mug, quantity: 1 }];
    const address = (await readOrder(shop, (await anyOrder(shop)) ?? "")).shipping_address;
    const wanted = { market: "eu", items, shipping_address: address, email: BY_CASH.email };
    const at = { as: shop.owner, at: LATER };
    if (operation === carts.checkoutCart) {
      const cart = await ok(carts.createCart, { ...at, params, body: wanted as never });
      const body = BY_CASH;
      await ok(carts.checkoutCart, { ...at, params: { ...params, cartId: cart.id }, body });
    } else await ok(orders.createOrder, { ...at, params, body: { ...wanted, ...BY_CASH } as never });
    await waitForEvents(shop, operation, ["order.cancelled", "reservation.updated", "cart.updated"]);
  }
});

async function anyOrder(shop: Shop) {
  const { items } = await ok(orders.listOrders, { params: { storeId: shop.id }, as: shop.owner });
  return items[0]?.id;
}

test("a refund of appointments announces that one is cancelled, and that all are", async () => {
  const shop = await openShop();
  const lines = [haircut(shop, 0), haircut(shop, 3)];
  const { order_id: orderId } = await checkout(shop.id, await visitorWithCart(shop, lines), BY_CASH);
  const to = { params: { storeId: shop.id, orderId }, as: shop.owner };
  const { items } = await ok(orders.updateOrder, { ...to, body: { paid: true } });
  const first = { order_item_id: items[0]?.id ?? "", quantity: 1 };
  await ok(orders.refundOrder, { ...to, body: { lines: [first] } });
  await waitForEvents(shop, orders.refundOrder, ["reservation.updated"]);
  const second = { order_item_id: items[1]?.id ?? "", quantity: 1 };
  await ok(orders.refundOrder, { ...to, body: { lines: [second] } });
  await waitForEvents(shop, orders.refundOrder, ["reservation.cancelled"]);
});

test("cancelling an appointment closes its order's page, and the worker announces both", async () => {
  const shop = await openShop();
  const { id } = await orderByCard(shop, haircutLine);
  const reservationId = (await readOrder(shop, id)).items[0]?.reservation_id ?? "";
  await ok(businessReservations.updateBusinessReservation, {
    params: { businessId: shop.id, reservationId },
    as: shop.owner,
    body: { status: "CANCELLED" },
  });
  await waitForEvents(shop, orderWorkers.followReservation, ["payment.failed", "order.cancelled"]);
});

test("a free order with nothing to send is complete at once, for buyers and staff", async () => {
  const shop = await openShop();
  const gift = await createGoods(shop, "gift", { amount: 0, units: null, requires_shipping: false });
  const line = { ...gift, quantity: 1 };
  await checkout(shop.id, await visitorWithCart(shop, [line]), BY_CASH);
  const at = { params: { storeId: shop.id }, as: shop.owner };
  const body = { market: "eu", email: BY_CASH.email, items: [line] };
  const { id: cartId } = await ok(carts.createCart, { ...at, body: body as never });
  await ok(carts.checkoutCart, { params: { ...at.params, cartId }, as: shop.owner, body: BY_CASH });
  for (const operation of [storefrontCarts.checkoutVisitorCart, carts.checkoutCart])
    await waitForEvents(shop, operation, ["order.completed"]);
});

test("staff who check out a cart again after a declined payment open its next payment page", async () => {
  const shop = await openShop();
  const at = { params: { storeId: shop.id }, as: shop.owner };
  const body = { market: "eu", email: BY_CARD.email, items: [voucherLine(shop, 0)] };
  const { id: cartId } = await ok(carts.createCart, { ...at, body: body as never });
  const wanted = { params: { ...at.params, cartId }, as: shop.owner, body: BY_CARD };
  const placed = await ok(carts.checkoutCart, wanted);
  await pay(placed.checkoutUrl, "decline");
  const isDeclined = async () => (await readOrder(shop, placed.order_id)).payment_status === "failed";
  await eventually(isDeclined, "the card being declined");
  const again = await call(carts.checkoutCart, wanted);
  expect(again).toMatchObject({ status: 200, body: { order_id: placed.order_id } });
  await waitForEvents(shop, carts.checkoutCart, ["order.updated", "payment.updated"]);
});

test("a bulk fulfilment announces the orders that it completes", async () => {
  const shop = await openShop();
  const at = { params: { storeId: shop.id }, as: shop.owner };
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }]);
  const { order_id: orderId } = await checkout(shop.id, buyer, BY_CASH);
  await ok(orders.updateOrder, { ...at, params: { ...at.params, orderId }, body: { paid: true } });
  await ok(orders.changeOrders, { ...at, body: { action: "fulfil", ids: [orderId] } });
  await waitForEvents(shop, orders.changeOrders, ["order.completed"]);
});

test("repeating an order whose page cannot be opened any more announces its end", async () => {
  const shop = await openShop();
  const { desk } = await openStripeStore(shop.id);
  const asked = {
    params: { storeId: shop.id },
    as: shop.owner,
    headers: { "idempotency-key": "once" },
    body: { market: "eu", items: [voucherLine(shop, 0)], ...BY_CARD } as never,
  };
  await desk.fail("^/v1/checkout/sessions$", "before", 403);
  const refusal = { error: "PAYMENT.STRIPE_ERROR" };
  expect(await refused(orders.createOrder, { ...asked, at: NOW - 600 })).toMatchObject(refusal);
  expect(await refused(orders.createOrder, asked)).toMatchObject(refusal);
  await waitForEvents(shop, orders.createOrder, ["payment.failed"]);
});
