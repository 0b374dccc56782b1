import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/reservations/routes.ts";
import { schedules } from "#functions/schedules/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { eventually, mailTo, somebody } from "#test/support/world.ts";

const slotQuery = { startTime: MONDAY, endTime: MONDAY + 24 * HOUR };

test("a slot that is offered is booked with cash, confirmed by mail with a calendar file, and offered no more", async () => {
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

test("a taken slot is refused with 409, and nothing of a booking with several parts is kept", async () => {
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
  ).toMatchObject({
    status: 409,
    error: "RESERVATION.TIME_SLOT_NOT_AVAILABLE",
  });
  await ok(businessReservations.checkoutBusinessReservation, book([at + 2 * HOUR]));
});

test("times outside working hours, in the past, of the wrong length and of nothing each have their code", async () => {
  const { businessId, serviceId, providerId } = await openSalon();
  const customer = await somebody();
  const error = async (part: { startTime: number; endTime?: number; serviceId?: string }) => {
    const body = { paymentMethod: "cash", parts: [{ serviceId, providerId, ...part }], businessId };
    return (await refused(reservations.checkoutReservation, { as: customer, body })).error;
  };
  expect(await error({ startTime: MONDAY })).toBe("RESERVATION.OUTSIDE_WORKING_HOURS");
  expect(await error({ startTime: 1_600_000_020 })).toBe("RESERVATION.INVALID_TIME_RANGE");
  expect(await error({ startTime: MONDAY + 8 * HOUR, endTime: MONDAY + 10 * HOUR })).toBe(
    "RESERVATION.INVALID_TIME_RANGE",
  );
  expect(await error({ startTime: MONDAY + 8 * HOUR + 1 })).toBe("RESERVATION.INVALID_TIME_RANGE");
  expect(await error({ startTime: MONDAY + 8 * HOUR, serviceId: "svc_none" })).toBe(
    "RESERVATION.FAILED_CREATE",
  );
});

test.each([
  ["approve", "CONFIRMED", "captured"],
  ["decline", "FAILED", "failed"],
  ["delay", "AUTHORIZED", "authorized"],
] as const)(
  "a card payment that is decided with %s leaves the reservation %s",
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
    expect(await (await fetch(booked.checkoutUrl ?? "")).text()).toContain("50.00 EUR");
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

test("an unpaid hold ends after 15 minutes by the clock of whoever books next", async () => {
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
    (await refused(reservations.checkoutReservation, { as: customer, body, at: now + 890 })).status,
  ).toBe(409);
  await ok(reservations.checkoutReservation, { as: customer, body, at: now + 901 });
});

test("one Idempotency-Key used many times at once is one reservation", async () => {
  const { businessId, serviceId, providerId, owner } = await openSalon();
  const customer = await somebody();
  const body = { paymentMethod: "cash", parts: [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }] };
  const headers = { "idempotency-key": "once" };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => ok(reservations.checkoutReservation, { as: customer, body, headers })),
  );
  expect(new Set(replies.map(({ reservationId }) => reservationId)).size).toBe(1);
  const all = await ok(businessReservations.listBusinessReservations, { params: { businessId }, as: owner });
  expect(all.items).toHaveLength(1);
});
