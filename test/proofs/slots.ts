import assert from "node:assert/strict";
import fc from "fast-check";
import { DAY } from "#core/seconds.ts";
import { workingPeriods } from "#lib/booking/schedules/hours.ts";
import {
  type BookedTime,
  bookedTimes,
  clipToDay,
  daysOf,
  packDay,
} from "#lib/booking/schedules/packed-days.ts";
import { WEEKDAYS } from "#lib/booking/schedules/schema.ts";
import { shapeOf, slotStarts, takenTimes } from "#lib/booking/schedules/slots.ts";
import { type Case, slotsByMinute } from "#test/lib/booking/schedules/oracle.ts";

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

const minuteRange = fc
  .tuple(fc.integer({ min: 0, max: 143 }), fc.integer({ min: 1, max: 144 }))
  .filter(([from, to]) => to > from)
  .map(([from, to]) => ({ from: from * 10, to: to * 10 }));
const anyHours = fc.array(minuteRange, { maxLength: 3 });
const anyDurations = fc
  .array(fc.record({ duration: fc.integer({ min: 1, max: 12 }).map((n) => n * 5), isPause: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .filter((list) => list.some(({ isPause }) => !isPause));

const anyCase = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    start: fc.integer({ min: 1_577_836_800, max: 1_735_689_600 }).map((at) => Math.floor(at / 60) * 60),
    window: fc.integer({ min: 1, max: 5 * 24 * 60 }).map((count) => count * 60),
    days: fc.array(fc.record({ day: fc.constantFrom(...WEEKDAYS), workingHours: anyHours }), {
      maxLength: 9,
    }),
    outcast: fc.array(fc.record({ offset: fc.integer({ min: -1, max: 6 }), workingHours: anyHours }), {
      maxLength: 2,
    }),
    specific: fc.array(fc.record({ offset: fc.integer({ min: -1, max: 6 }), workingHours: anyHours }), {
      maxLength: 2,
    }),
    durations: anyDurations,
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
      return {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        date: Math.floor(date.getTime() / 1000 / DAY) * DAY,
      };
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

interface ComparisonTotals {
  slots: number;
  /** Numbers of cases with slots, exceptions, bookings, pauses, and more than one booking at once. */
  withSlots: number;
  exceptions: number;
  bookings: number;
  pauses: number;
  crowds: number;
}

/** Compares slots of random schedules, around clock changes, with an oracle that checks each minute with Temporal. */
export function proveSlots(seed: number, runs: number): ComparisonTotals {
  const total: ComparisonTotals = {
    slots: 0,
    withSlots: 0,
    exceptions: 0,
    bookings: 0,
    pauses: 0,
    crowds: 0,
  };
  fc.assert(
    fc.property(anyCase, (given) => {
      const slots = computeSlots(given);
      assert.deepEqual(slots, slotsByMinute(given));
      const { hours, bookings, durations, atOnce } = given;
      total.slots += slots.length;
      total.withSlots += Number(slots.length > 0);
      total.exceptions += Number(hours.outcastDates.length + hours.specificDates.length > 0);
      total.bookings += Number(bookings.length > 0);
      total.pauses += Number(durations.some(({ isPause }) => isPause));
      total.crowds += Number(atOnce > 1);
    }),
    { numRuns: runs, seed },
  );
  return total;
}

function computeSlots({
  zone,
  hours,
  durations,
  slotInterval,
  atOnce,
  bookings,
  from,
  to,
  now,
}: Case): number[] {
  const days = new Map<number, BookedTime[]>();
  for (const { start, end, hold } of bookings) {
    for (const day of daysOf(start, end)) {
      const clipped = clipToDay(day, start, end);
      if (clipped) days.set(day, [...(days.get(day) ?? []), { ...clipped, hold, ref: "AAAAAAAAAAAAAA" }]);
    }
  }
  const packed = [...days]
    .sort(([one], [other]) => one - other)
    .map(([day, entries]) => ({ day, bookings: packDay(day, entries) }));
  const shape = shapeOf(durations, slotInterval);
  const found = slotStarts({
    periods: workingPeriods(hours, zone, from, to),
    taken: takenTimes(bookedTimes(packed, now), atOnce),
    shape,
    from: Math.max(from, now + 1),
    to,
  });
  return [...new Set(found)].sort((one, other) => one - other);
}
