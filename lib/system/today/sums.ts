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

/** The row of open work, which belongs to no day. */
export const WORK_ROW = "work";
/** Seconds per row of appointments: a day has six to eight rows of at most a few KB. */
const ROW_SECONDS = 4 * HOUR;

/** Open work, and appointment starts by UTC minute, so that a change of time zone needs no recount. */
export const toDoSums = aggregate({
  ...TO_DO_SUMS,
  sources: [
    orderSumSource((order) => workContribution(toDoOf(order))),
    reservationSumSource(startContributions),
    levelSumSource(({ available, low_at }) =>
      workContribution(low_at !== null && available <= low_at ? ["low"] : []),
    ),
    conversationSumSource((conversation) => {
      const { assigned_account_id: whose } = conversation;
      return workContribution([
        ...(isWaiting(conversation) ? ["waiting"] : []),
        ...(whose !== null && isOpen(conversation) ? [assignedMeasure(whose)] : []),
      ]);
    }),
    publicationSumSource(({ status }) => workContribution(status === "failed" ? ["failed"] : [])),
  ],
});

/** The measure of the open conversations of one assignee. */
export function assignedMeasure(accountId: string): string {
  return `mine:${accountId}`;
}

/** The rows of appointments between two times. */
export function appointmentRowsBetween(from: number, to: number): string[] {
  const first = Math.floor(from / ROW_SECONDS);
  const count = Math.floor((to - 1) / ROW_SECONDS) - first + 1;
  return Array.from({ length: count }, (_, index) => rowName(first + index));
}

/** When the appointments of a row begin, and how many. */
export function appointmentStarts(row: string, measures: Readonly<Record<string, number>>) {
  const start = Number(row.slice(ROW_PREFIX.length)) * ROW_SECONDS;
  return Object.entries(measures).map(([minute, count]) => ({
    at: start + Number(minute.slice(1)) * MINUTE,
    count,
  }));
}

const ROW_PREFIX = "begins:";
const rowName = (index: number) => `${ROW_PREFIX}${index}`;

function workContribution(measures: readonly string[]): Contributions {
  return measures.length > 0 ? { [WORK_ROW]: Object.fromEntries(measures.map((name) => [name, 1])) } : {};
}

function startContributions({ status, parts }: Reservation): Contributions {
  if (status === "PENDING") return { [WORK_ROW]: { requests: parts.length } };
  if (status !== "CONFIRMED" && status !== "COMPLETED" && status !== "NO_SHOW") return {};
  const rows: Record<string, Record<string, number>> = {};
  for (const { startTime } of parts) {
    const index = Math.floor(startTime / ROW_SECONDS);
    const minute = `m${Math.floor((startTime - index * ROW_SECONDS) / MINUTE)}`;
    const row = rows[rowName(index)] ?? {};
    rows[rowName(index)] = { ...row, [minute]: (row[minute] ?? 0) + 1 };
  }
  return rows;
}
