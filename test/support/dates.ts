export const FUTURE_YEAR = new Date().getUTCFullYear() + 5;

/**
 * A time in seconds after every clock of a run: the first Monday of March in five years, 00:00 UTC. No clock
 * changes are near, and the month has 31 days.
 */
export const FUTURE = firstMondayOfMarch(FUTURE_YEAR);

/** The UTC date of a time: `2026-03-02`. */
export function dateAt(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

export function partsAt(seconds: number): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = dateAt(seconds).split("-").map(Number);
  return { year, month, day };
}

function firstMondayOfMarch(year: number): number {
  const weekday = new Date(Date.UTC(year, 2, 1)).getUTCDay();
  return Date.UTC(year, 2, 1 + ((8 - weekday) % 7)) / 1000;
}
