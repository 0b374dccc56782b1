import { expect, test } from "vitest";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { businessPayments } from "#functions/money/payments/routes.ts";
import { platformWorkers } from "#functions/system/platform/routes.ts";
import { endPayments } from "#lib/money/payments/end-payments.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { stripe } from "#lib/money/payments/stripe-adapter.ts";
import { orderOfThree } from "#test/proofs/exact-refunds.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { bookByCard, waitForStatus } from "#test/support/bookings.ts";
import { call, ok } from "#test/support/client.ts";
import { openSalon } from "#test/support/salon.ts";
import { connectStripe, decideAtStripe } from "#test/support/stripe.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, somebody, testContext, workerContext } from "#test/support/world.ts";

const REFUSED_REPLY = { status: 400, body: { error: "PAYMENT.STRIPE_ERROR" } };

type At = Awaited<ReturnType<typeof orderOfThree>>["at"];

function settledOrder(at: At) {
  return eventually(async () => {
    const order = await ok(orders.getOrder, at);
    return order.payment.refund_pending === 0 && order;
  }, "an order whose refunds have ended");
}

/** The order has three units at 10.003 each, and another item at 0.001. */
test.each([
  // The 0.001 cannot be refunded by itself. The last refund includes it.
  ["other one three", [0, 10_000, 30_010]],
  // The second refund includes the 0.003 by which the first was rounded down.
  ["one two three other", [10_000, 20_010, 30_010, 30_010]],
])(
  "cancelled units are refunded in sendable amounts, and the last with the rest: %s",
  async (order, wanted) => {
    const { at, itemId, otherId } = await orderOfThree("stripe", "KWD", 10_003, { total: 30_010 });
    const gone: number[] = [];
    for (const word of order.split(" ")) {
      const cancel_quantity = { one: 1, two: 2, three: 3 }[word] ?? 1;
      const items = [{ id: word === "other" ? otherId : itemId, cancel_quantity }];
      await ok(orders.updateOrder, { ...at, body: { items } });
      gone.push((await settledOrder(at)).payment.refunded);
    }
    expect(gone).toEqual(wanted);
    expect(await settledOrder(at)).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  },
);

// https://docs.stripe.com/currencies: the third decimal must be 0, and MGA has no decimals.
test.each([
  ["KWD", 5_005, 5_010],
  ["BHD", 5_001, 5_000],
  ["JOD", 5_009, 5_010],
  ["OMR", 5_005, 5_000],
  ["TND", 5_555, 5_550],
  ["MGA", 5_050, 5_100],
] as const)(
  "%s %i is refused by every refund operation, and nothing is reserved; %i is refunded",
  async (currency, inexact, exact) => {
    const { at, itemId } = await orderOfThree("stripe", currency, 15_000);
    const { storeId: businessId, orderId } = at.params;
    const lines = [{ order_item_id: itemId, quantity: 1 }];
    const ask = (body: object) => call(orders.refundOrder, { ...at, body });
    const asEntity = {
      params: { businessId },
      as: at.as,
      body: { entity: `order:${orderId}`, amount: inexact },
    };
    for (const reply of [
      await ask({ amount: inexact }),
      await ask({ amount: inexact, lines }),
      await call(businessPayments.refundPayment, asEntity),
    ])
      expect(reply).toMatchObject(REFUSED_REPLY);
    expect((await ok(orders.getOrder, at)).payment).toMatchObject({ refund_pending: 0, refunds: [] });
    expect((await ask({ amount: exact })).status).toBe(200);
    expect((await ask({})).status).toBe(200);
    expect(await settledOrder(at)).toMatchObject({
      payment_status: "refunded",
      payment: { refunded: 45_000 },
    });
  },
);

/** A booking of KWD 30.010, paid at Stripe. */
async function paidBooking() {
  const salon = await openSalon({ service: { prices: [] } });
  const { businessId, owner, serviceId } = salon;
  const { desk } = await connectStripe(salon);
  const market = { key: "here", currency: "KWD" };
  await ok(markets.createMarket, { params: { storeId: businessId }, as: owner, body: market });
  const prices = [{ market: "here", amount: 30_010 }];
  await ok(services.updateService, { params: { businessId, serviceId }, as: owner, body: { prices } });
  const { reservationId, checkoutUrl } = await bookByCard(salon, await somebody(), 8, { market: "here" });
  await decideAtStripe(checkoutUrl, "approve");
  await waitForStatus(salon, reservationId, "CONFIRMED");
  const refund = (amount?: number) =>
    call(businessPayments.refundPayment, {
      params: { businessId },
      as: owner,
      body: { entity: `reservation:${reservationId}`, ...(amount === undefined ? {} : { amount }) },
    });
  const stands = (refunded: number, refund_pending: number) =>
    eventually(async () => {
      const found = await paymentFor(businessId, reservationId);
      return found?.refunded === refunded && found.refund_pending === refund_pending;
    }, `${refunded} being refunded and ${refund_pending} set aside`);
  const [session] = (await desk.books()).sessions;
  const dispute = (sent: number) => desk.dispute(session?.intent ?? "", sent);
  return { salon, desk, reservationId, refund, stands, dispute };
}

test("a booking's refund that cannot be sent exactly is refused before it is reserved", async () => {
  const { salon, reservationId, refund, stands } = await paidBooking();
  expect(await refund(5_005)).toMatchObject(REFUSED_REPLY);
  expect(await paymentFor(salon.businessId, reservationId)).toMatchObject({ refunded: 0, refund_pending: 0 });
  expect((await refund(5_010)).status).toBe(200);
  expect((await refund()).status).toBe(200);
  await stands(30_010, 0);
});

test("after a bank took an odd part, the rest that can be sent is refunded", async () => {
  const { salon, desk, reservationId, refund, stands, dispute } = await paidBooking();
  const asked = await dispute(5_005);
  await stands(0, 5_005);
  expect(await refund()).toMatchObject({ status: 200, body: { refund: { amount: 25_000 } } });
  await stands(25_000, 5_005);
  await desk.closeDispute(asked, "lost");
  await stands(30_005, 0);
  expect(await refund()).toMatchObject({ status: 400, body: { error: "PAYMENT.INVALID_AMOUNT" } });
  const { businessId, owner: as } = salon;
  await ok(businessReservations.updateBusinessReservation, {
    params: { businessId, reservationId },
    as,
    body: { status: "CANCELLED" },
  });
  await waitForWorkers(businessId);
  await stands(30_005, 0);
  const sent = (await desk.books()).refunds.map(({ amount }) => amount);
  expect(sent).toEqual([25_000]);
});

test("a store with an unsendable rest of money can be deleted, and refunds what can be sent", async () => {
  const till = await openStripeStore(undefined, "KWD");
  const { id, url } = await till.open();
  await till.approve(url);
  await till.desk.dispute((await till.session(id)).intent ?? "", 5);
  const worker = workerContext(platformWorkers.purge);
  await endPayments(worker, till.storeId, (await till.payment(id)).created_at);
  await endPayments(worker, till.storeId, (await till.payment(id)).created_at);
  expect(await till.payment(id)).toMatchObject({ captured: 5000, refunded: 4990, refund_pending: 5 });
});

test("an inexact refund that an older version reserved is refused for good, without a call", async () => {
  const page = { id: "pay_1-1", paymentId: "pay_1", n: 1, tenantId: "store_1" };
  const attempt = { ...page, ref: "cs_1", chargeRef: "pi_1" };
  const account = { tenantId: "store_1", secretKey: "sk_test_none", webhookSecrets: [] };
  const wanted = { refundId: "ref_1", attempt, amount: 5_005, currency: "KWD" };
  expect(await stripe.refund(testContext(), wanted, account)).toMatchObject({ status: "refused" });
});
