import type { Schemas } from "#console/shared/api/types.ts";

export type WorkingTime = Schemas["WorkingTime"];
export type Hours = WorkingTime["workingDays"][number]["workingHours"][number];
export type Day = WorkingTime["workingDays"][number]["day"];

export const DAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const satisfies readonly Day[];
export const DEFAULT_HOURS: Hours = { from: 9 * 60, to: 17 * 60 };
const MIDNIGHT = 24 * 60;

/** A date whose hours differ from those of its weekday. */
export interface OtherDay {
  /** The date as `2026-12-24`. */
  date: string;
  yearly: boolean;
  hours: Hours[];
}

/** Minutes after midnight as `HH:MM`; the end of the day is 00:00. */
export function clockOf(minutes: number): string {
  const within = minutes % MIDNIGHT;
  return `${String(Math.floor(within / 60)).padStart(2, "0")}:${String(within % 60).padStart(2, "0")}`;
}

export function minutesOf(clock: string, isEnd: boolean): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  const all = hours * 60 + minutes;
  return isEnd && all === 0 ? MIDNIGHT : all;
}

export function weekOf({ workingDays }: WorkingTime): Record<Day, Hours[]> {
  const hoursOn = (day: Day) =>
    workingDays.filter((each) => each.day === day).flatMap((each) => each.workingHours);
  return Object.fromEntries(DAYS.map((day) => [day, hoursOn(day)])) as Record<Day, Hours[]>;
}

export function otherDaysOf({ outcastDates, specificDates }: WorkingTime, year: number): OtherDay[] {
  return [
    ...specificDates.map(({ year: own, month, day, workingHours }) => ({
      date: dateText(own, month, day),
      yearly: false,
      hours: workingHours,
    })),
    ...outcastDates.map(({ month, day, workingHours }) => ({
      date: dateText(year, month, day),
      yearly: true,
      hours: workingHours,
    })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
}

function dateText(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Turns the values of the form into a request. */
export function workingTimeOf(week: Readonly<Record<string, unknown>>, others: readonly OtherDay[]) {
  const parts = others.map(({ date, yearly, hours }) => {
    const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
    return { year, month, day, yearly, workingHours: hours };
  });
  return {
    workingDays: DAYS.flatMap((day) => {
      const hours = week[day] as Hours[] | undefined;
      return hours && hours.length > 0 ? [{ day, workingHours: hours }] : [];
    }),
    outcastDates: parts
      .filter(({ yearly }) => yearly)
      .map(({ month, day, workingHours }) => ({ month, day, workingHours })),
    specificDates: parts
      .filter(({ yearly }) => !yearly)
      .map(({ year, month, day, workingHours }) => ({ year, month, day, workingHours })),
  };
}
