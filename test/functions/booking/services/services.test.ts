import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providers } from "#functions/booking/providers/routes.ts";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { ok, refused } from "#test/support/client.ts";
import { FUTURE_YEAR, partsAt } from "#test/support/dates.ts";
import { HOUR, MONDAY, OPENING_HOURS, openSalon } from "#test/support/salon.ts";
import { openStore, somebody } from "#test/support/world.ts";

test("both forms make the same record, and a reply has the fields of both", async () => {
  const { id: businessId, owner } = await openStore();
  const params = { businessId };
  const older = await ok(services.createService, {
    params,
    as: owner,
    body: {
      name: "Deep Massage",
      slug: "massage",
      duration: 3600,
      pricing: { markets: [{ marketId: "eu", currency: "EUR", price: 9000 }] },
      statuses: [{ status: "ACTIVE" }],
    },
  });
  expect(older).toMatchObject({
    key: "deep-massage",
    slug: { en: "massage" },
    durations: [{ duration: 60, isPause: false }],
    duration: 3600,
    prices: [{ market: "eu", amount: 9000 }],
    status: "ACTIVE",
    providerIds: [],
  });
  for (const lookup of [older.id, `${businessId}:deep-massage`, `${businessId}:de:massage`]) {
    expect((await ok(services.getService, { params: { ...params, serviceId: lookup } })).id).toBe(older.id);
  }
  const again = { params, as: owner, body: { key: "deep-massage" } };
  expect(await refused(services.createService, again)).toMatchObject({
    status: 409,
    error: "SERVICE.KEY_TAKEN",
  });
  const twin = { params, as: owner, body: { key: "other", slug: { en: "massage" } } };
  expect((await refused(services.createService, twin)).error).toBe("SERVICE.SLUG_TAKEN");
});

test("a missing provider is named by its field in the body", async () => {
  const { businessId, owner, serviceId } = await openSalon();
  const body = { providerId: "prv_nobody" };
  const params = { businessId, serviceId };
  const alone = await refused(services.connectProvider, { params, as: owner, body });
  expect(alone.body.validationErrors.map(({ field }) => field)).toEqual(["providerId"]);
  const { providers: known } = await ok(services.getService, { params });
  const named = known.map(({ providerId }) => ({ providerId }));
  const within = { params, as: owner, body: { providers: [...named, body] } };
  const listed = await refused(services.updateService, within);
  expect(listed.body.validationErrors.map(({ field }) => field)).toEqual([
    `providers[${known.length}].providerId`,
  ]);
});

test("a connection can have its own length and hours", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const [connection] = await ok(services.listServiceProviders, { params: { businessId, serviceId } });
  expect(connection).toMatchObject({ providerId, serviceId, prices: [{ market: "eu", amount: 5000 }] });
  const params = { businessId, serviceId, connectionId: connection?.id ?? "" };
  const changed = await ok(services.updateConnection, {
    params,
    as: owner,
    body: {
      durations: [{ duration: 120 }],
      workingDays: [{ day: "Monday", workingHours: [{ from: 600, to: 840 }] }],
    },
  });
  expect(changed.workingTime.workingDays).toEqual([
    { day: "monday", workingHours: [{ from: 600, to: 840 }] },
  ]);
  const query = { startTime: MONDAY, endTime: MONDAY + 48 * HOUR };
  const slots = await ok(schedules.listAvailableSlots, { params: { businessId, serviceId }, query });
  expect(
    slots.map(({ startTime, endTime }) => [(startTime - MONDAY) / HOUR, (endTime - startTime) / HOUR]),
  ).toEqual([
    [9, 2],
    [11, 2],
  ]);
  await ok(services.disconnectProvider, { params, as: owner });
  expect((await ok(providers.getProvider, { params: { businessId, providerId } })).serviceIds).toEqual([]);
});

test("only members see drafts and private services; lists filter by price, block and time", async () => {
  const { businessId, owner, serviceId } = await openSalon({
    service: { blocks: [{ key: "room", type: "TEXT", value: ["A"] }] },
  });
  const params = { businessId };
  const draft = await ok(services.createService, {
    params,
    as: owner,
    body: { key: "soon", status: "DRAFT" },
  });
  const apprentice = await ok(providers.createProvider, {
    params,
    as: owner,
    body: { key: "apprentice", status: "DRAFT" },
  });
  expect(apprentice.status).toBe("DRAFT");
  expect(
    (await refused(providers.getProvider, { params: { ...params, providerId: apprentice.id } })).status,
  ).toBe(404);
  const ids = async (query: Record<string, string | number>, as = owner) =>
    (await ok(services.listServices, { params, as, query })).items.map(({ id }) => id);
  expect(await ids({})).toEqual([draft.id, serviceId]);
  expect(await ids({}, await somebody())).toEqual([serviceId]);
  expect((await refused(services.getService, { params: { ...params, serviceId: draft.id } })).status).toBe(
    404,
  );
  expect(await ids({ priceFrom: 5000, priceTo: 5000 })).toEqual([serviceId]);
  expect(await ids({ priceFrom: 5001 })).toEqual([]);
  expect(await ids({ blocks: JSON.stringify([{ key: "room", value: "A" }]) })).toEqual([serviceId]);
  expect(await ids({ blocks: JSON.stringify([{ key: "room", value: "B" }]) })).toEqual([]);
  expect(await ids({ from: MONDAY, to: MONDAY + 24 * HOUR })).toEqual([serviceId]);
  expect(await ids({ from: MONDAY, to: MONDAY + HOUR })).toEqual([]);
  expect(await ids({ query: "hair" })).toEqual([serviceId]);
});

test("one request sets the hours of listed providers", async () => {
  const { businessId, owner, providerId } = await openSalon();
  const workingTime = {
    workingDays: [],
    specificDates: [{ date: MONDAY + 6 * HOUR, workingHours: [{ from: 0, to: 60 }] }],
  };
  const set = { params: { businessId }, as: owner, body: { providerIds: [providerId], workingTime } };
  await ok(schedules.setSchedules, set);
  const hours = await ok(schedules.getWorkingTime, { params: { businessId, providerId } });
  const { year, month, day } = partsAt(MONDAY);
  expect(hours.specificDates).toMatchObject([{ year, month, day }]);
});

test("a specific date beats a yearly date, which beats the weekday", async () => {
  const { year, month, day } = partsAt(MONDAY);
  const workingTime = {
    workingDays: OPENING_HOURS,
    outcastDates: [
      { month, day, workingHours: [{ from: 600, to: 720 }] },
      { month, day: day + 1, workingHours: [{ from: 600, to: 720 }] },
    ],
    specificDates: [{ year, month, day: day + 1, workingHours: [{ from: 840, to: 930 }] }],
  };
  const location = { lat: 52.53, lng: 13.4 };
  const { businessId, owner, serviceId, providerId } = await openSalon({
    service: { slotInterval: 30, location },
    provider: { workingTime },
  });
  const params = { businessId, serviceId };
  expect(await ok(services.getService, { params })).toMatchObject({ slotInterval: 30, location });
  const query = { startTime: MONDAY, endTime: MONDAY + 48 * HOUR };
  const found = await ok(schedules.listAvailableSlots, { params, query });
  // Berlin is one hour ahead of UTC.
  expect(found.map(({ startTime }) => (startTime - MONDAY) / HOUR + 1)).toEqual([
    ...[10, 10.5, 11],
    ...[24 + 14, 24 + 14.5],
  ]);
  const [connection] = await ok(services.listServiceProviders, { params });
  const own = [{ month, day, workingHours: [{ from: 960, to: 1020 }] }];
  const connected = { params: { ...params, connectionId: connection?.id ?? "" }, as: owner };
  await ok(services.updateConnection, { ...connected, body: { outcastDates: own } });
  const { providers: offered } = await ok(services.getService, { params });
  expect(offered).toMatchObject([{ providerId, outcastDates: own }]);
});

test("a day without hours is closed, yearly or once, as in the guide", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const guide = readFileSync(join(import.meta.dirname, "../../../../lib/booking/schedules/guide.md"), "utf8");
  const shown = /-d "(.*outcastDates.*)"\n/.exec(guide)?.[1]?.replaceAll('\\"', '"') ?? "";
  // The guide names a year, and this test must pass after it too.
  const sent = shown.replace(/"year":\d+/, `"year":${FUTURE_YEAR}`);
  const { workingTime }: { workingTime: Record<string, unknown> } = JSON.parse(sent);
  const body = { providerIds: [providerId], workingTime };
  await ok(schedules.setSchedules, { params: { businessId }, as: owner, body });
  const open = async (date: string) => {
    const noon = Date.parse(`${date}T12:00:00Z`) / 1000;
    const query = { startTime: noon - 2 * HOUR, endTime: noon + 2 * HOUR };
    return (await ok(schedules.listAvailableSlots, { params: { businessId, serviceId }, query })).length > 0;
  };
  const [year, next] = [FUTURE_YEAR, FUTURE_YEAR + 1];
  const christmas = [`${year}-12-24`, `${year}-12-25`, `${next}-12-25`];
  expect(await Promise.all(christmas.map(open))).toEqual([true, false, false]);
  const january = [`${year}-01-01`, `${year}-01-02`, `${next}-01-02`];
  expect(await Promise.all(january.map(open))).toEqual([true, false, true]);
});

test("a booking keeps its location", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const parts = [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }];
  const location = { lat: 52.53, lng: 13.4, note: "second floor" };
  const as = await somebody();
  const made = await ok(reservations.createReservation, { as, body: { businessId, parts, location } });
  expect(made.location).toEqual(location);
  const params = { businessId, reservationId: made.id };
  const read = await ok(businessReservations.getBusinessReservation, { params, as: owner });
  expect(read.location).toEqual(location);
});

test("deleting a provider disconnects its services and announces a change of each", async () => {
  const { businessId, owner: as, serviceId, providerId } = await openSalon();
  const params = { businessId };
  await ok(providers.deleteProvider, { params: { ...params, providerId }, as });
  expect((await ok(services.getService, { params: { ...params, serviceId } })).providerIds).toEqual([]);
  await waitForEvents({ id: businessId }, providers.deleteProvider, ["provider.deleted", "service.updated"]);
});
