import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { mailTo, somebody } from "#test/support/world.ts";

const EIGHT = MONDAY + 8 * HOUR;

test("a booking that needs approval is PENDING until confirmed, and a wrong status is a 409", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon({
    service: { isApprovalRequired: true },
  });
  const customer = await somebody();
  const body = { paymentMethod: "cash", parts: [{ serviceId, providerId, startTime: EIGHT }] };
  const booked = await ok(reservations.checkoutReservation, { as: customer, body });
  expect(booked.status).toBe("PENDING");
  const params = { businessId, reservationId: booked.reservationId };
  const change = (status: string, as = owner) => ({ params, as, body: { status } });
  expect(
    (await refused(businessReservations.updateBusinessReservation, change("CONFIRMED", customer))).status,
  ).toBe(403);
  const confirmed = await ok(businessReservations.updateBusinessReservation, change("in_progress"));
  expect(confirmed).toMatchObject({ status: "CONFIRMED", customerId: customer.id });
  expect(await refused(businessReservations.updateBusinessReservation, change("PENDING"))).toMatchObject({
    status: 409,
    error: "RESERVATION.INVALID_STATUS",
  });
});

test("a move frees the old time, takes the new one and is mailed; a cancellation frees it too", async () => {
  const { businessId, serviceId, providerId } = await openSalon();
  const customer = await somebody();
  const body = { paymentMethod: "cash", parts: [{ serviceId, providerId, startTime: EIGHT }] };
  const { reservationId } = await ok(reservations.checkoutReservation, { as: customer, body });
  await mailTo(customer.email, 1);
  const starts = async () => {
    const params = { businessId, serviceId };
    const query = { startTime: MONDAY, endTime: MONDAY + 24 * HOUR };
    const slots = await ok(schedules.listAvailableSlots, { params, query });
    return slots.map(({ startTime }) => (startTime - MONDAY) / HOUR);
  };
  expect(await starts()).not.toContain(8);
  const params = { reservationId };
  const parts = [{ serviceId, providerId, startTime: EIGHT + HOUR }];
  const moved = await ok(reservations.updateReservation, { params, as: customer, body: { parts } });
  expect(moved.parts).toMatchObject([{ startTime: EIGHT + HOUR, endTime: EIGHT + 2 * HOUR }]);
  expect(await starts()).toEqual([8, 10, 11, 12, 13, 14, 15]);
  // Mails are sent concurrently, so each is awaited before the next is caused.
  expect((await mailTo(customer.email, 2)).subject).toContain("moved");
  await ok(reservations.updateReservation, { params, as: customer, body: { status: "CANCELLED" } });
  expect(await starts()).toHaveLength(8);
  const mail = await mailTo(customer.email, 3);
  expect(mail.subject).toContain("cancelled");
});

test("another's reservation does not exist for the caller, on both paths", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const other = await openSalon();
  const body = { parts: [{ serviceId, providerId, startTime: EIGHT }], email: "grace@example.com" };
  const { id: reservationId } = await ok(reservations.createReservation, { as: owner, body });
  const stranger = await somebody();
  expect(
    (await refused(reservations.getReservation, { params: { reservationId }, as: stranger })).error,
  ).toBe("RESERVATION.NOT_FOUND");
  const params = { businessId: other.businessId, reservationId };
  expect(
    (await refused(businessReservations.getBusinessReservation, { params, as: other.owner })).error,
  ).toBe("RESERVATION.NOT_FOUND");
  const found = await ok(businessReservations.listBusinessReservations, {
    params: { businessId },
    as: owner,
    query: {
      query: "grace",
      providerIds: providerId,
      from: MONDAY,
      to: MONDAY + 24 * HOUR,
      status: "confirmed",
    },
  });
  expect(found.items.map(({ id }) => id)).toEqual([reservationId]);
  const searched = await ok(reservations.searchReservations, {
    as: owner,
    query: { providerId, endTime: MONDAY },
  });
  expect(searched.items).toEqual([]);
});
