import { MINUTE } from "#core/seconds.ts";
import type { Period } from "./hours.ts";
import type { Duration } from "./schema.ts";

/** How long an appointment takes and when the provider works, in seconds from its beginning. */
export interface Shape {
  length: number;
  /** Seconds from the beginning of one slot to that of the next. */
  step: number;
  /** When the provider is busy; the gaps are pauses. */
  work: readonly Period[];
}

/** Beginnings and ends of bookings; both lists are sorted by the beginnings. */
export interface Bookings {
  starts: readonly number[];
  ends: readonly number[];
}

interface SlotSearch {
  /** Working periods in order, at least one slot's length beyond the window on either side. */
  periods: readonly Period[];
  /** Taken times, in order and without overlap; see `takenTimes`. */
  taken: readonly Period[];
  shape: Shape;
  from: number;
  to: number;
  limit?: number;
}

/** Combines the durations of a service; adjacent work is merged. */
export function shapeOf(durations: readonly Duration[], slotInterval?: number | null): Shape {
  const work: Period[] = [];
  let length = 0;
  for (const { duration, isPause } of durations) {
    const end = length + duration * MINUTE;
    const last = work.at(-1);
    if (!isPause && last?.end === length) last.end = end;
    else if (!isPause) work.push({ start: length, end });
    length = end;
  }
  return { length, step: slotInterval ? slotInterval * MINUTE : length, work };
}

/** The times at which the limit of concurrent bookings is reached, by one pass over beginnings and ends. */
export function takenTimes({ starts, ends }: Bookings, atOnce: number): Period[] {
  const finishes = atOnce === 1 ? ends : ends.toSorted((one, other) => one - other);
  return atOnce === 1 ? unionOf(starts, finishes) : fullPeriods(starts, finishes, atOnce);
}

/**
 * Start times of the free slots in order. Each working period has its own grid from its beginning; a slot may
 * continue into an adjacent period.
 */
export function slotStarts({ periods, taken, shape, from, to, limit = Infinity }: SlotSearch): number[] {
  const { length, step, work } = shape;
  const reach = continuousEnds(periods);
  const found: number[] = [];
  let next = 0;
  for (const [index, { start, end }] of periods.entries()) {
    const latest = Math.min(end - 1, (reach[index] ?? end) - length, to - length);
    let at = start >= from ? start : start + Math.ceil((from - start) / step) * step;
    for (; at <= latest; at += step) {
      while (next < taken.length && (taken[next]?.end ?? 0) <= at) next++;
      if (!isFree(taken, next, work, at)) continue;
      found.push(at);
      if (found.length >= limit) return found;
    }
  }
  return found;
}

/** Whether a time is wholly within working time. */
export function isWorkingTime(periods: readonly Period[], start: number, end: number): boolean {
  const reach = continuousEnds(periods);
  return periods.some((period, index) => period.start <= start && end <= (reach[index] ?? 0));
}

export function isFree(
  taken: readonly Period[],
  first: number,
  work: readonly Period[],
  at: number,
): boolean {
  let index = first;
  for (const { start, end } of work) {
    while (index < taken.length && (taken[index]?.end ?? 0) <= at + start) index++;
    if ((taken[index]?.start ?? Infinity) < at + end) return false;
  }
  return true;
}

// For each period, the end of the working time that continues from it through adjacent periods.
function continuousEnds(periods: readonly Period[]): number[] {
  const reach = periods.map(({ end }) => end);
  for (let index = periods.length - 2; index >= 0; index--) {
    const meets = (periods[index + 1]?.start ?? Infinity) <= (reach[index] ?? 0);
    if (meets) reach[index] = Math.max(reach[index] ?? 0, reach[index + 1] ?? 0);
  }
  return reach;
}

function unionOf(starts: readonly number[], ends: readonly number[]): Period[] {
  const all: Period[] = [];
  let last: Period | undefined;
  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (last && start <= last.end) {
      if (end > last.end) last.end = end;
    } else {
      last = { start, end };
      all.push(last);
    }
  }
  return all;
}

function fullPeriods(starts: readonly number[], finishes: readonly number[], atOnce: number): Period[] {
  const all: Period[] = [];
  let under = 0;
  let finish = 0;
  let since = 0;
  for (const start of starts) {
    for (; (finishes[finish] ?? Infinity) <= start; finish++) {
      if (under-- === atOnce) pushMerged(all, since, finishes[finish] ?? 0);
    }
    if (++under === atOnce) since = start;
  }
  for (; finish < finishes.length; finish++) {
    if (under-- === atOnce) pushMerged(all, since, finishes[finish] ?? 0);
  }
  return all;
}

function pushMerged(all: Period[], start: number, end: number): void {
  const last = all.at(-1);
  if (last && last.end === start) last.end = end;
  else if (end > start) all.push({ start, end });
}
