import { Temporal } from "temporal-polyfill";
import type { Duration, WorkingTime } from "#lib/booking/schedules/schema.ts";

type Booked = { start: number; end: number; hold: number };

export interface Case {
  zone: string;
  hours: WorkingTime;
  durations: Duration[];
  slotInterval: number | null;
  atOnce: number;
  bookings: Booked[];
  from: number;
  to: number;
  now: number;
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Finds slots minute by minute with Temporal; it shares no code with lib. */
export function slotsByMinute(test: Case): number[] {
  const { durations, slotInterval, bookings, from, to, now } = test;
  const length = durations.reduce((sum, { duration }) => sum + duration, 0) * 60;
  const step = slotInterval === null ? length : slotInterval * 60;
  const begin = Math.floor((from - 3 * 86_400) / 60) * 60;
  const minutes = Math.ceil((to + 3 * 86_400 - begin) / 60);
  const open = new Uint8Array(minutes);
  const starts = periods(test);
  for (const [start, end] of starts) {
    for (let at = start; at < end; at += 60) {
      const index = (at - begin) / 60;
      if (index >= 0 && index < minutes) open[index] = 1;
    }
  }
  const busy = new Uint16Array(minutes);
  for (const booking of bookings) {
    if (booking.hold !== 0 && booking.hold <= now) continue;
    for (let at = booking.start; at < booking.end; at += 60) {
      const index = (at - begin) / 60;
      if (index >= 0 && index < minutes) busy[index] = (busy[index] ?? 0) + 1;
    }
  }
  const found = new Set<number>();
  for (const [start, end] of starts) {
    for (let at = start; at < end; at += step) {
      if (at < from || at + length > to || at <= now) continue;
      if (fits(test, (at - begin) / 60, open, busy)) found.add(at);
    }
  }
  return [...found].sort((one, other) => one - other);
}

function fits({ durations, atOnce }: Case, first: number, open: Uint8Array, busy: Uint16Array): boolean {
  let minute = first;
  for (const { duration, isPause } of durations) {
    for (let count = 0; count < duration; count++, minute++) {
      if (!open[minute]) return false;
      if (!isPause && (busy[minute] ?? 0) >= atOnce) return false;
    }
  }
  return true;
}

export function periods({
  zone,
  hours,
  from,
  to,
}: Pick<Case, "zone" | "hours" | "from" | "to">): [number, number][] {
  const first = dateAt(from, zone).subtract({ days: 2 });
  const days = Math.ceil((to - from) / 86_400) + 5;
  const all: [number, number][] = [];
  for (let index = 0; index < days; index++) {
    const date = first.add({ days: index });
    for (const [open, close] of mergeHours(hoursOn(hours, date))) {
      const start = opensAt(date, open ?? 0, zone);
      const end = closesAt(date, close ?? 0, zone);
      if (end > start) all.push(...withoutRepeats(start, end, wallTime(date, open ?? 0), zone));
    }
  }
  return all;
}

// If clocks go back to before the opening time, it is closed until they show the opening time again.
function withoutRepeats(
  start: number,
  end: number,
  opens: Temporal.PlainDateTime,
  zone: string,
): [number, number][] {
  const begun = Temporal.Instant.fromEpochMilliseconds(start * 1000).toZonedDateTimeISO(zone);
  const change = begun.getTimeZoneTransition("next");
  const at = (change?.epochMilliseconds ?? Infinity) / 1000;
  if (!change || at >= end || Temporal.PlainDateTime.compare(change.toPlainDateTime(), opens) >= 0)
    return [[start, end]];
  const again = opens.toZonedDateTime(zone, { disambiguation: "later" }).epochMilliseconds / 1000;
  return [
    [start, at],
    [again, end],
  ];
}

function hoursOn(hours: WorkingTime, date: Temporal.PlainDate): number[][] {
  const same = (each: { year?: number; month: number; day: number }) =>
    each.month === date.month && each.day === date.day && (each.year ?? date.year) === date.year;
  const pairs = (list: { workingHours: { from: number; to: number }[] }[]) =>
    list.flatMap(({ workingHours }) => workingHours.map(({ from, to }) => [from, to]));
  const specific = hours.specificDates.filter(same);
  if (specific.length > 0) return pairs(specific);
  const outcast = hours.outcastDates.filter(same);
  if (outcast.length > 0) return pairs(outcast);
  return pairs(hours.workingDays.filter(({ day }) => day === WEEKDAYS[date.dayOfWeek - 1]));
}

function mergeHours(list: number[][]): number[][] {
  const sorted = list.toSorted(([one = 0], [other = 0]) => one - other);
  const all: number[][] = [];
  for (const [from = 0, to = 0] of sorted) {
    const last = all.at(-1);
    if (last && from < (last[1] ?? 0)) last[1] = Math.max(last[1] ?? 0, to);
    else all.push([from, to]);
  }
  return all;
}

function dateAt(seconds: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate();
}

function wallTime(date: Temporal.PlainDate, minute: number): Temporal.PlainDateTime {
  return date.toPlainDateTime().add({ minutes: minute });
}

function opensAt(date: Temporal.PlainDate, minute: number, zone: string): number {
  return (
    wallTime(date, minute).toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds / 1000
  );
}

// If a clock change skips the closing time, it closes at the change, because all later clock times are after closing.
function closesAt(date: Temporal.PlainDate, minute: number, zone: string): number {
  const local = wallTime(date, minute);
  const at = local.toZonedDateTime(zone, { disambiguation: "compatible" });
  if (at.toPlainDateTime().equals(local)) return at.epochMilliseconds / 1000;
  const jump = at.add({ seconds: 1 }).getTimeZoneTransition("previous");
  return (jump ?? at).epochMilliseconds / 1000;
}
