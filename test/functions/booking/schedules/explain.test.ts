import { beforeAll, expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { providers } from "#functions/booking/providers/routes.ts";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { REASONS } from "#lib/booking/schedules/schema.ts";
import { ok, refused } from "#test/support/client.ts";
import { dateAt, partsAt } from "#test/support/dates.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";

const EIGHT = MONDAY + 8 * HOUR;

let salon: Salon;
let closed: { draft: string; away: string };

beforeAll(async () => {
  salon = await openSalon();
  const { businessId, owner: as, serviceId, providerId } = salon;
  const params = { businessId };
  const workingTime = { workingDays: [{ day: "monday", workingHours: [{ from: 540, to: 600 }] }] };
  const away = await ok(providers.createProvider, {
    params,
    as,
    body: { key: "away", status: "ARCHIVED", workingTime, serviceIds: [serviceId] },
  });
  const body = { key: "soon", status: "DRAFT", providers: [{ providerId }], durations: [{ duration: 60 }] };
  const draft = await ok(services.createService, { params, as, body });
  closed = { draft: draft.id, away: away.id };
  const parts = [{ serviceId, providerId, startTime: EIGHT }];
  await ok(reservations.createReservation, { as, body: { parts } });
});

type SlotRequest = { serviceId?: string; providerId?: string; time: number };

/** A time for each reason; the salon in Berlin works from 9 to 17, which is 8 to 16 UTC. */
const TIMES: Record<(typeof REASONS)[number], () => SlotRequest> = {
  service_not_active: () => ({ serviceId: closed.draft, time: EIGHT + HOUR }),
  provider_not_active: () => ({ providerId: closed.away, time: EIGHT }),
  not_connected: () => ({ providerId: "prov_none", time: EIGHT }),
  in_the_past: () => ({ time: 1_600_000_000 }),
  outside_working_hours: () => ({ time: MONDAY }),
  ends_after_working_hours: () => ({ time: EIGHT + 7.5 * HOUR }),
  not_on_grid: () => ({ time: EIGHT + 1.5 * HOUR }),
  booked: () => ({ time: EIGHT }),
  offered: () => ({ time: EIGHT + HOUR }),
};

test.each(REASONS)("a time with the reason %s is among the slots only if it is offered", async (reason) => {
  const { serviceId = salon.serviceId, providerId = salon.providerId, time } = TIMES[reason]();
  const params = { businessId: salon.businessId, serviceId };
  const [why, ...more] = await ok(schedules.listAvailableSlots, {
    params,
    as: salon.owner,
    query: { explain: "true", time, providerId },
  });
  expect(more).toEqual([]);
  expect(why).toMatchObject({
    providerId,
    serviceId,
    startTime: time,
    reason,
    offered: reason === "offered",
  });
  const query = { startTime: time, endTime: time + HOUR, providerId };
  const slots = await ok(schedules.listAvailableSlots, { params, as: salon.owner, query });
  expect(slots.some(({ startTime }) => startTime === time)).toBe(reason === "offered");
});

test("without a provider, each provider of the service is explained in the business's time zone", async () => {
  const params = { businessId: salon.businessId, serviceId: salon.serviceId };
  const query = { explain: "true" as const, startTime: EIGHT };
  const rows = await ok(schedules.listAvailableSlots, { params, as: salon.owner, query });
  const said = rows.map((row) =>
    "reason" in row ? [row.providerId, row.reason, row.localTime, row.timezone] : row,
  );
  expect(said).toEqual([
    [salon.providerId, "booked", `${dateAt(MONDAY)}T09:00`, "Europe/Berlin"],
    [closed.away, "provider_not_active", `${dateAt(MONDAY)}T09:00`, "Europe/Berlin"],
  ]);
  expect(await refused(schedules.listAvailableSlots, { params, query })).toMatchObject({ status: 403 });
  const untimed = { params, as: salon.owner, query: { explain: "true" as const } };
  expect(await refused(schedules.listAvailableSlots, untimed)).toMatchObject({
    error: "RESERVATION.INVALID_TIME_RANGE",
  });
});

test("calendar days follow the business's time zone across a clock change", async () => {
  const params = { businessId: salon.businessId, serviceId: salon.serviceId };
  // The clocks go forward on the last Sunday of March.
  const sunday = MONDAY + (6 + 7 * Math.floor((25 - partsAt(MONDAY).day) / 7)) * DAY;
  const saturday = sunday - DAY;
  // Three days in Berlin, which is one hour ahead of UTC at first, and two at the end.
  const query = { from: saturday - HOUR, to: saturday + 70 * HOUR };
  const { days, timezone } = await ok(schedules.getAvailability, { params, query });
  const slots = await ok(schedules.listAvailableSlots, { params, query });
  expect(timezone).toBe("Europe/Berlin");
  expect(days.map(({ date, slotCount }) => [date, slotCount])).toEqual([
    [dateAt(saturday), 8],
    [dateAt(sunday), 8],
    [dateAt(sunday + DAY), 8],
  ]);
  expect(days.flatMap((day) => day.slots)).toEqual(slots);
  const closedDays = await ok(schedules.getAvailability, {
    params,
    query: { from: MONDAY - HOUR, to: MONDAY + 7 * HOUR },
  });
  expect(closedDays.days).toEqual([{ date: dateAt(MONDAY), available: false, slotCount: 0, slots: [] }]);
});
