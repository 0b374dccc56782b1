/** Durations in seconds, the unit of every time and duration whose name has no other unit. */
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
