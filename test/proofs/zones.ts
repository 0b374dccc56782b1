import { Temporal } from "temporal-polyfill";
import { DAY } from "#core/seconds.ts";
import { workingPeriods } from "#lib/booking/schedules/hours.ts";
import { WEEKDAYS, type WorkingTime } from "#lib/booking/schedules/schema.ts";
import { shapeOf, slotStarts } from "#lib/booking/schedules/slots.ts";
import { periods as slowPeriods } from "#test/lib/booking/schedules/oracle.ts";

const SERVICE_MINUTES = 30;

const OPENING_HOURS: { from: number; to: number }[][] = [
  [{ from: 0, to: 1440 }],
  [{ from: 90, to: 210 }],
  [{ from: 540, to: 1020 }],
  [{ from: 780, to: 1080 }],
  // 22:00 to 02:00, as parts of two days.
  [
    { from: 0, to: 120 },
    { from: 1320, to: 1440 },
  ],
];

/**
 * Checks slots around every clock change of zones against Temporal: each lies within the local opening hours, and the open
 * time is the elapsed time between opening and closing.
 */
export function proveZones(zones: readonly string[], fromYear: number, toYear: number) {
  let transitions = 0;
  let slots = 0;
  for (const zone of zones) {
    for (const at of transitionsOf(zone, fromYear, toYear)) {
      transitions++;
      for (const hours of OPENING_HOURS) slots += proveZone(zone, at, hours);
    }
  }
  return { transitions, slots };
}

function proveZone(zone: string, at: number, workingHours: { from: number; to: number }[]): number {
  const hours: WorkingTime = {
    workingDays: WEEKDAYS.map((day) => ({ day, workingHours })),
    outcastDates: [],
    specificDates: [],
  };
  const window = { from: at - DAY, to: at + DAY };
  const periods = workingPeriods(hours, zone, window.from, window.to);
  const slow = slowPeriods({ zone, hours, ...window }).filter(
    ([start, end]) => end > window.from && start < window.to,
  );
  if (JSON.stringify(periods.map(({ start, end }) => [start, end])) !== JSON.stringify(slow)) {
    throw new Error(`${zone} at ${at}: open ${JSON.stringify(periods)}, and not ${JSON.stringify(slow)}`);
  }
  const shape = shapeOf([{ duration: SERVICE_MINUTES, isPause: false }]);
  const starts = slotStarts({ periods, taken: [], shape, ...window });
  for (const start of starts) {
    for (const instant of [start, start + SERVICE_MINUTES * 60 - 60]) {
      const minute = minuteOfDay(zone, instant);
      if (workingHours.some(({ from, to }) => minute >= from && minute < to)) continue;
      throw new Error(`${zone}: the slot at ${start} is open at minute ${minute} of the day.`);
    }
  }
  return starts.length;
}

function minuteOfDay(zone: string, seconds: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone);
  return local.hour * 60 + local.minute;
}

function transitionsOf(zone: string, fromYear: number, toYear: number): number[] {
  const end = Date.UTC(toYear + 1, 0, 1);
  const found: number[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    Date.UTC(fromYear, 0, 1),
  ).toZonedDateTimeISO(zone);
  for (;;) {
    at = at.getTimeZoneTransition("next");
    if (!at || at.epochMilliseconds >= end) return found;
    found.push(at.epochMilliseconds / 1000);
  }
}
