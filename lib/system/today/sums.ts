import { HOUR, MINUTE } from "#core/seconds.ts";
import { aggregate, type Contributions } from "#core/sums/declaration.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import { reservationSumSource } from "#lib/booking/reservations/sum-contributions.ts";
import { levelSumSource } from "#lib/commerce/inventory/sum-contributions.ts";
import { orderSumSource } from "#lib/commerce/orders/sum-contributions.ts";
import { toDoOf } from "#lib/commerce/orders/view.ts";
import { publicationSumSource } from "#lib/engagement/social/sum-contributions.ts";
import { isOpen, isWaiting } from "#lib/engagement/support/schema.ts";
import { conversationSumSource } from "#lib/engagement/support/sum-contributions.ts";
import { TO_DO_SUMS } from "./definition.ts";

/** The row of all that waits, whatever day it is. */
export const WORK = "work";
/** Seconds of a row of appointments: a day is read in seven or eight, none of which grows above a few KB. */
const SPAN = 4 * HOUR;

/** What a store has to do and what begins when, by the minute of UTC: a change of the time zone recounts nothing. */
export const toDoSums = aggregate({
  ...TO_DO_SUMS,
  sources: [
    orderSumSource((order) => work(toDoOf(order))),
    reservationSumSource(beginnings),
    levelSumSource(({ available, low_at }) => work(low_at !== null && available <= low_at ? ["low"] : [])),
    conversationSumSource((conversation) => {
      const { assigned_account_id: whose } = conversation;
      return work([
        ...(isWaiting(conversation) ? ["waiting"] : []),
        ...(whose !== null && isOpen(conversation) ? [assignedMeasure(whose)] : []),
      ]);
    }),
    publicationSumSource(({ status }) => work(status === "failed" ? ["failed"] : [])),
  ],
});

/** The measure of open conversations that somebody takes care of. */
export function assignedMeasure(accountId: string): string {
  return `mine:${accountId}`;
}

/** The rows of what begins between two moments. */
export function appointmentRowsBetween(from: number, to: number): string[] {
  const first = Math.floor(from / SPAN);
  const count = Math.floor((to - 1) / SPAN) - first + 1;
  return Array.from({ length: count }, (_, index) => spanOf(first + index));
}

/** When the appointments of a row's measures begin, and how many at each moment. */
export function appointmentStarts(row: string, measures: Readonly<Record<string, number>>) {
  const start = Number(row.slice(PREFIX.length)) * SPAN;
  return Object.entries(measures).map(([minute, count]) => ({
    at: start + Number(minute.slice(1)) * MINUTE,
    count,
  }));
}

const PREFIX = "begins:";
const spanOf = (index: number) => `${PREFIX}${index}`;

function work(measures: readonly string[]): Contributions {
  return measures.length > 0 ? { [WORK]: Object.fromEntries(measures.map((name) => [name, 1])) } : {};
}

function beginnings({ status, parts }: Reservation): Contributions {
  if (status === "PENDING") return { [WORK]: { requests: parts.length } };
  if (status !== "CONFIRMED" && status !== "COMPLETED" && status !== "NO_SHOW") return {};
  const rows: Record<string, Record<string, number>> = {};
  for (const { startTime } of parts) {
    const index = Math.floor(startTime / SPAN);
    const minute = `m${Math.floor((startTime - index * SPAN) / MINUTE)}`;
    const row = rows[spanOf(index)] ?? {};
    rows[spanOf(index)] = { ...row, [minute]: (row[minute] ?? 0) + 1 };
  }
  return rows;
}
