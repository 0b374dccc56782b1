/** Seconds, as every time and length of time in the backend is counted in them. */
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
