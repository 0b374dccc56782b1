import { expect, test } from "vitest";
import { providers } from "#functions/booking/providers/routes.ts";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, OPENING_HOURS, openSalon, type Salon } from "#test/support/salon.ts";
import { type Somebody, somebody } from "#test/support/world.ts";

test("a booking with a code keeps its price when it moves", async () => {
  const salon = await openSalon();
  const { businessId, owner, serviceId } = salon;
  const discounts = [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }];
  const body = { code: "TEN", discounts };
  const code = await ok(promoCodes.createPromoCode, { params: { storeId: businessId }, as: owner, body });
  const customer = await somebody();
  const { id } = await bookParts(customer, [partAt(salon, 8)], { market: "eu", promoCode: "ten" });
  const prices = [{ market: "us", amount: 9000 }];
  await ok(services.updateService, { params: { businessId, serviceId }, as: owner, body: { prices } });
  const params = { storeId: businessId, promoCodeId: code.id };
  await ok(promoCodes.updatePromoCode, { params, as: owner, body: { status: "ARCHIVED" } });
  const moved = await change(id, customer, { parts: [partAt(salon, 9)] });
  expect(moved).toMatchObject({ total: 4500, parts: [{ startTime: MONDAY + 9 * HOUR, price: 5000 }] });
});

test("only staff move a booking to a more expensive provider, and a valid code still applies", async () => {
  const salon = await openSalon();
  const { businessId, owner, serviceId } = salon;
  const provider = (key: string, amount: number) => addProvider(salon, key, [{ market: "eu", amount }]);
  const [dearer, alike] = [await provider("senior", 20_000), await provider("twin", 5000)];
  const discounts = [{ type: "ITEMS_FIXED", market_id: "eu", amount: 1000 }];
  const body = { code: "OFF", discounts };
  await ok(promoCodes.createPromoCode, { params: { storeId: businessId }, as: owner, body });
  const customer = await somebody();
  const { id } = await bookParts(customer, [partAt(salon, 8)], { market: "eu", promoCode: "OFF" });
  const to = (providerId: string) => ({ parts: [{ ...partAt(salon, 8), serviceId, providerId }] });
  const params = { reservationId: id };
  const refusal = await refused(reservations.updateReservation, { params, as: customer, body: to(dearer) });
  expect(refusal.status).toBe(403);
  expect((await change(id, customer, to(alike))).total).toBe(4000);
  expect((await change(id, owner, to(dearer))).total).toBe(19_000);
});

test("a part moves although another part's service is gone or its own service is private", async () => {
  const salon = await openSalon({ service: { access: "private" } });
  const { businessId, owner, providerId } = salon;
  const customer = await somebody();
  const gone = await ok(services.createService, {
    params: { businessId },
    as: owner,
    body: { key: "gone", durations: [{ duration: 60 }], providers: [{ providerId }] },
  });
  const parts = [partAt(salon, 8), { ...partAt(salon, 10), serviceId: gone.id }];
  const made = await ok(reservations.createReservation, {
    as: owner,
    body: { customerId: customer.id, parts },
  });
  await ok(services.deleteService, { params: { businessId, serviceId: gone.id }, as: owner });
  const moved = await change(made.id, customer, {
    parts: [partAt(salon, 9), { ...partAt(salon, 10), serviceId: gone.id }],
  });
  expect(moved.parts.map(({ startTime }) => (startTime - MONDAY) / HOUR)).toEqual([9, 10]);
});

test("a refusal names the part whose service is private", async () => {
  const salon = await openSalon();
  const { businessId, owner: as, providerId } = salon;
  const body = {
    key: "private",
    access: "private" as const,
    durations: [{ duration: 60 }],
    providers: [{ providerId }],
  };
  const { id: serviceId } = await ok(services.createService, { params: { businessId }, as, body });
  const parts = [partAt(salon, 8), { ...partAt(salon, 10), serviceId }];
  const refusal = await refused(reservations.createReservation, { as: await somebody(), body: { parts } });
  expect(refusal.body.validationErrors).toMatchObject([{ field: "parts[1].providerId" }]);
});

test("a reply sent back with one change in either form makes that change only", async () => {
  const salon = await openSalon();
  const customer = await somebody();
  const reply = await bookParts(customer, [partAt(salon, 8)]);
  const { businessId, owner: as } = salon;
  const params = { businessId, reservationId: reply.id };
  const items = reply.items.map((item) => ({ ...item, from: item.from + HOUR, to: item.to + HOUR }));
  const body = { ...reply, items };
  const moved = await ok(businessReservations.updateBusinessReservation, { params, as, body });
  const parts = moved.parts.map((part) => ({ ...part, startTime: MONDAY + 10 * HOUR, endTime: undefined }));
  const again = await change(reply.id, customer, { ...moved, parts });
  expect([moved, again].map(({ startTime }) => (startTime - MONDAY) / HOUR)).toEqual([9, 10]);
  const statuses = [...again.statuses, { status: "NO_SHOW" }];
  expect((await change(reply.id, as, { ...again, statuses })).status).toBe("NO_SHOW");
  const unknown = { params, as, body: { statuses: [{ status: "gone fishing" }] } };
  expect((await refused(businessReservations.updateBusinessReservation, unknown)).status).toBe(400);
  const part = { id: again.parts[0]?.id ?? "", ...partAt(salon, 12) };
  const twice = { params, as, body: { parts: [part, { ...part, startTime: MONDAY + 13 * HOUR }] } };
  const { body: refusal } = await refused(businessReservations.updateBusinessReservation, twice);
  expect(refusal.validationErrors.map(({ field }) => field)).toEqual(["parts[1].id"]);
});

function partAt({ serviceId, providerId }: Salon, hour: number) {
  return { serviceId, providerId, startTime: MONDAY + hour * HOUR };
}

async function bookParts(as: Somebody, parts: ReturnType<typeof partAt>[], more: object = {}) {
  const body = { paymentMethod: "cash", parts, ...more };
  const { reservationId } = await ok(reservations.checkoutReservation, { as, body });
  return ok(reservations.getReservation, { params: { reservationId }, as });
}

function change(reservationId: string, as: Somebody, body: object) {
  return ok(reservations.updateReservation, { params: { reservationId }, as, body });
}

/** Adds a provider of the salon's service with its own prices. */
async function addProvider({ businessId, owner: as, serviceId }: Salon, key: string, prices: object) {
  const params = { businessId };
  const body = { key, workingTime: { workingDays: OPENING_HOURS } };
  const { id: providerId } = await ok(providers.createProvider, { params, as, body });
  const connection = { providerId, prices } as { providerId: string };
  await ok(services.connectProvider, { params: { businessId, serviceId }, as, body: connection });
  return providerId;
}
