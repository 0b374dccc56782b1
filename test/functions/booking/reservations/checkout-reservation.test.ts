import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { bookByCard, sendSandboxCallback, waitForStatus } from "#test/support/bookings.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { eventually, mailTo, somebody } from "#test/support/world.ts";

const slotQuery = { startTime: MONDAY, endTime: MONDAY + 24 * HOUR };

test("a slot booked for cash is confirmed by mail with a calendar file and no longer offered", async () => {
  const salon = await openSalon();
  const customer = await somebody();
  const { businessId, serviceId, providerId } = salon;
  const params = { businessId, serviceId };
  const slots = await ok(schedules.listAvailableSlots, { params, query: slotQuery });
  expect(slots).toHaveLength(8);
  const [slot] = slots;
  const booked = await ok(reservations.checkoutReservation, {
    as: customer,
    body: {
      paymentMethod: "CASH",
      market: "eu",
      parts: [{ serviceId, providerId, startTime: slot?.startTime ?? 0 }],
    },
  });
  expect(booked).toMatchObject({ status: "CONFIRMED", checkoutUrl: null, total: 5000, currency: "EUR" });
  const after = await ok(schedules.listAvailableSlots, { params, query: slotQuery });
  expect(after).toEqual(slots.slice(1));
  const mail = await mailTo(customer.email);
  expect(mail.subject).toContain("confirmed");
  const mine = await ok(reservations.listMyReservations, { as: customer });
  expect(mine.items.map(({ id }) => id)).toEqual([booked.reservationId]);
});

test("a taken slot is a 409, and no part of that booking is stored", async () => {
  const { businessId, serviceId, providerId } = await openSalon();
  const customer = await somebody();
  const at = MONDAY + 8 * HOUR;
  const book = (starts: number[]) => ({
    params: { businessId },
    as: customer,
    body: { paymentMethodId: "cash", items: starts.map((from) => ({ serviceId, providerId, from })) },
  });
  await ok(businessReservations.checkoutBusinessReservation, book([at]));
  expect(
    await refused(businessReservations.checkoutBusinessReservation, book([at + 2 * HOUR, at])),
  ).toMatchObject({ status: 409, error: "RESERVATION.TIME_SLOT_NOT_AVAILABLE" });
  await ok(businessReservations.checkoutBusinessReservation, book([at + 2 * HOUR]));
});

test.each([
  ["approve", "CONFIRMED", "captured"],
  ["decline", "FAILED", "failed"],
  ["delay", "AUTHORIZED", "authorized"],
] as const)(
  "a card payment with the decision %s makes the reservation %s",
  async (decision, status, paid) => {
    const { businessId, serviceId, providerId } = await openSalon();
    const customer = await somebody();
    const at = MONDAY + 8 * HOUR;
    const body = {
      paymentMethod: "CREDIT_CARD",
      market: "eu",
      parts: [{ serviceId, providerId, startTime: at }],
    };
    const booked = await ok(reservations.checkoutReservation, { as: customer, body });
    expect(booked).toMatchObject({ status: "CREATED", paymentUrl: booked.checkoutUrl });
    expect(await (await fetch(booked.checkoutUrl ?? "")).text()).toContain("€50.00");
    const form = { method: "POST", body: new URLSearchParams({ decision }), redirect: "manual" } as const;
    expect((await fetch(booked.checkoutUrl ?? "", form)).status).toBe(302);
    const params = { businessId, reservationId: booked.reservationId };
    const settled = await eventually(async () => {
      const found = await ok(businessReservations.getBusinessReservation, { params, as: customer });
      return found.status === status && found;
    }, status);
    expect(settled.payment).toMatchObject({ status: paid });
    const again = await call(reservations.checkoutReservation, { as: customer, body });
    expect(again.status).toBe(status === "FAILED" ? 201 : 409);
  },
);

test("a payment page ends after 15 minutes, and its hold one minute later", async () => {
  const { businessId, serviceId, providerId } = await openSalon();
  const customer = await somebody();
  const now = Math.floor(Date.now() / 1000);
  const body = {
    businessId,
    paymentMethod: "credit_card",
    parts: [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }],
  };
  await ok(reservations.checkoutReservation, { as: customer, body, at: now });
  expect(
    (await refused(reservations.checkoutReservation, { as: customer, body, at: now + 950 })).status,
  ).toBe(409);
  await ok(reservations.checkoutReservation, { as: customer, body, at: now + 961 });
});

test("a checkout takes a promo code by id or text, and an invalid code holds no time", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const other = await openSalon();
  const make = async (of: typeof other, code: string, conditions: Record<string, unknown>[] = []) => {
    const discounts = [{ type: "ITEMS_FIXED", market_id: "eu", amount: 700 }];
    const params = { storeId: of.businessId };
    return ok(promoCodes.createPromoCode, { params, as: of.owner, body: { code, discounts, conditions } });
  };
  const past = { type: "DATE_RANGE", value: { type: "DATE_RANGE", value: { end: 1_000_000_000 } } };
  const valid = await make({ businessId, owner, serviceId, providerId }, "valid");
  const expired = await make({ businessId, owner, serviceId, providerId }, "expired", [past]);
  const archived = await make({ businessId, owner, serviceId, providerId }, "archived");
  const params = { storeId: businessId, promoCodeId: archived.id };
  await ok(promoCodes.updatePromoCode, { params, as: owner, body: { status: "archived" } });
  const request = async (promoCodeId: string) => {
    const items = [{ serviceId, providerId, from: MONDAY + 8 * HOUR }];
    return {
      params: { businessId },
      as: await somebody(),
      body: { items, promoCodeId, market: "eu", paymentMethodId: "cash" },
    };
  };
  const foreign = await make(other, "valid");
  for (const [{ id }, reason] of [
    [foreign, "not_found"],
    [expired, "expired"],
    [archived, "archived"],
  ] as const) {
    const sent = await request(id);
    for (const operation of [
      businessReservations.quoteBusinessReservation,
      businessReservations.checkoutBusinessReservation,
    ]) {
      const { body } = await refused(operation, sent);
      expect(body).toMatchObject({ error: "PAYMENT.PROMO_CODE_INVALID", reason });
    }
  }
  const sent = await request(valid.id);
  expect(await ok(businessReservations.quoteBusinessReservation, sent)).toMatchObject({
    total: 4300,
    discount: 700,
    promoCode: "valid",
  });
  const { reservationId, total } = await ok(businessReservations.checkoutBusinessReservation, sent);
  expect(total).toBe(4300);
  const booked = await ok(reservations.getReservation, { params: { reservationId }, as: sent.as });
  expect(booked.promoCode).toBe("valid");
});

test("a payment authorized after its hold does not book a time that others have taken", async () => {
  const salon = await openSalon();
  const [late, fast] = [await somebody(), await somebody()];
  const booked = await bookByCard(salon, late);
  const { serviceId, providerId } = salon;
  const parts = [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }];
  const taken = await ok(reservations.checkoutReservation, {
    as: fast,
    body: { paymentMethod: "CASH", market: "eu", parts },
    at: Math.floor(Date.now() / 1000) + 1200,
  });
  expect(await sendSandboxCallback(salon, booked.paymentId ?? "", "authorized")).toBe(200);
  await waitForStatus(salon, booked.reservationId, "FAILED");
  await waitForStatus(salon, taken.reservationId, "CONFIRMED");
});
