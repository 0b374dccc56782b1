// What figures need of a reservation's parts: when each was booked, moved and cancelled, and by whom.

import type { Part, PartLine, Reservation, Status } from "./schema.ts";
import { holdsTime, timesKey } from "./states.ts";

/** Moves that are noted of one reservation. */
const MOVES = 100;

/** Whether a reservation of this status is booked: one that is held until it is paid is not yet. */
function isBooked(status: string): boolean {
  return status !== "CREATED" && status !== "CANCELLED" && status !== "FAILED";
}

type By = Pick<PartLine, "by" | "at">;

/**
 * The lines of a reservation's parts with what a change of it adds: none is ever taken back.
 *
 * @param before its parts until now
 */
export function addPartLines(
  known: readonly PartLine[],
  before: readonly Part[],
  { status, parts }: { status: Status; parts: readonly Part[] },
  by: By,
): PartLine[] {
  const isNow = new Map(parts.map((part) => [part.id, part]));
  const was = new Map(before.map((part) => [part.id, part]));
  const stand = new Set(standing(known));
  const fresh = isBooked(status) ? parts.filter(({ id }) => !stand.has(id)) : [];
  const gone = before.filter(({ id }) => stand.has(id) && !(holdsTime(status) && isNow.has(id)));
  const room = MOVES - known.filter(({ is }) => is === "moved").length;
  const moved = parts.filter((part) => stand.has(part.id) && isElsewhere(part, was.get(part.id)));
  // What fails was cancelled by nobody.
  const end: By = status === "FAILED" ? { ...by, by: "system" } : by;
  return [
    ...known,
    ...fresh.map((part) => lineOf(part, "booked", by)),
    ...moved.slice(0, Math.max(0, room)).map((part) => lineOf(part, "moved", by)),
    ...gone.map((part) => lineOf(part, "cancelled", end)),
  ];
}

/** The lines of a reservation; of one from before they were kept they follow from its statuses. */
export function partLinesOf(reservation: Reservation): PartLine[] {
  const { part_lines, statuses, status, parts, cancelled_by, updatedAt } = reservation;
  if (part_lines.length > 0) return part_lines;
  const first = statuses.find((each) => isBooked(each.status));
  if (!first) return [];
  const by = changedBy(reservation, first);
  const booked = parts.map((part) => lineOf(part, "booked", { by, at: first.timestamp }));
  if (holdsTime(status)) return booked;
  const at = statuses.findLast((each) => each.status === status)?.timestamp ?? updatedAt;
  const end: By = { by: cancelled_by ?? "system", at };
  return [...booked, ...parts.map((part) => lineOf(part, "cancelled", end))];
}

/** When the first of its parts was booked; null of one that never was. */
export function bookedAt(reservation: Reservation): number | null {
  return partLinesOf(reservation)[0]?.at ?? null;
}

function changedBy(
  { customerId }: Reservation,
  { changedBy: who, userId }: Reservation["statuses"][number],
): PartLine["by"] {
  return who === "USER" && userId !== customerId ? "staff" : "customer";
}

/** Ids of the parts that are booked by what was noted. */
function standing(lines: readonly PartLine[]): string[] {
  const last = new Map(lines.map(({ part_id, is }) => [part_id, is]));
  return [...last].flatMap(([id, is]) => (is === "cancelled" ? [] : [id]));
}

function isElsewhere(part: Part, before: Part | undefined): boolean {
  return before !== undefined && timesKey([part]) !== timesKey([before]);
}

function lineOf(part: Part, is: PartLine["is"], { by, at }: By): PartLine {
  const { id: part_id, serviceId: service_id, providerId: provider_id, startTime: start, price } = part;
  return { part_id, is, at, by, service_id, provider_id, start, price };
}
