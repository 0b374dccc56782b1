import { expect, test, vi } from "vitest";
import { Contention } from "#core/dynamo/retry.ts";
import { GENERAL } from "#core/errors.ts";
import { reservations, reservationWorkers } from "#functions/booking/reservations/routes.ts";
import { updateReservation } from "#lib/booking/reservations/change.ts";
import { dueReservations, processDueReservation } from "#lib/booking/reservations/notify.ts";
import { retryBookingOnConflict } from "#lib/booking/reservations/retry-booking.ts";
import { createReservation } from "#lib/booking/reservations/service.ts";
import { reservations as reservationTable } from "#lib/booking/reservations/table.ts";
import { WEEKDAYS } from "#lib/booking/schedules/schema.ts";
import { orderPaymentBalance } from "#lib/commerce/orders/payable.ts";
import { raceBookings } from "#test/proofs/bookings.ts";
import { bookOfferedSlots } from "#test/proofs/offered-slots.ts";
import { runDue } from "#test/support/due.ts";
import { runUntilMet, seeded } from "#test/support/random.ts";
import { HOUR, openSalon } from "#test/support/salon.ts";
import { withMemoryTable } from "#test/support/table.ts";
import { mailTo, newEmail, personActor, testContext, workerContext } from "#test/support/world.ts";

/** In memory here; `npm run soak -- reservations-offers` books a hundred times as many in the table. */
const CASES = Number(process.env.OFFERS ?? 50);

test("concurrent bookings of the same time never overlap, and losers get a clear refusal", async () => {
  await seeded((random) =>
    runUntilMet(
      "booking, loser and conflict",
      () => raceBookings(random, 3, 20),
      (all) =>
        all.some(({ done }) => done > 0) &&
        all.some(({ refused }) => refused["RESERVATION.TIME_SLOT_NOT_AVAILABLE"]) &&
        all.some(({ faults }) => faults.conflict > 0),
    ),
  );
});

test("a booking that always conflicts is refused well before its function's time limit", async () => {
  vi.stubEnv("LOCAL_PATIENCE", "1");
  const started = 1000;
  let now = started;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  const run = () => {
    now += 2000;
    return Promise.reject(new Contention());
  };
  const outcome = await retryBookingOnConflict(run).catch((error: unknown) => error);
  clock.mockRestore();
  vi.unstubAllEnvs();
  expect(outcome).toMatchObject({ code: "RESERVATION.TIME_SLOT_NOT_AVAILABLE", status: 409 });
  const { checkoutReservation, createReservation: create, updateReservation: update } = reservations;
  for (const { timeout = 0 } of [checkoutReservation, create, update])
    expect(timeout - (now - started) / 1000).toBeGreaterThan(5);
});

test("every offered slot can be booked right after the offer", async () => {
  const { booked } = await seeded((random) => withMemoryTable(() => bookOfferedSlots(random, CASES)));
  expect(booked).toBe(CASES);
});

/** A salon that is open all day, and what its staff need to book there for a customer. */
async function openAllDay() {
  const workingDays = WEEKDAYS.map((day) => ({ day, workingHours: [{ from: 0, to: 1440 }] }));
  const salon = await openSalon({ provider: { workingTime: { workingDays } } });
  const { businessId, serviceId, providerId } = salon;
  const actor = personActor("acc_x");
  const part = (startTime: number) => ({ serviceId, providerId, startTime, endTime: undefined });
  return { businessId, part, actor, email: newEmail() };
}

test("a customer whose booking was moved gets one reminder, a day before the new time", async () => {
  const { businessId, part, email, actor } = await openAllDay();
  const ctx = testContext({ actor });
  const now = Math.ceil(Date.now() / 60_000);
  const tomorrow = (minutes: number) => (now + minutes) * 60 + 24 * HOUR;
  const { id } = await createReservation(ctx, { parts: [part(tomorrow(4))], email }, businessId);
  await mailTo(email, 1);
  await updateReservation(ctx, { id, businessId }, { parts: [part(tomorrow(8))] }, orderPaymentBalance);
  await mailTo(email, 2);
  const tick = (minutes: number) =>
    runDue(
      workerContext(reservationWorkers.processDueReservations, () => (now + minutes) * 60),
      dueReservations,
      businessId,
    );
  const remindedAt = async () =>
    (await reservationTable.get({ businessId, id }, GENERAL.NOT_FOUND())).remindedAt;
  await tick(6);
  expect(await remindedAt()).toBeNull();
  await Promise.all([tick(9), tick(9)]);
  await tick(10);
  expect(await remindedAt()).toBe((now + 9) * 60);
  const mail = await mailTo(email, 3);
  expect(mail.subject).toContain("tomorrow");
});

test("a change just before the reminder is sent does not lose the reminder", async () => {
  const { businessId, part, email, actor } = await openAllDay();
  const remindAt = Math.ceil(Date.now() / 60_000) * 60 + 240;
  const parts = [part(remindAt + 24 * HOUR)];
  const { id } = await createReservation(testContext({ actor }), { parts, email }, businessId);
  await mailTo(email, 1);
  const meanwhile = testContext({ actor, clock: () => remindAt + 10 });
  const blocks = [{ id: "note", key: "note", type: "TEXT", properties: {}, value: ["Window seat"] }];
  await updateReservation(meanwhile, { id, businessId }, { blocks }, orderPaymentBalance);
  await processDueReservation(
    workerContext(reservationWorkers.processDueReservations, () => remindAt + 30),
    { businessId, id },
  );
  expect((await mailTo(email, 2)).subject).toContain("tomorrow");
});
