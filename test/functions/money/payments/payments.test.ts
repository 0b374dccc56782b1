import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { businessPayments, payments } from "#functions/money/payments/routes.ts";
import { paymentFor } from "#lib/money/payments/service.ts";
import { bookByCard, sendSandboxCallback, waitForStatus } from "#test/support/bookings.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { eventually, mailTo, somebody } from "#test/support/world.ts";

test("a callback with a wrong signature, or of an unknown provider, is refused", async () => {
  const headers = { "sandbox-signature": "v1=wrong" };
  const sendAs = (provider: string) =>
    refused(payments.receivePaymentEvent, { params: { provider }, raw: "{}", headers });
  expect((await sendAs("sandbox")).error).toBe("PAYMENT.SIGNATURE_INVALID");
  expect((await sendAs("nobody")).status).toBe(404);
});

test("concurrent refunds never exceed what was captured", async () => {
  const salon = await openSalon();
  const booked = await bookByCard(salon, await somebody());
  await sendSandboxCallback(salon, booked.paymentId ?? "", "captured");
  await waitForStatus(salon, booked.reservationId, "CONFIRMED");
  const refund = () =>
    call(businessPayments.refundPayment, {
      params: { businessId: salon.businessId },
      as: salon.owner,
      body: { entity: booked.reservationId, amount: 1500 },
    });
  const replies = await Promise.all(Array.from({ length: 8 }, refund));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  const paid = await eventually(async () => {
    const found = await paymentFor(salon.businessId, booked.reservationId);
    return found?.refund_pending === 0 && found;
  }, "the refunds being confirmed");
  expect(paid.refunded).toBe(4500);
});

test("a refund_id is one refund however often it is sent, and another body is a 409", async () => {
  const salon = await openSalon();
  const booked = await bookByCard(salon, await somebody());
  await sendSandboxCallback(salon, booked.paymentId ?? "", "captured");
  await waitForStatus(salon, booked.reservationId, "CONFIRMED");
  const at = { params: { businessId: salon.businessId }, as: salon.owner };
  const body = { entity: booked.reservationId, amount: 1500, refund_id: "r1" };
  const press = () => ok(businessPayments.refundPayment, { ...at, body });
  const answers = await Promise.all([press(), press(), press()]);
  const paid = await eventually(async () => {
    const found = await paymentFor(salon.businessId, booked.reservationId);
    return found?.refund_pending === 0 && found.refunded > 0 && found;
  }, "the refund being confirmed");
  expect(paid.refunded).toBe(1500);
  for (const answer of [...answers, await press()]) expect(answer).toEqual(answers[0]);
  const other = { ...at, body: { ...body, amount: 1600 } };
  expect(await refused(businessPayments.refundPayment, other)).toMatchObject({
    status: 409,
    error: "GENERAL.IDEMPOTENCY_KEY_REUSED",
  });
});

test("cancelling a paid booking tells what was paid; staff refund it, and the booking shows it", async () => {
  const salon = await openSalon();
  const customer = await somebody();
  const { reservationId, paymentId } = await bookByCard(salon, customer);
  await sendSandboxCallback(salon, paymentId ?? "", "captured");
  await waitForStatus(salon, reservationId, "CONFIRMED");
  await mailTo(customer.email, 1);
  const params = { reservationId };
  await ok(reservations.updateReservation, { params, as: customer, body: { status: "CANCELLED" } });
  const mail = await mailTo(customer.email, 2);
  expect(mail.subject).toContain("cancelled");
  expect(mail.body.text).toContain("You have paid €50.00 for it.");
  await ok(businessPayments.refundPayment, {
    params: { businessId: salon.businessId },
    as: salon.owner,
    body: { entity: reservationId },
  });
  const { payment } = await eventually(async () => {
    const found = await ok(reservations.getReservation, { params, as: customer });
    return found.payment?.refunded === 5000 && found;
  }, "the booking saying so");
  expect(payment).toMatchObject({ status: "captured", captured: 5000 });
});

test("money that comes after a hold ended and its time was taken is refunded", async () => {
  const salon = await openSalon();
  const now = Math.floor(Date.now() / 1000) - 1000;
  const { serviceId, providerId } = salon;
  const parts = [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }];
  const late = await ok(reservations.checkoutReservation, {
    as: await somebody(),
    at: now,
    body: { paymentMethod: "credit_card", market: "eu", parts },
  });
  await ok(reservations.checkoutReservation, {
    as: await somebody(),
    body: { paymentMethod: "cash", parts },
  });
  await sendSandboxCallback(salon, late.paymentId ?? "", "captured");
  // It may have failed already if the stack's own tick met it.
  const paid = await eventually(async () => {
    const found = await paymentFor(salon.businessId, late.reservationId);
    return found?.refunded === 5000 && found;
  }, "the money going back");
  expect(paid).toMatchObject({ captured: 5000, refunded: 5000 });
  await waitForStatus(salon, late.reservationId, "FAILED");
});

test("a quote is the price of its checkout; another amount holds nothing", async () => {
  const salon = await openSalon();
  const { businessId, serviceId, providerId } = salon;
  const customer = await somebody();
  const items = [{ serviceId, providerId, from: MONDAY + 8 * HOUR }];
  const params = { businessId };
  const quote = await ok(businessReservations.quoteBusinessReservation, {
    params,
    body: { items, currency: "EUR" },
  });
  expect(quote).toMatchObject({ total: 5000, chargeAmount: 5000, currency: "EUR", discount: 0 });
  const body = { items, currency: "EUR", paymentMethodId: "cash" };
  const wrong = { params, as: customer, body: { ...body, amount: 4999 } };
  expect((await refused(businessReservations.checkoutBusinessReservation, wrong)).error).toBe(
    "PAYMENT.INVALID_AMOUNT",
  );
  const right = { params, as: customer, body: { paymentMethodId: "cash", quoteId: quote.id } };
  expect(await ok(businessReservations.checkoutBusinessReservation, right)).toMatchObject({ total: 5000 });
  // A checkout without a business in its path and body finds it by the quote.
  const later = [{ serviceId, providerId, startTime: MONDAY + 10 * HOUR }];
  const flat = await ok(payments.quotePayment, { body: { parts: later } });
  const named = { as: customer, body: { paymentMethod: "cash", quoteId: flat.id } };
  expect(await ok(reservations.checkoutReservation, named)).toMatchObject({ total: 5000 });
  const other = await openSalon();
  const elsewhere = { paymentMethod: "cash", quoteId: flat.id.replace(businessId, other.businessId) };
  expect((await refused(reservations.checkoutReservation, { as: customer, body: elsewhere })).status).toBe(
    400,
  );
  const unknown = { params, body: { items, promoCode: "nothing" } };
  const refusal = await refused(businessReservations.quoteBusinessReservation, unknown);
  expect(refusal.body).toMatchObject({ error: "PAYMENT.PROMO_CODE_INVALID", reason: "not_found" });
});
