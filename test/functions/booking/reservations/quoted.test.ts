import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { DAY_MINUTES, WEEKDAYS } from "#lib/booking/schedules/schema.ts";
import { ok } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { visitorWithCart } from "#test/support/shop.ts";

test("a quote says of each part whether it can be booked, and why not", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const part = (hour: number, more = {}) => ({
    serviceId,
    providerId,
    startTime: MONDAY + hour * HOUR,
    ...more,
  });
  await ok(businessReservations.createBusinessReservation, {
    params: { businessId },
    as: owner,
    body: { parts: [part(9)] },
  });
  const asked = [
    part(10),
    part(9),
    part(10),
    part(3),
    part(11, { endTime: MONDAY + 11.5 * HOUR }),
    { ...part(0), startTime: 1_700_000_040 },
  ];
  const expected = [null, "slot_taken", "slot_taken", "outside_hours", "other_length", "past"];
  for (const quote of [
    await ok(businessReservations.quoteBusinessReservation, {
      params: { businessId },
      body: { items: asked, market: "eu" },
    }),
    await ok(payments.quotePayment, { body: { parts: asked, market: "eu" } }),
  ]) {
    expect(quote.available).toBe(false);
    expect(quote.items.map(({ availability }) => availability.reason)).toEqual(expected);
    expect(quote.items.map(({ availability }) => availability.ok)).toEqual(
      expected.map((reason) => reason === null),
    );
    expect(quote.total).toBe(6 * 5000);
  }
  const free = { body: { parts: [part(10)], market: "eu" } };
  expect((await ok(payments.quotePayment, free)).available).toBe(true);
});

test("a time that lasts over midnight UTC is taken by a booking of the next day", async () => {
  const allDay = WEEKDAYS.map((day) => ({ day, workingHours: [{ from: 0, to: DAY_MINUTES }] }));
  const { businessId, owner, serviceId, providerId } = await openSalon({
    provider: { workingTime: { workingDays: allDay } },
    service: { durations: [{ duration: 120 }] },
  });
  const params = { businessId };
  const at = (hour: number) => [{ serviceId, providerId, startTime: MONDAY + hour * HOUR }];
  const quoted = async (hour: number) => {
    const items = at(hour);
    const quote = await ok(businessReservations.quoteBusinessReservation, {
      params,
      body: { items, market: "eu" },
    });
    const slots = items.map(({ startTime: from }) => ({ from }));
    const { as, cart } = await visitorWithCart({ id: businessId }, [
      { service_id: serviceId, provider_id: providerId, slots },
    ]);
    const ofCart = await ok(storefrontCarts.quoteVisitorCart, {
      params: { storeId: businessId, cartId: cart.id },
      as,
      body: {},
    });
    return [...quote.items, ...ofCart.items].map(({ availability }) => availability.reason ?? null);
  };
  expect(await quoted(23)).toEqual([null, null]);
  await ok(businessReservations.createBusinessReservation, { params, as: owner, body: { parts: at(24) } });
  expect(await quoted(23)).toEqual(["slot_taken", "slot_taken"]);
  expect(await quoted(22)).toEqual([null, null]);
});

test("a quote prints its line items, payment and code, and a reservation prints its payment", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  await ok(promoCodes.createPromoCode, {
    params: { storeId: businessId },
    as: owner,
    body: { code: "TEN", discounts: [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }] },
  });
  const parts = [{ serviceId, providerId, startTime: MONDAY + 9 * HOUR }];
  const quote = await ok(payments.quotePayment, {
    as: owner,
    body: { parts, market: "eu", promoCode: "ten", paymentMethod: "CASH" },
  });
  expect(quote.lineItems).toEqual(quote.items);
  expect(quote.payment).toMatchObject({ type: "CASH", method: "CASH", currency: "EUR", total: 4500 });
  expect(quote.promo).toMatchObject({ code: "TEN", discounts: [{ bps: 1000 }], conditions: [] });
  const { reservationId } = await ok(reservations.checkoutReservation, {
    as: owner,
    body: { parts, market: "eu", paymentMethod: "CASH" },
  });
  const found = await ok(reservations.getReservation, { params: { reservationId }, as: owner });
  expect(found.payment).toMatchObject({
    type: "CASH",
    method: "CASH",
    shipping: 0,
    paid: 0,
    refunds: [],
    total: 5000,
  });
});
