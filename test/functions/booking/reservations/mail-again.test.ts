import { expect, test } from "vitest";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { mailReservation } from "#lib/booking/reservations/mail-again.ts";
import { ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { mailsTo, newEmail, personActor, testContext } from "#test/support/world.ts";

test("staff resend a booking's mail with its current state, only to the booking's email", async () => {
  const { businessId, owner: as, serviceId, providerId } = await openSalon();
  const email = newEmail();
  const book = (hour: number, sent: object) =>
    ok(businessReservations.createBusinessReservation, {
      params: { businessId },
      as,
      body: { parts: [{ serviceId, providerId, startTime: MONDAY + hour * HOUR }], ...sent },
    });
  const { id } = await book(8, { email });
  const at = (reservationId: string) => ({ params: { businessId, reservationId }, as });
  const subjects = async () => {
    await waitForWorkers();
    return (await mailsTo(email)).map(({ subject }) => subject.replace(/ – .*/, ""));
  };
  const before = await subjects();
  const again = { ...at(id), body: { kind: "confirmation" as const } };
  expect(await ok(businessReservations.mailReservation, again)).toEqual({ kind: "confirmation", to: email });
  expect(await subjects()).toEqual([...before, ...before]);
  const early = await refused(businessReservations.mailReservation, {
    ...at(id),
    body: { kind: "cancellation" },
  });
  expect(early.body).toMatchObject({ error: "GENERAL.VALIDATION_FAILED" });
  await ok(businessReservations.updateBusinessReservation, { ...at(id), body: { status: "CANCELLED" } });
  await ok(businessReservations.mailReservation, { ...at(id), body: { kind: "cancellation" } });
  expect((await subjects()).filter((each) => each === "Your appointment is cancelled")).toHaveLength(2);
  process.env.BUDGETS = "{}";
  const ctx = testContext({ actor: personActor(as.id) });
  const cancelled = () => mailReservation(ctx, businessId, id, { kind: "cancellation" });
  // Two of the five mails that an hour allows were sent above.
  for (let n = 0; n < 3; n++) await cancelled();
  await expect(cancelled()).rejects.toMatchObject({ status: 429 });
  const nobody = await book(10, {});
  expect(
    (await refused(businessReservations.mailReservation, { ...at(nobody.id), body: again.body })).status,
  ).toBe(400);
  const unknown = await refused(businessReservations.mailReservation, { ...at("rsv_1"), body: again.body });
  expect(unknown.body).toMatchObject({ error: "RESERVATION.NOT_FOUND" });
});
