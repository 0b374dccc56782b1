import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import {
  businessReservations,
  reservations,
  reservationWorkers,
} from "#functions/booking/reservations/routes.ts";
import { processDueReservation } from "#lib/booking/reservations/notify.ts";
import { dueOf } from "#lib/booking/reservations/states.ts";
import { reservations as records } from "#lib/booking/reservations/table.ts";
import { cashCountersOf, newIp } from "#test/proofs/cash-orders.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";
import { guest, newEmail, somebody, workerContext } from "#test/support/world.ts";

// The deployed limits except the booking rate; the test stack has no limits.
process.env.BUDGETS = JSON.stringify({ bookings_per_network: [1000, HOUR] });

const REFUSED = { status: 400, body: { error: "RESERVATION.FAILED_CREATE", reason: "cash_limit" } };
const many = (count: number) => Array.from({ length: count });

type BookRequest = {
  at: number;
  as?: { token: string };
  email?: string;
  ip?: string;
  paymentMethod?: string;
};

/** Books in this process, which has the budgets that are set above. */
async function book(
  salon: Salon,
  { at, as, ip = newIp(), email = newEmail(), paymentMethod = "CASH" }: BookRequest,
) {
  const { serviceId, providerId } = salon;
  const startTime = MONDAY + Math.floor(at / 8) * 24 * HOUR + (8 + (at % 8)) * HOUR;
  const { token } = as ?? (await guest());
  const sent = { paymentMethod, market: "eu", email, parts: [{ serviceId, providerId, startTime }] };
  const asked = { token, sourceIp: ip, body: JSON.stringify(sent) };
  const { status, body } = await invokeDirect(reservations.checkoutReservation, asked);
  return { status, body: JSON.parse(body) };
}

const acceptedCount = (replies: { status: number }[]) =>
  replies.filter(({ status }) => status === 201).length;

test("concurrent unpaid bookings are limited to 3 a guest, 3 a mailbox and 10 a network", async () => {
  const [salon, as] = [await openSalon(), await guest()];
  const own = await Promise.all(many(6).map((_, at) => book(salon, { at, as })));
  expect(acceptedCount(own)).toBe(3);
  const refused = own.find(({ status }) => status !== 201);
  expect(refused).toMatchObject(REFUSED);
  expect(refused?.body.message).toContain("sign in with a code, pay by card");
  const [name] = newEmail().split("@");
  const alike = await Promise.all(
    many(6).map((_, n) => book(salon, { at: 10 + n, email: `${name}+${n}@example.com` })),
  );
  expect(acceptedCount(alike)).toBe(3);
  const near = await Promise.all(
    many(13).map((_, n) => book(salon, { at: 20 + n, ip: `2001:db8:7:7::${n + 1}` })),
  );
  expect(acceptedCount(near)).toBe(10);
  expect(await book(salon, { at: 40, as, paymentMethod: "CREDIT_CARD" })).toMatchObject({ status: 201 });
});

test("signed-in customers and staff are not limited", async () => {
  const salon = await openSalon();
  const [known, ip] = [await somebody(), newIp()];
  for (const [at, as] of [...many(5).map(() => known), ...many(5).map(() => salon.owner)].entries())
    expect(await book(salon, { at, as, ip })).toMatchObject({ status: 201 });
  expect(await cashCountersOf({ id: salon.businessId })).toEqual({});
});

test.each([
  [
    "cancelled by the guest",
    (_: Salon, reservationId: string, as: { token: string }) =>
      ok(reservations.updateReservation, { params: { reservationId }, as, body: { status: "CANCELLED" } }),
  ],
  [
    "completed",
    ({ businessId, owner: as }: Salon, reservationId: string) =>
      ok(businessReservations.updateBusinessReservation, {
        params: { businessId, reservationId },
        as,
        body: { status: "COMPLETED" },
      }),
  ],
  [
    "over, without a recorded outcome",
    ({ businessId }: Salon, id: string) => {
      const after = workerContext(reservationWorkers.processDueReservations, () => MONDAY + 9 * HOUR);
      const remind = workerContext(reservationWorkers.processDueReservations, () => MONDAY - 10 * HOUR);
      return withRetries(async () => {
        await processDueReservation(remind, { businessId, id });
        await processDueReservation(after, { businessId, id });
        await processDueReservation(after, { businessId, id });
      });
    },
  ],
  [
    "over, and AUTHORIZED by staff",
    async ({ businessId, owner: as }: Salon, reservationId: string) => {
      const at = { params: { businessId, reservationId }, as };
      await ok(businessReservations.updateBusinessReservation, { ...at, body: { status: "AUTHORIZED" } });
      const after = workerContext(reservationWorkers.processDueReservations, () => MONDAY + 9 * HOUR);
      await withRetries(() => processDueReservation(after, { businessId, id: reservationId }));
    },
    { isApprovalRequired: true },
  ],
])("a booking stops counting once it is %s", async (_, end, service?: object) => {
  const [salon, as] = [await openSalon({ service: { ...service } }), await guest()];
  const { body } = await book(salon, { at: 0, as });
  expect(Object.values(await cashCountersOf({ id: salon.businessId }))).toEqual([1, 1, 1]);
  await end(salon, body.reservationId, as);
  expect(await cashCountersOf({ id: salon.businessId })).toEqual({});
  const kept = await records.find({ businessId: salon.businessId, id: body.reservationId });
  expect(kept).toMatchObject({ cashHolds: [] });
  expect(kept && dueOf(kept)).toBeNull();
});
