import { expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { zoneSpans } from "#lib/booking/schedules/zone.ts";
import { ok, refused } from "#test/support/client.ts";
import { FUTURE_YEAR } from "#test/support/dates.ts";
import { MONDAY, openSalon } from "#test/support/salon.ts";

test("a window has at most 92 local days, also across a clock change, within two centuries", async () => {
  const { businessId, serviceId } = await openSalon();
  const params = { businessId, serviceId };
  // From 1 October to 1 January, 00:00 in Berlin.
  const query = { from: `${FUTURE_YEAR}-09-30T22:00:00Z`, to: `${FUTURE_YEAR}-12-31T23:00:00Z` };
  expect((await ok(schedules.getAvailability, { params, query })).days).toHaveLength(92);
  const far = { from: 999_999_000_000, to: 999_999_600_000 };
  expect((await refused(schedules.listAvailableSlots, { params, query: far })).status).toBe(400);
  expect((await refused(services.listServices, { params: { businessId }, query: far })).status).toBe(400);
});

test("the cached offsets of a time zone cover the requested time and stay few", () => {
  for (const at of [MONDAY, 0, 6_900_000_000, MONDAY]) {
    const spans = zoneSpans("America/Montevideo", at, at + 92 * DAY);
    expect(spans.some((span) => span.from <= at && at < span.to)).toBe(true);
    expect(zoneSpans("Europe/Lisbon", at, at + 92 * DAY).length).toBeLessThan(15);
  }
});

test("a calendar counts every slot, also those beyond the 10,000 that it lists", async () => {
  const { businessId, owner: as, providerId } = await openSalon();
  const hours = [{ from: 0, to: 1440 }];
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const workingDays = days.map((day) => ({ day, workingHours: hours }));
  const body = { key: "often", durations: [{ duration: 1 }], providers: [{ providerId, workingDays }] };
  const { id: serviceId } = await ok(services.createService, { params: { businessId }, as, body });
  const query = { from: MONDAY, to: MONDAY + 8 * DAY };
  const found = await ok(schedules.getAvailability, { params: { businessId, serviceId }, query });
  expect(found.days.map(({ slotCount }) => slotCount)).toEqual([1380, ...Array(7).fill(1440), 60]);
  expect(found.days.every(({ available }) => available)).toBe(true);
  expect(found.days.flatMap(({ slots }) => slots)).toHaveLength(10_000);
});
