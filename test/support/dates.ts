/** The year of `FUTURE`. */
export const FUTURE_YEAR = new Date().getUTCFullYear() + 5;

/**
 * Seconds of a moment that lies ahead of every clock of a run: the first Monday of March five years on, 00:00 UTC. No
 * clocks change near it, and the month has 31 days.
 */
export const FUTURE = firstMondayOfMarch(FUTURE_YEAR);

/** The date of a moment in UTC: `2026-03-02`. */
export function dateAt(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The same in parts. */
export function partsAt(seconds: number): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = dateAt(seconds).split("-").map(Number);
  return { year, month, day };
}

function firstMondayOfMarch(year: number): number {
  const weekday = new Date(Date.UTC(year, 2, 1)).getUTCDay();
  return Date.UTC(year, 2, 1 + ((8 - weekday) % 7)) / 1000;
}
