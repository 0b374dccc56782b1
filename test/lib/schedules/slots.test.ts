import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bookingsOf, DAY, daysOf, type Entry, pack, unpack, withinDay } from "#lib/schedules/days.ts";
import { workingPeriods } from "#lib/schedules/hours.ts";
import { WEEKDAYS } from "#lib/schedules/schema.ts";
import { shapeOf, slotStarts, takenTimes } from "#lib/schedules/slots.ts";
import { type Case, slotsByMinute } from "./oracle.ts";

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/Havana",
  "Africa/Casablanca",
  "Pacific/Apia",
  "UTC",
];
const RUNS = Number(process.env.SLOT_CASES ?? 250);

const minutes = fc
  .tuple(fc.integer({ min: 0, max: 143 }), fc.integer({ min: 1, max: 144 }))
  .filter(([from, to]) => to > from)
  .map(([from, to]) => ({ from: from * 10, to: to * 10 }));
const workingHours = fc.array(minutes, { maxLength: 3 });
const durations = fc
  .array(fc.record({ duration: fc.integer({ min: 1, max: 12 }).map((n) => n * 5), isPause: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .filter((list) => list.some(({ isPause }) => !isPause));

const cases = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    start: fc.integer({ min: 1_704_067_200, max: 1_861_920_000 }).map((at) => Math.floor(at / 60) * 60),
    window: fc.integer({ min: 1, max: 5 * 24 * 60 }).map((count) => count * 60),
    days: fc.array(fc.record({ day: fc.constantFrom(...WEEKDAYS), workingHours }), { maxLength: 9 }),
    outcast: fc.array(fc.record({ offset: fc.integer({ min: -1, max: 6 }), workingHours }), { maxLength: 2 }),
    specific: fc.array(fc.record({ offset: fc.integer({ min: -1, max: 6 }), workingHours }), {
      maxLength: 2,
    }),
    durations,
    slotInterval: fc.option(fc.integer({ min: 1, max: 24 }).map((count) => count * 5)),
    atOnce: fc.integer({ min: 1, max: 3 }),
    booked: fc.array(
      fc.record({
        at: fc.integer({ min: -300, max: 6 * 24 * 60 }),
        length: fc.integer({ min: 1, max: 600 }),
        hold: fc.constantFrom(0, 0, -100, 100),
      }),
      { maxLength: 30 },
    ),
    early: fc.integer({ min: -86_400, max: 86_400 }),
  })
  .map(({ start, window, days, outcast, specific, booked, early, ...rest }): Case => {
    const dateOf = (offset: number) => {
      const date = new Date((start + offset * DAY) * 1000);
      return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    };
    const now = start + early;
    return {
      ...rest,
      from: start,
      to: start + window,
      now,
      hours: {
        workingDays: days,
        outcastDates: outcast.map(({ offset, workingHours }) => {
          const { month, day } = dateOf(offset);
          return { month, day, workingHours };
        }),
        specificDates: specific.map(({ offset, workingHours }) => ({ ...dateOf(offset), workingHours })),
      },
      bookings: booked.map(({ at, length, hold }) => ({
        start: start + at * 60,
        end: start + (at + length) * 60,
        hold: hold === 0 ? 0 : now + hold,
      })),
    };
  });

describe("slots", () => {
  test("are what a search minute by minute finds, whatever the hours, exceptions, bookings, pauses and limits", () => {
    let found = 0;
    fc.assert(
      fc.property(cases, (given) => {
        const slots = fast(given);
        found += slots.length;
        expect(slots).toEqual(slotsByMinute(given));
      }),
      { numRuns: RUNS },
    );
    expect(found).toBeGreaterThan(RUNS);
  });

  test("of a day that closes at midnight run on into one that opens then", () => {
    const hours = {
      workingDays: [
        { day: "monday" as const, workingHours: [{ from: 1320, to: 1440 }] },
        { day: "tuesday" as const, workingHours: [{ from: 0, to: 120 }] },
      ],
      outcastDates: [],
      specificDates: [],
    };
    const monday = 1_803_859_200;
    const periods = workingPeriods(hours, "UTC", monday, monday + 2 * DAY);
    const shape = shapeOf([{ duration: 90, isPause: false }]);
    const found = slotStarts({ periods, taken: [], shape, from: monday, to: monday + 2 * DAY });
    expect(found.map((at) => (at - monday) / 3600)).toEqual([22, 23.5, 24]);
  });
});

describe("packed days", () => {
  test("give back what was packed", () => {
    const entry = fc.record({
      start: fc.integer({ min: 0, max: 1438 }).map((minute) => 20_000 * DAY + minute * 60),
      hold: fc.constantFrom(0, 1, 4_000_000_000),
      ref: fc
        .uint8Array({ minLength: 10, maxLength: 10 })
        .map((bytes) => Buffer.from(bytes).toString("base64url")),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (list) => {
        const entries = list.map((each): Entry => ({ ...each, end: each.start + 60 }));
        const back = unpack(20_000, pack(20_000, entries));
        const byAll = (one: Entry, other: Entry) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
        expect(back.toSorted(byAll)).toEqual(entries.toSorted(byAll));
      }),
    );
  });

  test("refuse bytes that are no bookings", () => {
    expect(() => bookingsOf([{ day: 1, bookings: new Uint8Array(5) }], 0)).toThrow("no bookings");
  });
});

function fast({ zone, hours, durations, slotInterval, atOnce, bookings, from, to, now }: Case): number[] {
  const days = new Map<number, Entry[]>();
  for (const { start, end, hold } of bookings) {
    for (const day of daysOf(start, end)) {
      const clipped = withinDay(day, start, end);
      if (clipped) days.set(day, [...(days.get(day) ?? []), { ...clipped, hold, ref: "AAAAAAAAAAAAAA" }]);
    }
  }
  const packed = [...days]
    .sort(([one], [other]) => one - other)
    .map(([day, entries]) => ({ day, bookings: pack(day, entries) }));
  const shape = shapeOf(durations, slotInterval);
  const found = slotStarts({
    periods: workingPeriods(hours, zone, from, to),
    taken: takenTimes(bookingsOf(packed, now), atOnce),
    shape,
    from: Math.max(from, now + 1),
    to,
  });
  return [...new Set(found)].sort((one, other) => one - other);
}
