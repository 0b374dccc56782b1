import { expect, test } from "vitest";
import { CACHE_SECONDS } from "#core/dynamo/cache.ts";
import { watchTable } from "#core/dynamo/client.ts";
import { providers } from "#functions/booking/providers/routes.ts";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { quote } from "#lib/booking/reservations/quote.ts";
import { createReservation } from "#lib/booking/reservations/service.ts";
import { bookedDays } from "#lib/booking/schedules/bookings.ts";
import { unpackDay } from "#lib/booking/schedules/packed-days.ts";
import { bookByCard, sendSandboxCallback, waitForStatus } from "#test/support/bookings.ts";
import { ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";
import { mailTo, personActor, somebody, testContext } from "#test/support/world.ts";

test("a quote of a part with a far end reads only the days that the longest service needs", async () => {
  const salon = await openSalon();
  const parts = [{ id: undefined, ...partAt(salon, 8), endTime: 7_000_000_000 }];
  const calls: string[] = [];
  watchTable(({ command }) => calls.push(command));
  try {
    await quote(testContext({ actor: { kind: "nobody" } }), { parts });
  } finally {
    watchTable(undefined);
  }
  expect(calls.length).toBeLessThan(5);
});

test("input too large for a record is a 400 that names the field, in every form", async () => {
  const salon = await openSalon();
  const large = [{ type: "NOTE", value: "x".repeat(420_000) }];
  const params = { businessId: salon.businessId };
  const as = salon.owner;
  const body = { paymentMethod: "cash", parts: [partAt(salon, 8)], blocks: large };
  const noted = { parts: [{ ...partAt(salon, 8), blocks: large }] };
  const { reservationId } = await ok(reservations.checkoutReservation, { as, body: { ...body, blocks: [] } });
  const free = [partAt(salon, 9)];
  const fields = [
    await refused(reservations.checkoutReservation, { as, body: { ...body, parts: free } }),
    await refused(businessReservations.createBusinessReservation, {
      params,
      as,
      body: { parts: free, blocks: large },
    }),
    await refused(reservations.updateReservation, { params: { reservationId }, as, body: { blocks: large } }),
    await refused(reservations.updateReservation, { params: { reservationId }, as, body: noted }),
  ].map(({ status, body: { validationErrors } }) => [status, validationErrors[0]?.field]);
  expect(fields).toEqual([...Array(3).fill([400, "blocks[0]"]), [400, "parts[0]"]]);
});

test("an empty promo code is ignored, and a sum too large to be exact is refused", async () => {
  const salon = await openSalon({ service: { prices: [{ market: "eu", amount: 99_999_999_999 }] } });
  const discounts = [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }];
  const { id: promoCodeId } = await ok(promoCodes.createPromoCode, {
    params: { storeId: salon.businessId },
    as: salon.owner,
    body: { code: "TEN", discounts },
  });
  const part = { parts: [partAt(salon, 8)], promoCode: "", promoCodeId };
  expect(await ok(payments.quotePayment, { body: part })).toMatchObject({ discount: 10_000_000_000 });
  const line = { serviceId: salon.serviceId, quantity: 1000 };
  const body = { businessId: salon.businessId, lines: Array(100).fill(line) };
  expect((await refused(payments.quotePayment, { body })).error).toBe("GENERAL.VALIDATION_FAILED");
});

test("a quote is valid only in its market, and a market without payment methods takes cards", async () => {
  const prices = ["eu", "us"].map((market) => ({ market, amount: 5000 }));
  const salon = await openSalon({ service: { prices } });
  const { id: quoteId } = await ok(payments.quotePayment, {
    body: { parts: [partAt(salon, 8)], market: "us" },
  });
  const body = { parts: [partAt(salon, 8)], quoteId, market: "eu", paymentMethod: "cash" };
  expect((await refused(reservations.checkoutReservation, { as: salon.owner, body })).error).toBe(
    "PAYMENT.INVALID_AMOUNT",
  );
  const params = { businessId: salon.businessId };
  const configs = { markets: [{ id: "eu", currency: "EUR" }] };
  await ok(businesses.updateBusiness, { params, as: salon.owner, body: { configs } });
  for (const [hour, paymentMethod] of [[8], [9, "CREDIT_CARD"]] as const) {
    const { reservationId } = await ok(reservations.checkoutReservation, {
      as: salon.owner,
      body: { parts: [partAt(salon, hour)], paymentMethod },
    });
    const found = await ok(reservations.getReservation, { params: { reservationId }, as: salon.owner });
    expect(found.payment).toMatchObject({ type: "CREDIT_CARD", status: "pending" });
  }
});

test("a connection's price wins in its market, and the service's prices count elsewhere", async () => {
  const salon = await openSalon();
  const { businessId, serviceId, providerId, owner: as } = salon;
  const params = { businessId, serviceId, connectionId: providerId };
  const totals = [];
  for (const prices of [[], [{ market: "us", amount: 1 }], [{ market: "eu", amount: 7 }]]) {
    await ok(services.updateConnection, { params, as, body: { prices } });
    const body = { parts: [partAt(salon, 8)], market: "eu" };
    totals.push((await ok(payments.quotePayment, { body })).total);
  }
  expect(totals).toEqual([5000, 5000, 7]);
});

test("a booking by staff mails its customer, whose email address stays hidden from staff", async () => {
  const salon = await openSalon();
  const customer = await somebody();
  const book = (customerId: string, hour: number) => ({
    as: salon.owner,
    body: { customerId, parts: [partAt(salon, hour)] },
  });
  // A person whom staff name as the customer gets mail only after a booking of their own.
  const parts = [partAt(salon, 10)];
  await ok(reservations.createReservation, { as: customer, body: { businessId: salon.businessId, parts } });
  await mailTo(customer.email);
  expect((await ok(reservations.createReservation, book(customer.id, 8))).email).toBeNull();
  expect((await mailTo(customer.email, 2)).subject).toContain("confirmed");
  expect((await refused(reservations.createReservation, book("acc_none", 9))).status).toBe(400);
});

test("a changed booking mails its new email, and a pending one is not mailed as moved", async () => {
  const salon = await openSalon({ service: { isApprovalRequired: true } });
  const [customer, other] = [await somebody(), await somebody()];
  const form = (email: string) => [{ type: "FORM", value: { email } }];
  const body = { paymentMethod: "cash", parts: [partAt(salon, 8)], email: customer.email };
  const booking = { ...body, blocks: form("first@example.com") };
  const { reservationId } = await ok(reservations.checkoutReservation, { as: customer, body: booking });
  const params = { reservationId };
  const kept = { params, as: customer, body: { blocks: form("first@example.com") } };
  expect((await ok(reservations.updateReservation, kept)).email).toBe(customer.email);
  const named = { params, as: customer, body: { blocks: form(other.email), parts: [partAt(salon, 9)] } };
  expect((await ok(reservations.updateReservation, named)).email).toBe(other.email);
  expect((await mailTo(other.email)).subject).toContain("We have your request");
});

test("a hold that is paid in time stays, although its provider now serves fewer at once", async () => {
  const salon = await openSalon({ provider: { concurrentLimit: 2 } });
  const { businessId, providerId, owner: as } = salon;
  const paid = await bookByCard(salon, await somebody());
  await bookByCard(salon, await somebody());
  await ok(providers.updateProvider, {
    params: { businessId, providerId },
    as,
    body: { concurrentLimit: 1 },
  });
  await sendSandboxCallback(salon, paid.paymentId ?? "", "captured");
  await waitForStatus(salon, paid.reservationId, "CONFIRMED");
});

test("a hold ends in the same second by its booking and by the provider's day record", async () => {
  const salon = await openSalon();
  const { businessId, providerId, owner } = salon;
  let time = Date.now() / 1000;
  const actor = personActor(owner.id);
  const ctx = testContext({ actor, clock: () => time++ });
  const parts = [{ id: undefined, endTime: undefined, ...partAt(salon, 8) }];
  const { holdExpiresAt } = await createReservation(ctx, { businessId, parts, status: "CREATED" });
  const [day] = await bookedDays(businessId, providerId, MONDAY + 8 * HOUR, MONDAY + 9 * HOUR);
  expect(unpackDay(day?.day ?? 0, day?.bookings ?? new Uint8Array()).map(({ hold }) => hold)).toEqual([
    holdExpiresAt,
  ]);
});

test("the reservations of a deleted store are deleted with it", async () => {
  const salon = await openSalon();
  const customer = await somebody();
  const body = { paymentMethod: "cash", parts: [partAt(salon, 8)] };
  const { reservationId } = await ok(reservations.checkoutReservation, { as: customer, body });
  const own = (at?: number) => ok(reservations.listMyReservations, { as: customer, at });
  expect((await own()).items).toHaveLength(1);
  await ok(stores.deleteStore, { params: { storeId: salon.businessId }, as: salon.owner });
  // Each function caches for a while that the store exists.
  const later = Math.floor(Date.now() / 1000) + CACHE_SECONDS;
  expect((await own(later)).items).toEqual([]);
  const asked = { params: { reservationId }, as: customer, at: later };
  expect((await refused(reservations.getReservation, asked)).error).toBe("RESERVATION.NOT_FOUND");
});

function partAt({ serviceId, providerId }: Salon, hour: number) {
  return { serviceId, providerId, startTime: MONDAY + hour * HOUR };
}
