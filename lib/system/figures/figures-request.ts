import { invalidField } from "#core/errors.ts";
import { HOUR } from "#core/seconds.ts";
import {
  dateOfDayNumber,
  dayAt,
  dayNumber,
  dayOfDate,
  daysBetween,
  type LocalDay,
  plusDays,
} from "./days.ts";
import type { Family } from "./family.ts";
import type { FiguresQuery, RangeName, Step } from "./schema.ts";

/** Limits of a range: days by day, months by week or month, and days of a split that is not of whole months. */
const MAX_DAYS = 400;
const MAX_MONTHS = 60;
const MAX_SPLIT_DAYS = 92;

export interface DateRange {
  from: string;
  to: string;
}

/** The parameters of a request, as days in the store's time zone. */
export interface FiguresRequest extends DateRange {
  today: LocalDay;
  by: Step;
  before: DateRange | null;
  /**
   * Full hours of today, if the range ends today: the compared range then ends after as many hours of its last day.
   */
  hours: number | null;
  split: string | undefined;
  sort: string;
  limit: number;
}

/** Parses the parameters for a family; throws a 400 that names the wrong one. */
export function parseFiguresRequest(
  family: Family,
  query: FiguresQuery,
  zone: string,
  now: number,
): FiguresRequest {
  const today = dayAt(zone, now);
  const { from, to, name } = rangeOf(query, today.date, family.ahead);
  checkFilters(family, query);
  const by = query.split ? "total" : stepOf(query, { from, to }, today.date);
  if (query.split) checkSplit({ from, to });
  const endsToday = to === today.date;
  const compare = query.compare ?? "before";
  return {
    from,
    to,
    today,
    by,
    before:
      compare === "none"
        ? null
        : compare === "before"
          ? previousRange({ from, to }, name)
          : yearBefore({ from, to }),
    hours: endsToday ? Math.floor((now - today.from) / HOUR) : null,
    split: query.split,
    sort: sortOf(family, query),
    limit: query.limit ?? 10,
  };
}

/** When the compared range ends within its last day; null if it includes the whole day. */
export function comparisonEnd(zone: string, { before, hours }: FiguresRequest): number | null {
  if (!before || hours === null) return null;
  const { from, to } = dayOfDate(zone, before.to);
  const until = from + hours * HOUR;
  return until < to ? until : null;
}

function rangeOf(
  { range, from, to }: FiguresQuery,
  today: string,
  ahead: number,
): DateRange & { name: RangeName | undefined } {
  if (range !== undefined && (from !== undefined || to !== undefined))
    throw invalidField("range", "stands beside from and to. Send one of them");
  if (from === undefined && to === undefined) {
    const name = range ?? "30d";
    return { ...namedRange(name, today), name };
  }
  if (from === undefined) throw invalidField("from", "is needed beside to");
  if (to === undefined) throw invalidField("to", "is needed beside from");
  if (to < from) throw invalidField("to", "is before from");
  // Later days have nothing to show yet.
  const end = plusDays(today, ahead);
  const last = to > end ? end : to;
  return { from: from > last ? last : from, to: last, name: undefined };
}

function namedRange(name: RangeName, today: string): DateRange {
  const since = (days: number) => ({ from: plusDays(today, 1 - days), to: today });
  const month = `${today.slice(0, 7)}-01`;
  const year = Number(today.slice(0, 4));
  switch (name) {
    case "today":
      return since(1);
    case "yesterday":
      return { from: plusDays(today, -1), to: plusDays(today, -1) };
    case "7d":
      return since(7);
    case "30d":
      return since(30);
    case "90d":
      return since(90);
    case "week":
      return { from: mondayOf(today), to: today };
    case "month":
      return { from: month, to: today };
    case "quarter":
      return { from: plusMonths(month, -((Number(today.slice(5, 7)) - 1) % 3)), to: today };
    case "year":
      return { from: `${year}-01-01`, to: today };
    case "last_month":
      return { from: plusMonths(month, -1), to: plusDays(month, -1) };
    case "last_year":
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

const PERIOD_MONTHS: Partial<Record<RangeName, number>> = { month: 1, quarter: 3, year: 12 };

/** The previous range of this length; for a current week, month, quarter or year, the previous one's first days. */
function previousRange({ from, to }: DateRange, name: RangeName | undefined): DateRange {
  const days = daysBetween(from, to);
  if (name === "week") return { from: plusDays(from, -7), to: plusDays(to, -7) };
  const months = name && PERIOD_MONTHS[name];
  if (months === undefined) return { from: plusDays(from, -1 - days), to: plusDays(from, -1) };
  const first = plusMonths(from, -months);
  const last = plusDays(first, days);
  return { from: first, to: last < from ? last : plusDays(from, -1) };
}

function yearBefore({ from, to }: DateRange): DateRange {
  return { from: plusMonths(from, -12), to: plusMonths(to, -12) };
}

/** A date some months away, on that month's last day where the day does not exist. */
export function plusMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${String(Math.min(day, last)).padStart(2, "0")}`;
}

export function mondayOf(date: string): string {
  const number = dayNumber(date);
  // 1970-01-01 was a Thursday.
  return dateOfDayNumber(number - ((number + 3) % 7));
}

function stepOf({ by }: FiguresQuery, { from, to }: DateRange, today: string): Step {
  const days = daysBetween(from, to) + 1;
  const months = monthsIn({ from, to });
  if (by === undefined) return days <= MAX_SPLIT_DAYS ? "day" : months <= MAX_MONTHS ? "month" : "total";
  if (by === "hour" && (days > 1 || daysBetween(from, today) >= MAX_DAYS))
    throw invalidField("by", `hour is for one day of the last ${MAX_DAYS}`);
  if (by === "day" && days > MAX_DAYS) throw invalidField("by", `day is for at most ${MAX_DAYS} days`);
  if ((by === "week" || by === "month") && months > MAX_MONTHS)
    throw invalidField("by", `${by} is for at most ${MAX_MONTHS} months`);
  return by;
}

function checkSplit({ from, to }: DateRange): void {
  const days = daysBetween(from, to) + 1;
  const isWhole = from.endsWith("-01") && plusDays(to, 1).endsWith("-01") && monthsIn({ from, to }) <= 12;
  if (days <= MAX_SPLIT_DAYS || isWhole) return;
  throw invalidField("split", `is for 1 to ${MAX_SPLIT_DAYS} days, or for whole months up to a year`);
}

function monthsIn({ from, to }: DateRange): number {
  const [one = 0, other = 0] = [from, to].map(
    (date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)),
  );
  return other - one + 1;
}

function checkFilters({ name, isMoney, splits }: Family, { market, currency, split }: FiguresQuery): void {
  const names = Object.keys(splits);
  if (split !== undefined && !names.includes(split))
    throw invalidField("split", `is one of ${names.join(", ")}`);
  for (const [field, sent] of Object.entries({ market, currency }))
    if (sent !== undefined && !isMoney) throw invalidField(field, `does not tell ${name} apart`);
}

/** The measures that a split shows; without a split, all of the family. */
export function measuresOf({ splits, shown }: Family, split: string | undefined): readonly string[] {
  return (split === undefined ? undefined : splits[split]) ?? shown;
}

function sortOf(family: Family, { sort, split }: FiguresQuery): string {
  const names = measuresOf(family, split);
  if (sort === undefined) return names[0] ?? "";
  if (!names.includes(sort) && !family.others?.test(sort))
    throw invalidField("sort", `is one of ${names.join(", ")}`);
  return sort;
}
