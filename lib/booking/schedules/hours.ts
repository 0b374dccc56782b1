import { DAY, MINUTE } from "#core/seconds.ts";
import {
  type SpecificDate,
  type SpecificDateInput,
  WEEKDAYS,
  type WorkingTime,
  type WorkingTimeInput,
} from "./schema.ts";
import { instantOf, localTime, type Span, zoneSpans } from "./zone.ts";

/** A time in seconds; `end` is exclusive. */
export interface Period {
  start: number;
  end: number;
}

interface MinuteRange {
  from: number;
  to: number;
}

/**
 * The working periods that touch a window, in order. Overlapping periods of a day are merged. Adjacent ones
 * stay separate, because slots are counted from the beginning of each.
 */
export function workingPeriods(hours: WorkingTime, zone: string, from: number, to: number): Period[] {
  const spans = zoneSpans(zone, from - 2 * DAY, to + 2 * DAY);
  const first = Math.floor(localTime(spans, from) / DAY) - 1;
  const last = Math.floor(localTime(spans, to) / DAY) + 1;
  const minutesOf = hoursByDay(hours, first, last);
  const periods: Period[] = [];
  for (let day = first; day <= last; day++) {
    for (const minutes of minutesOf(day)) {
      for (const period of periodsOf(spans, day, minutes)) {
        if (period.end > from && period.start < to) periods.push(period);
      }
    }
  }
  return periods;
}

type Hours = Record<keyof WorkingTime, readonly unknown[]>;

export function hasHours<T extends Hours>(hours: T | undefined): hours is T {
  return (
    hours !== undefined &&
    hours.workingDays.length + hours.outcastDates.length + hours.specificDates.length > 0
  );
}

/**
 * Applies hours of a request. A date in seconds that is midnight in UTC means that date; any other time means its
 * local day in `zone`.
 */
export function mergeHours(before: WorkingTime, input: WorkingTimeInput, zone: string): WorkingTime {
  return {
    workingDays: input.workingDays ?? before.workingDays,
    outcastDates: input.outcastDates ?? before.outcastDates,
    specificDates: input.specificDates?.map((date) => dateFrom(date, zone)) ?? before.specificDates,
  };
}

function dateFrom(input: SpecificDateInput, zone: string): SpecificDate {
  if (!("date" in input)) return { ...input, date: midnight(input.year, input.month, input.day) };
  const { date, workingHours } = input;
  const spans = zoneSpans(zone, date, date + DAY);
  const local = new Date((date % DAY === 0 ? date : localTime(spans, date)) * 1000);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
  return { year, month, day, date: midnight(year, month, day), workingHours };
}

function midnight(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 1000;
}

// If clocks go back to before the opening time, the provider is closed until they show the opening time again.
function periodsOf(spans: readonly Span[], day: number, { from, to }: MinuteRange): Period[] {
  const opens = day * DAY + from * MINUTE;
  const end = instantOf(spans, day * DAY + to * MINUTE, true);
  let start = instantOf(spans, opens);
  const periods: Period[] = [];
  for (const [index, { to: change }] of spans.entries()) {
    if (change <= start || change >= end) continue;
    const resumes = opens - (spans[index + 1]?.offset ?? 0);
    if (resumes <= change) continue;
    periods.push({ start, end: change });
    start = resumes;
  }
  if (start < end) periods.push({ start, end });
  return periods;
}

function hoursByDay(hours: WorkingTime, first: number, last: number): (day: number) => MinuteRange[] {
  const weekly = WEEKDAYS.map((name) =>
    mergeMinutes(
      hours.workingDays.filter(({ day }) => day === name).flatMap(({ workingHours }) => workingHours),
    ),
  );
  const dates = new Map<number, MinuteRange[]>();
  const years = [...new Set([yearOf(first), yearOf(last)])];
  for (const { month, day, workingHours } of hours.outcastDates) {
    for (const year of years) addHours(dates, year, month, day, workingHours);
  }
  const specific = new Map<number, MinuteRange[]>();
  for (const { year, month, day, workingHours } of hours.specificDates) {
    addHours(specific, year, month, day, workingHours);
  }
  if (dates.size + specific.size === 0) return (day) => weekly[weekdayOf(day)] ?? [];
  return (day) => mergeMinutes(specific.get(day) ?? dates.get(day) ?? weekly[weekdayOf(day)] ?? []);
}

// Day 0 is 1970-01-01, which was a Thursday, the day with index 4.
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function addHours(
  into: Map<number, MinuteRange[]>,
  year: number,
  month: number,
  day: number,
  hours: MinuteRange[],
) {
  const date = new Date(Date.UTC(year, month - 1, day));
  // February 29 does not exist in most years.
  if (date.getUTCMonth() !== month - 1) return;
  const index = date.getTime() / 1000 / DAY;
  into.set(index, [...(into.get(index) ?? []), ...hours]);
}

function yearOf(day: number): number {
  return new Date(day * DAY * 1000).getUTCFullYear();
}

function mergeMinutes(list: MinuteRange[]): MinuteRange[] {
  if (list.length < 2) return list;
  const all: MinuteRange[] = [];
  for (const { from, to } of list.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}
