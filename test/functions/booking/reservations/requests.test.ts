import { expect, test } from "vitest";
import { clockAt } from "#core/context.ts";
import { reservations, reservationWorkers } from "#functions/booking/reservations/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { dueReservations } from "#lib/booking/reservations/notify.ts";
import { ok, refused } from "#test/support/client.ts";
import { runDue } from "#test/support/due.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";
import { eventually, guest, newEmail, somebody, workerContext } from "#test/support/world.ts";

const partAt = ({ serviceId, providerId }: Salon, hour: number) => {
  const day = Math.floor(hour / 8);
  return { serviceId, providerId, startTime: MONDAY + day * 24 * HOUR + (8 + (hour % 8)) * HOUR };
};
const request = (salon: Salon, hour: number, as: { token: string }, at?: number) => ({
  as,
  ...(at === undefined ? {} : { at }),
  body: { businessId: salon.businessId, parts: [partAt(salon, hour)] },
});
const NOW = Math.floor(Date.now() / 1000);
/** Signs in at that time, because a session lasts only an hour. */
const somebodyAt = (seconds: number) => somebody(newEmail(), clockAt(seconds));

test("an unanswered request frees its time after 48 hours, or after the business's own limit", async () => {
  const salon = await openSalon();
  const { businessId, owner } = salon;
  const first = await ok(reservations.createReservation, request(salon, 0, await somebody(), NOW));
  expect(first.status).toBe("PENDING");
  const before = NOW + 48 * HOUR - 60;
  const other = await somebodyAt(before);
  expect(await refused(reservations.createReservation, request(salon, 0, other, before))).toMatchObject({
    error: "RESERVATION.TIME_SLOT_NOT_AVAILABLE",
  });
  const taken = await ok(reservations.createReservation, request(salon, 0, other, NOW + 48 * HOUR + 1));
  await ok(businesses.updateBusiness, {
    params: { businessId },
    as: owner,
    body: { configs: { bookings: { pendingHours: 2 } } },
  });
  await ok(reservations.createReservation, request(salon, 1, await somebody(), NOW));
  await ok(
    reservations.createReservation,
    request(salon, 1, await somebodyAt(NOW + 2 * HOUR), NOW + 2 * HOUR + 1),
  );
  // The due worker cancels the request too, and mails the customer.
  await runDue(
    workerContext(reservationWorkers.processDueReservations, () => NOW + 48 * HOUR + 2),
    dueReservations,
    businessId,
  );
  await eventually(async () => {
    const found = await ok(reservations.getReservation, { params: { reservationId: first.id }, as: owner });
    return found.status === "CANCELLED";
  }, "the end of the request");
  const kept = await ok(reservations.getReservation, { params: { reservationId: taken.id }, as: owner });
  expect(kept.status).toBe("PENDING");
});

test("an answered request keeps its time, and requests by staff do not expire", async () => {
  const salon = await openSalon();
  const made = await ok(reservations.createReservation, request(salon, 0, await somebody(), NOW));
  const params = { reservationId: made.id };
  await ok(reservations.updateReservation, {
    params,
    as: salon.owner,
    body: { status: "CONFIRMED" },
    at: NOW,
  });
  const own = { ...request(salon, 1, salon.owner, NOW) };
  await ok(reservations.createReservation, { ...own, body: { ...own.body, status: "PENDING" } });
  for (const hour of [0, 1]) {
    const late = request(salon, hour, await somebodyAt(NOW + 100 * HOUR), NOW + 100 * HOUR);
    expect(await refused(reservations.createReservation, late)).toMatchObject({
      error: "RESERVATION.TIME_SLOT_NOT_AVAILABLE",
    });
  }
});

test("no guest can block a calendar, or book where a proven email address is required", async () => {
  const salon = await openSalon();
  const as = await guest();
  for (let hour = 0; hour < 10; hour++) await ok(reservations.createReservation, request(salon, hour, as));
  expect(await refused(reservations.createReservation, request(salon, 10, as))).toMatchObject({
    status: 429,
  });
  await ok(businesses.updateBusiness, {
    params: { businessId: salon.businessId },
    as: salon.owner,
    body: { configs: { bookings: { requireContact: true } } },
  });
  expect(await refused(reservations.createReservation, request(salon, 11, await guest()))).toMatchObject({
    error: "RESERVATION.FAILED_CREATE",
  });
  await ok(reservations.createReservation, request(salon, 11, await somebody()));
});
