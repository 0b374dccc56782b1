// Names of figure rows: family and kind first, then the day, so that the rows of a range are adjacent.

import { DAY, HOUR } from "#core/seconds.ts";
import type { FamilyName } from "./schema.ts";

export interface RowName {
  date: string;
  isTest: boolean;
  market: string;
  currency: string;
  /** Only for a split. */
  id: string | undefined;
}

type GroupName = Omit<RowName, "id">;

/** Prefix of the names of day rows. */
export function dayRowKind(family: FamilyName): string {
  return `${family}|d`;
}

export function hourRowKind(family: FamilyName): string {
  return `${family}|h`;
}

export function splitRowKind(family: FamilyName, split: string): string {
  return `${family}|s|${split}`;
}

export function rowName(kind: string, { date, isTest, market, currency }: GroupName, id?: string): string {
  const group = [kind, date, isTest ? "t" : "l", market, currency].join("|");
  return id === undefined ? group : `${group}|${id}`;
}

/** The parts of a row's name. */
export function parseRowName(kind: string, name: string): RowName {
  const [date = "", mark = "", market = "", currency = "", ...rest] = name.slice(kind.length + 1).split("|");
  return { date, isTest: mark === "t", market, currency, id: rest.length > 0 ? rest.join("|") : undefined };
}

/** The first and last row name of a kind between two dates. */
export function rowNameRange(kind: string, from: string, to: string): [string, string] {
  return [`${kind}|${from}|`, `${kind}|${to}|\u{10FFFF}`];
}

/** Facts may come two days late, and zones end a day up to 12 hours after UTC. */
const DAY_CLOSE_DELAY = 2 * DAY + 12 * HOUR;

/** Second after which a row gets no more facts, in any zone. */
export function closesAt(row: string): number | undefined {
  const date = /\|(\d{4}-\d\d-\d\d)\|/.exec(row)?.[1];
  return date === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / 1000 + DAY + DAY_CLOSE_DELAY;
}

/** The name of an hour's measure in the row that has all hours of a day. */
export function hourMeasureName(hour: number, measure: string): string {
  return `${String(hour).padStart(2, "0")}.${measure}`;
}

/** The row that counts the records of each kind. */
export const RECORDS_ROW = "records";
