import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY } from "#core/seconds.ts";
import { workingPeriods } from "#lib/booking/schedules/hours.ts";
import { type BookedTime, bookedTimes, packDay, unpackDay } from "#lib/booking/schedules/packed-days.ts";
import { shapeOf, slotStarts } from "#lib/booking/schedules/slots.ts";
import { proveSlots } from "#test/proofs/slots.ts";
import { FUTURE } from "#test/support/dates.ts";
import { newSeed } from "#test/support/random.ts";

const RUNS = Number(process.env.SLOT_CASES ?? 250);

describe("slots", () => {
  test("are those that a minute-by-minute search finds", () => {
    const { slots, ...kinds } = proveSlots(newSeed(), RUNS);
    expect(slots).toBeGreaterThan(RUNS);
    for (const cases of Object.values(kinds)) expect(cases).toBeGreaterThan(RUNS / 4);
  });

  test("continue over midnight if one day closes and the next opens then", () => {
    const hours = {
      workingDays: [
        { day: "monday" as const, workingHours: [{ from: 1320, to: 1440 }] },
        { day: "tuesday" as const, workingHours: [{ from: 0, to: 120 }] },
      ],
      outcastDates: [],
      specificDates: [],
    };
    const monday = FUTURE;
    const periods = workingPeriods(hours, "UTC", monday, monday + 2 * DAY);
    const shape = shapeOf([{ duration: 90, isPause: false }]);
    const found = slotStarts({ periods, taken: [], shape, from: monday, to: monday + 2 * DAY });
    expect(found.map((at) => (at - monday) / 3600)).toEqual([22, 23.5, 24]);
  });
});

describe("packed days", () => {
  test("are unpacked as they were packed", () => {
    const entry = fc.record({
      start: fc.integer({ min: 0, max: 1438 }).map((minute) => 20_000 * DAY + minute * 60),
      hold: fc.constantFrom(0, 1, 4_000_000_000),
      ref: fc
        .uint8Array({ minLength: 10, maxLength: 10 })
        .map((bytes) => Buffer.from(bytes).toString("base64url")),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (list) => {
        const entries = list.map((each): BookedTime => ({ ...each, end: each.start + 60 }));
        const back = unpackDay(20_000, packDay(20_000, entries));
        const byAll = (one: BookedTime, other: BookedTime) =>
          JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
        expect(back.toSorted(byAll)).toEqual(entries.toSorted(byAll));
      }),
    );
  });

  test("are refused if their bytes are no whole bookings", () => {
    expect(() => bookedTimes([{ day: 1, bookings: new Uint8Array(5) }], 0)).toThrow("no bookings");
  });
});
