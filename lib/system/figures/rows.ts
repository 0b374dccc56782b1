// What the rows of figures are called: by family and what they are, then by day, so that those of a range lie together.

import { DAY, HOUR } from "#core/seconds.ts";
import type { FamilyName } from "./schema.ts";

/** What a row is of. */
export interface RowName {
  date: string;
  isTest: boolean;
  market: string;
  currency: string;
  /** Of a split. */
  id: string | undefined;
}

type Of = Omit<RowName, "id">;

/** Where the rows of days lie, those of the hours of days, and those of a split. */
export function dayRowKind(family: FamilyName): string {
  return `${family}|d`;
}

export function hourRowKind(family: FamilyName): string {
  return `${family}|h`;
}

export function splitRowKind(family: FamilyName, split: string): string {
  return `${family}|s|${split}`;
}

export function rowName(kind: string, { date, isTest, market, currency }: Of, id?: string): string {
  const group = [kind, date, isTest ? "t" : "l", market, currency].join("|");
  return id === undefined ? group : `${group}|${id}`;
}

/** What a row of a kind is of, by its name. */
export function parseRowName(kind: string, name: string): RowName {
  const [date = "", mark = "", market = "", currency = "", ...rest] = name.slice(kind.length + 1).split("|");
  return { date, isTest: mark === "t", market, currency, id: rest.length > 0 ? rest.join("|") : undefined };
}

/** First and last name of the rows of a kind between two dates. */
export function rowNameRange(kind: string, from: string, to: string): [string, string] {
  return [`${kind}|${from}|`, `${kind}|${to}|\u{10FFFF}`];
}

/** Seconds for which late facts come to a day that is over, and by which the end of a day may be later than that of UTC. */
const LATE = 2 * DAY + 12 * HOUR;

/** Second from which the day of a row is over, whatever the clocks. */
export function overAt(row: string): number | undefined {
  const date = /\|(\d{4}-\d\d-\d\d)\|/.exec(row)?.[1];
  return date === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / 1000 + DAY + LATE;
}

/** What a measure of an hour is called among those of its day. */
export function hourMeasure(hour: number, measure: string): string {
  return `${String(hour).padStart(2, "0")}.${measure}`;
}

/** The row that says how many records of each kind have facts. */
export const RECORDS = "records";
