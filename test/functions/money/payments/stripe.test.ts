import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { businessPayments, paymentProviders } from "#functions/money/payments/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { bookByCard, ledgerOf, waitForStatus } from "#test/support/bookings.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";
import { connectStripe, decideAtStripe, type StripeDashboard } from "#test/support/stripe.ts";
import { eventually, somebody } from "#test/support/world.ts";

test("a payer at Stripe returns to a confirmed booking, and Stripe's total is ours", async () => {
  const salon = await openSalon();
  const { desk } = await connectStripe(salon);
  const customer = await somebody();
  const { reservationId, paymentId, checkoutUrl } = await bookByCard(salon, customer, 8, {
    successUrl: "http://localhost:5173/thanks",
  });
  const { sessions } = await desk.books();
  expect(sessions).toMatchObject([{ attempt: `${paymentId}-1`, amount: 5000, status: "open" }]);
  await desk.hold();
  const back = await decideAtStripe(checkoutUrl, "approve");
  const reply = await fetch(back ?? "", { redirect: "manual" });
  expect(reply.headers.get("location")).toBe(`http://localhost:5173/thanks?reservation_id=${reservationId}`);
  const found = await ok(reservations.getReservation, { params: { reservationId }, as: customer });
  expect(found).toMatchObject({ status: "CONFIRMED", payment: { status: "captured", captured: 5000 } });
});

test("an authorized payment holds its time, and ends as Stripe reports", async () => {
  const salon = await openSalon();
  const { desk } = await connectStripe(salon);
  const [paid, failed] = [
    await bookByCard(salon, await somebody(), 8),
    await bookByCard(salon, await somebody(), 10),
  ];
  for (const { checkoutUrl } of [paid, failed]) await decideAtStripe(checkoutUrl, "delay");
  for (const { reservationId } of [paid, failed]) await waitForStatus(salon, reservationId, "AUTHORIZED");
  const { sessions } = await desk.books();
  const sessionOf = (id: string | null) => sessions.find(({ attempt }) => attempt === `${id}-1`)?.id ?? "";
  await desk.settle(sessionOf(paid.paymentId), "succeeded");
  await desk.settle(sessionOf(failed.paymentId), "failed");
  await waitForStatus(salon, paid.reservationId, "CONFIRMED");
  await waitForStatus(salon, failed.reservationId, "FAILED");
});

test("cancelling a booking closes its page at Stripe; a payment in between is refunded", async () => {
  const salon = await openSalon();
  const { desk } = await connectStripe(salon);
  const customer = await somebody();
  const [open, paid] = [await bookByCard(salon, customer, 8), await bookByCard(salon, customer, 10)];
  await desk.hold();
  await decideAtStripe(paid.checkoutUrl, "approve");
  for (const { reservationId } of [open, paid]) {
    const params = { reservationId };
    await ok(reservations.updateReservation, { params, as: customer, body: { status: "CANCELLED" } });
  }
  expect((await desk.books()).sessions.map(({ status }) => status).sort()).toEqual(["complete", "expired"]);
  await eventually(async () => (await desk.books()).refunds.length === 1, "the refund");
  const kept = await eventually(async () => {
    const payment = await paymentFor(salon.businessId, paid.reservationId);
    return payment?.refund_pending === 0 && payment;
  }, "the refund being confirmed");
  expect(kept).toMatchObject({ captured: 5000, refunded: 5000 });
});

test("our refunds, the provider's and disputes are announced, and never exceed the capture", async () => {
  const salon = await openSalon();
  const { desk } = await connectStripe(salon);
  const { reservationId, intent } = await paidBooking(salon, desk);
  const refund = (amount?: number) =>
    call(businessPayments.refundPayment, {
      params: { businessId: salon.businessId },
      as: salon.owner,
      body: { entity: `reservation:${reservationId}`, ...(amount === undefined ? {} : { amount }) },
    });
  const stands = (refunded: number, refund_pending: number) =>
    eventually(async () => {
      const found = await paymentFor(salon.businessId, reservationId);
      return found?.refunded === refunded && found.refund_pending === refund_pending;
    }, `${refunded} being refunded and ${refund_pending} set aside`);
  await desk.waitRefunds();
  expect((await refund(1000)).status).toBe(200);
  await eventually(async () => (await desk.books()).refunds.length === 1, "the refund at Stripe");
  await stands(0, 1000);
  expect((await ledgerOf(salon.businessId, reservationId)).events).not.toContain("payment.refunded");
  expect((await refund(4001)).body).toMatchObject({ error: "PAYMENT.INVALID_AMOUNT" });
  await desk.settleRefund((await desk.books()).refunds[0]?.id ?? "", "succeeded");
  await stands(1000, 0);
  await desk.waitRefunds(false);
  await desk.refund(intent, 500);
  await stands(1500, 0);
  const dispute = await desk.dispute(intent, 2000);
  await stands(1500, 2000);
  const named = { params: { businessId: salon.businessId, reservationId }, as: salon.owner };
  await eventually(async () => {
    const { payment } = await ok(businessReservations.getBusinessReservation, named);
    return payment?.refunds.some(({ amount, status }) => amount === 2000 && status === "pending");
  }, "the booking that says what is asked back");
  expect((await refund(1501)).body).toMatchObject({ error: "PAYMENT.INVALID_AMOUNT" });
  await desk.closeDispute(dispute, "lost");
  await stands(3500, 0);
  await refund();
  await stands(5000, 0);
});

test("a refund that Stripe refuses, at once or later, is undone and announced", async () => {
  const salon = await openSalon();
  const { desk } = await connectStripe(salon);
  const { reservationId, intent } = await paidBooking(salon, desk);
  const params = { businessId: salon.businessId };
  const body = { entity: reservationId, amount: 2000 };
  await desk.waitRefunds();
  // Holds callbacks back, as a running one would see what the stand-in does next.
  await desk.hold();
  await ok(businessPayments.refundPayment, { params, as: salon.owner, body });
  const id = await eventually(async () => (await desk.books()).refunds[0]?.id, "the refund at Stripe");
  await desk.settleRefund(id, "failed");
  for (const told of await desk.callbacks()) await desk.deliver(told.id);
  await eventually(async () => {
    const { events } = await ledgerOf(salon.businessId, reservationId);
    return events.includes("payment.refund_failed");
  }, "the refusal being told");
  expect(await paymentFor(salon.businessId, reservationId)).toMatchObject({ refunded: 0, refund_pending: 0 });
  // Stripe refuses this at once, as most was refunded in its dashboard, whose callback is held back.
  await desk.waitRefunds(false);
  await desk.refund(intent, 4000);
  await ok(businessPayments.refundPayment, { params, as: salon.owner, body });
  await eventually(async () => {
    const found = await paymentFor(salon.businessId, reservationId);
    return found?.refunded === 4000 && found.refund_pending === 0;
  }, "what Stripe gave back being all that counts");
  const { events } = await ledgerOf(salon.businessId, reservationId);
  expect(events.filter((type) => type === "payment.refund_failed")).toHaveLength(2);
  expect((await desk.books()).refunds.map(({ amount }) => amount).toSorted()).toEqual([2000, 4000]);
});

test("a 500 of Stripe makes no second page and no second refund", async () => {
  const salon = await openSalon();
  const { desk } = await connectStripe(salon);
  await desk.fail("^/v1/checkout/sessions$", "after");
  const { reservationId, intent } = await paidBooking(salon, desk);
  expect((await desk.books()).sessions).toHaveLength(1);
  expect(intent).toMatch(/^pi_/);
  await desk.fail("^/v1/refunds$", "after");
  const params = { businessId: salon.businessId };
  await ok(businessPayments.refundPayment, {
    params,
    as: salon.owner,
    body: { entity: reservationId, amount: 700 },
  });
  await eventually(async () => {
    const found = await paymentFor(salon.businessId, reservationId);
    return found?.refunded === 700;
  }, "the refund");
  expect((await desk.books()).refunds).toMatchObject([{ amount: 700 }]);
});

test("a forged, old, changed or misdirected callback is refused; two secrets are valid for a day", async () => {
  const salon = await openSalon();
  const other = await openSalon();
  const { desk, secret, key, provider } = await connectStripe(salon);
  await connectStripe(other);
  await desk.hold();
  const { checkoutUrl, reservationId } = await bookByCard(salon, await somebody());
  await decideAtStripe(checkoutUrl, "approve");
  const [callback] = await desk.callbacks();
  const text = callback?.body ?? "";
  const post = async (signature: string, { store = salon.businessId, body = text, at = "" } = {}) => {
    const url = `${env("PUBLIC_URL")}/v1/payments/stripe/webhook?store=${store}`;
    const headers = {
      "content-type": "application/json",
      "stripe-signature": signature,
      ...(at ? { "x-local-time": at } : {}),
    };
    return (await fetch(url, { method: "POST", body, headers })).status;
  };
  const now = Math.floor(Date.now() / 1000);
  expect(await post(signatureOf(text, "whsec_wrong"))).toBe(400);
  expect(await post(signatureOf(text, secret, now - 301))).toBe(400);
  expect(await post(signatureOf(text, secret), { body: `${text} ` })).toBe(400);
  expect(await post("")).toBe(400);
  expect(await post(signatureOf(text, secret), { store: other.businessId })).toBe(400);
  expect((await paymentFor(salon.businessId, reservationId))?.captured).toBe(0);
  const { businessId, owner: as } = salon;
  const paymentProvider = { type: "STRIPE", secretKey: key, webhookSecret: "whsec_another_one" };
  await ok(businesses.updateBusiness, { params: { businessId }, as, body: { configs: { paymentProvider } } });
  const { items } = await ok(paymentProviders.listPaymentProviders, { params: { storeId: businessId }, as });
  expect(items).toMatchObject([{ id: provider.id, webhook_url: provider.webhook_url }]);
  expect(await post(signatureOf(text, secret))).toBe(200);
  expect(await post(signatureOf(text, "whsec_another_one"))).toBe(200);
  const later = String(now + 2 * 86_400);
  expect(await post(signatureOf(text, secret), { at: later })).toBe(400);
  expect(await post(signatureOf(text, "whsec_another_one"), { at: later })).toBe(200);
  await waitForStatus(salon, reservationId, "CONFIRMED");
});

test("amounts that Stripe does not take are refused before anything is held", async () => {
  const salon = await openSalon({ service: { prices: [{ market: "eu", amount: 49 }] } });
  const { desk } = await connectStripe(salon);
  const { serviceId, providerId } = salon;
  const parts = [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }];
  const body = { paymentMethod: "CREDIT_CARD", market: "eu", parts };
  const refusal = await refused(reservations.checkoutReservation, { as: await somebody(), body });
  expect(refusal).toMatchObject({ status: 400, error: "PAYMENT.INVALID_AMOUNT" });
  expect((await desk.books()).sessions).toEqual([]);
});

async function paidBooking(salon: Salon, desk: StripeDashboard) {
  const booked = await bookByCard(salon, await somebody());
  await decideAtStripe(booked.checkoutUrl, "approve");
  await waitForStatus(salon, booked.reservationId, "CONFIRMED");
  const { sessions } = await desk.books();
  return { ...booked, intent: sessions[0]?.intent ?? "" };
}
