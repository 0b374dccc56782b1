/** In seconds, which is the unit of every time and duration in the backend. */
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
