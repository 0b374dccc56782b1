import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { mailReports } from "#functions/delivery/mail/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { storeAuth } from "#functions/tenancy/auth/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { newEmail, openStore } from "#test/support/world.ts";

test("a session of one store books by paths without a business, and sees no other store", async () => {
  const [here, there] = [await openSalon(), await openSalon()];
  const email = newEmail();
  const signIn = async (storeId: string, count: number) => {
    const { challenge_id } = await ok(storeAuth.requestStoreCode, { params: { storeId }, body: { email } });
    const body = { challenge_id, code: await codeFor(email, count) };
    const { access_token } = await ok(storeAuth.verifyStoreCode, { params: { storeId }, body });
    return { token: access_token };
  };
  const as = await signIn(here.businessId, 1);
  // Signs in before bookings are mailed, because the code is read from the second mail.
  const other = await signIn(there.businessId, 2);
  const request = (salon: typeof here) => ({
    as,
    body: {
      parts: [{ serviceId: salon.serviceId, providerId: salon.providerId, startTime: MONDAY + 9 * HOUR }],
    },
  });
  const { id } = await ok(reservations.createReservation, request(here));
  const params = { reservationId: id };
  expect(await ok(reservations.getReservation, { params, as })).toMatchObject({ id });
  expect((await ok(reservations.listMyReservations, { as })).items.map((each) => each.id)).toEqual([id]);
  expect(await refused(reservations.createReservation, request(there))).toMatchObject({
    error: "BUSINESS.NOT_FOUND",
  });
  expect(await refused(reservations.getReservation, { params, as: other })).toMatchObject({
    error: "RESERVATION.NOT_FOUND",
  });
  expect((await ok(reservations.listMyReservations, { as: other })).items).toEqual([]);
});

test("a time that ends before it begins has no price", async () => {
  const { businessId, serviceId, providerId } = await openSalon();
  const startTime = MONDAY + 9 * HOUR;
  const body = { businessId, parts: [{ serviceId, providerId, startTime, endTime: startTime - HOUR }] };
  expect(await refused(payments.quotePayment, { body })).toMatchObject({
    status: 400,
    error: "RESERVATION.INVALID_TIME_RANGE",
  });
});

test("a booking without parts, or of missing records, names the field at fault", async () => {
  const { businessId, serviceId, owner } = await openSalon();
  const startTime = MONDAY + 9 * HOUR;
  const [here, foreign] = [{ businessId }, { serviceId: "svc_none", providerId: "prov_none", startTime }];
  const wrong: [body: object, field: string][] = [
    [{}, "parts"],
    [here, "parts"],
    [{ parts: [] }, "parts"],
    [{ parts: [foreign] }, "parts[0].serviceId"],
    [{ ...here, parts: [{ serviceId, providerId: "prov_none", startTime }] }, "parts[0].providerId"],
  ];
  for (const operation of [
    reservations.checkoutReservation,
    reservations.createReservation,
    payments.quotePayment,
  ]) {
    for (const [body, field] of wrong) {
      const { status, body: answer } = await refused(operation, { as: owner, raw: JSON.stringify(body) });
      expect(status).toBe(400);
      expect(
        answer.validationErrors.map((each) => each.field),
        `${operation.id} ${field}`,
      ).toEqual([field]);
    }
  }
});

test("mail statistics of a business of others are answered like a missing business", async () => {
  const [mine, other] = [await openStore(), await openStore()];
  const params = { businessId: other.id };
  expect(await refused(mailReports.getMailStats, { params, as: mine.owner })).toMatchObject({
    status: 400,
    error: "BUSINESS.NOT_FOUND",
  });
});

test("a found user has every list that clients read, even if it is empty", async () => {
  const { id, owner } = await openStore();
  const { items } = await ok(users.searchUsers, { query: { businessId: id }, as: owner });
  expect(items[0]).toMatchObject({ phoneNumbers: [], addresses: [], apiTokens: [], businessUserConfigs: [] });
});
