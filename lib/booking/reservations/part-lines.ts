// The history of parts, for reports: when each was booked, moved and cancelled, and by whom.

import type { Part, PartLine, Reservation, Status } from "./schema.ts";
import { holdsTime, timesKey } from "./states.ts";

/** Most moves that are recorded of one reservation. */
const MAX_MOVES = 100;

/** A reservation that is held for a payment is not booked yet. */
function isBooked(status: string): boolean {
  return status !== "CREATED" && status !== "CANCELLED" && status !== "FAILED";
}

type ChangedBy = Pick<PartLine, "by" | "at">;

/**
 * Adds the part lines of a change; none is ever removed.
 *
 * @param before the parts before the change
 */
export function addPartLines(
  known: readonly PartLine[],
  before: readonly Part[],
  { status, parts }: { status: Status; parts: readonly Part[] },
  by: ChangedBy,
): PartLine[] {
  const isNow = new Map(parts.map((part) => [part.id, part]));
  const was = new Map(before.map((part) => [part.id, part]));
  const stand = new Set(bookedPartIds(known));
  const fresh = isBooked(status) ? parts.filter(({ id }) => !stand.has(id)) : [];
  const gone = before.filter(({ id }) => stand.has(id) && !(holdsTime(status) && isNow.has(id)));
  const room = MAX_MOVES - known.filter(({ is }) => is === "moved").length;
  const moved = parts.filter((part) => stand.has(part.id) && isMoved(part, was.get(part.id)));
  // Nobody cancels a reservation that fails, so the line names the system.
  const end: ChangedBy = status === "FAILED" ? { ...by, by: "system" } : by;
  return [
    ...known,
    ...fresh.map((part) => partLine(part, "booked", by)),
    ...moved.slice(0, Math.max(0, room)).map((part) => partLine(part, "moved", by)),
    ...gone.map((part) => partLine(part, "cancelled", end)),
  ];
}

/** The part lines of a reservation; for one from before they were stored, they come from its statuses. */
export function partLinesOf(reservation: Reservation): PartLine[] {
  const { part_lines, statuses, status, parts, cancelled_by, updatedAt } = reservation;
  if (part_lines.length > 0) return part_lines;
  const first = statuses.find((each) => isBooked(each.status));
  if (!first) return [];
  const by = changedBy(reservation, first);
  const booked = parts.map((part) => partLine(part, "booked", { by, at: first.timestamp }));
  if (holdsTime(status)) return booked;
  const at = statuses.findLast((each) => each.status === status)?.timestamp ?? updatedAt;
  const end: ChangedBy = { by: cancelled_by ?? "system", at };
  return [...booked, ...parts.map((part) => partLine(part, "cancelled", end))];
}

/** When the first part was booked; null if none ever was. */
export function bookedAt(reservation: Reservation): number | null {
  return partLinesOf(reservation)[0]?.at ?? null;
}

function changedBy(
  { customerId }: Reservation,
  { changedBy: who, userId }: Reservation["statuses"][number],
): PartLine["by"] {
  return who === "USER" && userId !== customerId ? "staff" : "customer";
}

/** Ids of the parts that are booked according to the lines. */
function bookedPartIds(lines: readonly PartLine[]): string[] {
  const last = new Map(lines.map(({ part_id, is }) => [part_id, is]));
  return [...last].flatMap(([id, is]) => (is === "cancelled" ? [] : [id]));
}

function isMoved(part: Part, before: Part | undefined): boolean {
  return before !== undefined && timesKey([part]) !== timesKey([before]);
}

function partLine(part: Part, is: PartLine["is"], { by, at }: ChangedBy): PartLine {
  const { id: part_id, serviceId: service_id, providerId: provider_id, startTime: start, price } = part;
  return { part_id, is, at, by, service_id, provider_id, start, price };
}
