import { expect, test } from "vitest";
import { businessPayments, payments } from "#functions/payments/routes.ts";
import { promoCodes } from "#functions/promo-codes/routes.ts";
import { businessReservations, reservations } from "#functions/reservations/routes.ts";
import { callback } from "#lib/payments/sandbox.ts";
import { paymentFor } from "#lib/payments/service.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";
import { eventually, type Somebody, somebody } from "#test/support/world.ts";

async function bookByCard(salon: Salon, customer: Somebody, hour = 8, more: Record<string, unknown> = {}) {
  const { serviceId, providerId } = salon;
  const parts = [{ serviceId, providerId, startTime: MONDAY + hour * HOUR }];
  return ok(reservations.checkoutReservation, {
    as: customer,
    body: { paymentMethod: "CREDIT_CARD", market: "eu", parts, ...more },
  });
}

async function tell(
  salon: Salon,
  paymentId: string,
  type: "authorized" | "captured" | "failed",
  id = `evt_${type}`,
) {
  const event = {
    id: `${id}_${paymentId}`,
    type,
    tenant_id: salon.businessId,
    payment_id: paymentId,
    amount: 5000,
    currency: "EUR",
  };
  const { url, body, headers } = await callback(event);
  return (await fetch(url, { method: "POST", body, headers })).status;
}

function statusIs(salon: Salon, reservationId: string, status: string) {
  const params = { businessId: salon.businessId, reservationId };
  return eventually(async () => {
    const found = await ok(businessReservations.getBusinessReservation, { params, as: salon.owner });
    return found.status === status && found;
  }, `${reservationId} being ${status}`);
}

test.each([
  [["captured"]],
  [["captured", "captured"]],
  [["authorized", "captured"]],
  [["captured", "authorized"]],
  [["captured", "failed"]],
] as const)("callbacks %j, each twice at once, end in one confirmed and paid reservation", async (types) => {
  const salon = await openSalon();
  const booked = await bookByCard(salon, await somebody());
  for (const type of types) {
    const statuses = await Promise.all([1, 2].map(() => tell(salon, booked.paymentId ?? "", type)));
    expect(statuses).toEqual([200, 200]);
  }
  const { payment } = await statusIs(salon, booked.reservationId, "CONFIRMED");
  expect(payment).toMatchObject({ status: "captured", captured: 5000, refunded: 0 });
});

test("a callback with a wrong signature is a 400 and changes nothing", async () => {
  const salon = await openSalon();
  const booked = await bookByCard(salon, await somebody());
  const options = {
    params: { provider: "sandbox" },
    raw: "{}",
    headers: { "sandbox-signature": "v1=wrong" },
  };
  expect((await refused(payments.receivePaymentEvent, options)).error).toBe("PAYMENT.SIGNATURE_INVALID");
  expect(
    (await refused(payments.receivePaymentEvent, { ...options, params: { provider: "nobody" } })).status,
  ).toBe(404);
  expect((await paymentFor(salon.businessId, booked.reservationId))?.status).toBe("pending");
});

test("refunds at once never exceed what was captured", async () => {
  const salon = await openSalon();
  const booked = await bookByCard(salon, await somebody());
  await tell(salon, booked.paymentId ?? "", "captured");
  await statusIs(salon, booked.reservationId, "CONFIRMED");
  const refund = () =>
    call(businessPayments.refundPayment, {
      params: { businessId: salon.businessId },
      as: salon.owner,
      body: { entity: booked.reservationId, amount: 1500 },
    });
  const replies = await Promise.all(Array.from({ length: 8 }, refund));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  expect((await paymentFor(salon.businessId, booked.reservationId))?.refunded).toBe(4500);
});

test("money that comes after a hold has ended and the time was given away goes back", async () => {
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
  await tell(salon, late.paymentId ?? "", "captured");
  await statusIs(salon, late.reservationId, "FAILED");
  const paid = await paymentFor(salon.businessId, late.reservationId);
  expect(paid).toMatchObject({ captured: 5000, refunded: 5000 });
});

test("of many checkouts at once, just as many as a code's limit redeem it; a failed payment gives its use back once", async () => {
  const salon = await openSalon({ provider: { concurrentLimit: 100 } });
  const { businessId, owner } = salon;
  const params = { storeId: businessId };
  const made = await ok(promoCodes.createPromoCode, {
    params,
    as: owner,
    body: {
      code: "Spring10",
      discounts: [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }],
      conditions: [{ type: "MAX_USES", value: { type: "COUNT", value: 3 } }],
    },
  });
  const customers = await Promise.all(Array.from({ length: 24 }, () => somebody()));
  const { serviceId, providerId } = salon;
  const body = {
    paymentMethod: "credit_card",
    market: "eu",
    promoCode: "SPRING10",
    parts: [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }],
  };
  const replies = await Promise.all(
    customers.map((as) => call(reservations.checkoutReservation, { as, body })),
  );
  const booked = replies.flatMap((reply) => ("reservationId" in reply.body ? [reply.body] : []));
  const errors = replies.flatMap((reply) => ("error" in reply.body ? [reply.body.error] : []));
  expect(booked).toHaveLength(3);
  expect(new Set(errors)).toEqual(new Set(["PAYMENT.PROMO_CODE_LIMIT_REACHED"]));
  expect(booked[0]?.total).toBe(4500);
  const uses = async () =>
    (await ok(promoCodes.getPromoCode, { params: { ...params, promoCodeId: made.id }, as: owner })).uses;
  expect(await uses()).toBe(3);
  const [failing] = booked;
  await Promise.all([1, 2].map((count) => tell(salon, failing?.paymentId ?? "", "failed", `f${count}`)));
  await statusIs(salon, failing?.reservationId ?? "", "FAILED");
  expect(await uses()).toBe(2);
});

test("a limit by person counts guests by their address", async () => {
  const salon = await openSalon();
  const { businessId, owner, serviceId, providerId } = salon;
  await ok(promoCodes.createPromoCode, {
    params: { storeId: businessId },
    as: owner,
    body: {
      code: "ONCE",
      discounts: [{ type: "ITEMS_FIXED", market_id: "eu", amount: 700 }],
      conditions: [{ type: "MAX_USES_PER_USER", value: { type: "COUNT", value: 1 } }],
    },
  });
  const customer = await somebody();
  const book = (hour: number) => ({
    as: customer,
    body: {
      paymentMethod: "cash",
      promoCode: "once",
      parts: [{ serviceId, providerId, startTime: MONDAY + hour * HOUR }],
    },
  });
  expect(await ok(reservations.checkoutReservation, book(8))).toMatchObject({ total: 4300 });
  expect((await refused(reservations.checkoutReservation, book(10))).error).toBe(
    "PAYMENT.PROMO_CODE_LIMIT_REACHED",
  );
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
  const unknown = { params, body: { items, promoCode: "nothing" } };
  const refusal = await refused(businessReservations.quoteBusinessReservation, unknown);
  expect(refusal.body).toMatchObject({ error: "PAYMENT.PROMO_CODE_INVALID", reason: "not_found" });
});
