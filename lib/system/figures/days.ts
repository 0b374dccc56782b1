import { DAY } from "#core/seconds.ts";
import { instantOf, localTime, type Span, zoneSpans } from "#lib/booking/schedules/zone.ts";

/** A day in a time zone as `YYYY-MM-DD`, with its seconds; the end is exclusive. */
export interface LocalDay {
  date: string;
  from: number;
  to: number;
}

/** The day in a time zone at a time. */
export function dayAt(zone: string, at: number): LocalDay {
  const spans = spansAround(zone, at, at);
  return dayOf(spans, Math.floor(localTime(spans, at) / DAY));
}

export function dayOfDate(zone: string, date: string): LocalDay {
  const number = dayNumber(date);
  return dayOf(spansAround(zone, number * DAY, number * DAY), number);
}

export function plusDays(date: string, days: number): string {
  return dateOfDayNumber(dayNumber(date) + days);
}

export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** A time with its local offset: `2026-10-25T02:00+01:00`. */
export function localTimestamp(zone: string, at: number): string {
  const spans = spansAround(zone, at, at);
  const local = localTime(spans, at);
  const offset = local - at;
  const [sign, away] = [offset < 0 ? "-" : "+", Math.abs(Math.round(offset / 60))];
  const two = (number: number) => String(number).padStart(2, "0");
  const clock = new Date(local * 1000).toISOString().slice(0, 16);
  return `${clock}${sign}${two(Math.floor(away / 60))}:${two(away % 60)}`;
}

/** Days since 1970-01-01. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / (DAY * 1000));
}

export function dateOfDayNumber(number: number): string {
  return new Date(number * DAY * 1000).toISOString().slice(0, 10);
}

function dayOf(spans: readonly Span[], number: number): LocalDay {
  const from = instantOf(spans, number * DAY);
  return { date: dateOfDayNumber(number), from, to: instantOf(spans, (number + 1) * DAY) };
}

function spansAround(zone: string, from: number, to: number): readonly Span[] {
  return zoneSpans(zone, from - 3 * DAY, to + 3 * DAY);
}
