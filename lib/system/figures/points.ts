import { HOUR } from "#core/seconds.ts";
import { dayOfDate, localTimestamp, plusDays } from "./days.ts";
import type { Family } from "./family.ts";
import { type FiguresRequest, mondayOf, plusMonths } from "./figures-request.ts";
import type { FigurePoint } from "./schema.ts";
import { type Row, sumHours, totalOfRows } from "./sums.ts";

interface Period {
  from: string;
  to: string;
  isCut: boolean;
}

/** The points of a range by day, week or month, without gaps; otherwise null. */
export function pointsOf(
  { derive }: Pick<Family, "derive">,
  request: Pick<FiguresRequest, "from" | "to" | "by" | "today">,
  zone: string,
  days: readonly Row[],
  now: number,
): FigurePoint[] | null {
  if (request.by === "total" || request.by === "hour") return null;
  return periodsOf(request).map(({ from, to, isCut }) => {
    const [starts_at, ends_at] = [dayOfDate(zone, from).from, dayOfDate(zone, to).to];
    const own = days.filter(({ date }) => date >= from && date <= to);
    const partial = isCut || ends_at > now;
    return {
      from,
      to,
      starts_at,
      ends_at,
      local: localTimestamp(zone, starts_at),
      partial,
      values: derive(totalOfRows(own)),
    };
  });
}

/** The hours of a day that have begun. */
export function hourPoints(
  { derive }: Pick<Family, "derive">,
  { date, zone }: { date: string; zone: string },
  hours: readonly Row[],
  now: number,
): FigurePoint[] {
  const day = dayOfDate(zone, date);
  const count = Math.ceil((Math.min(day.to, now + 1) - day.from) / HOUR);
  return Array.from({ length: Math.max(0, count) }, (_, hour): FigurePoint => {
    const starts_at = day.from + hour * HOUR;
    const ends_at = Math.min(day.to, starts_at + HOUR);
    const own = hours.filter((row) => row.date === date).map((row) => sumHours(row, hour, hour + 1));
    const local = localTimestamp(zone, starts_at);
    return {
      from: date,
      to: date,
      starts_at,
      ends_at,
      local,
      partial: ends_at > now,
      values: derive(totalOfRows(own)),
    };
  });
}

function periodsOf({ from, to, by }: Pick<FiguresRequest, "from" | "to" | "by">): Period[] {
  const found: Period[] = [];
  for (let at = from; at <= to; ) {
    const [first, last] = periodAround(at, by);
    const end = last < to ? last : to;
    found.push({ from: at, to: end, isCut: first < at || last > end });
    at = plusDays(end, 1);
  }
  return found;
}

function periodAround(date: string, by: FiguresRequest["by"]): [from: string, to: string] {
  if (by === "week") return [mondayOf(date), plusDays(mondayOf(date), 6)];
  if (by !== "month") return [date, date];
  const first = `${date.slice(0, 7)}-01`;
  return [first, plusDays(plusMonths(first, 1), -1)];
}
