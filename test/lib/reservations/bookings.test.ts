import { expect, test } from "vitest";
import { PAYMENT_STATUSES } from "#lib/payments/schema.ts";
import { updateReservation } from "#lib/reservations/change.ts";
import { tendReservations } from "#lib/reservations/notify.ts";
import { STATUSES } from "#lib/reservations/schema.ts";
import { createReservation } from "#lib/reservations/service.ts";
import { statusFor } from "#lib/reservations/settle.ts";
import { canBecome } from "#lib/reservations/states.ts";
import { raceBookings } from "#test/proofs/bookings.ts";
import { bookOffers } from "#test/proofs/offers.ts";
import { seeded } from "#test/support/random.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { mailTo, newEmail, testContext } from "#test/support/world.ts";

const CASES = Number(process.env.OFFERS ?? 60);

test("what runs at once on the same times never overlaps, and losers are told that the time is taken", async () => {
  const { booked, refused } = await seeded((random) => raceBookings(random, 3, 20));
  expect(booked).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
});

test("what is offered and booked at once is accepted", async () => {
  const salon = await openSalon({
    service: {
      durations: [{ duration: 25 }, { duration: 10, isPause: true }, { duration: 15 }],
      slotInterval: 5,
    },
    provider: { concurrentLimit: 2 },
  });
  expect(await seeded((random) => bookOffers(random, CASES, salon))).toBeGreaterThan(CASES / 2);
});

test("a payment only moves a reservation where its status may go", () => {
  for (const status of STATUSES) {
    for (const payment of PAYMENT_STATUSES) {
      for (const isApprovalRequired of [true, false]) {
        const next = statusFor({ status, isApprovalRequired, holdExpiresAt: 100 }, { status: payment }, 200);
        expect(next === status || canBecome(status, next), `${status} with ${payment} became ${next}`).toBe(
          true,
        );
      }
    }
  }
});

test("the day before, the customer is reminded once, of where it was moved to", async () => {
  const { businessId, serviceId, providerId } = await openSalon();
  const email = newEmail();
  const actor = {
    kind: "person",
    id: "acc_x",
    via: "session",
    credentialId: "",
    provider: "",
    guest: false,
    super: false,
  } as const;
  const ctx = testContext({ actor });
  const part = (startTime: number) => ({ serviceId, providerId, startTime, endTime: undefined });
  const { id } = await createReservation(ctx, { parts: [part(MONDAY + 8 * HOUR)], email }, businessId);
  await mailTo(email, 1);
  const later = MONDAY + 4 * 24 * HOUR + 8 * HOUR;
  await updateReservation(ctx, id, { parts: [part(later)] }, businessId);
  await mailTo(email, 2);
  const tick = (at: number) => tendReservations(testContext({ clock: () => at }));
  await tick(later - 25 * HOUR);
  await Promise.all([tick(later - 23 * HOUR), tick(later - 23 * HOUR)]);
  await tick(later - 22 * HOUR);
  const mail = await mailTo(email, 3);
  expect(mail.subject).toContain("tomorrow");
});
