import { HOUR, MINUTE } from "#core/seconds.ts";

/** Seconds from one try to the next; after the last of them a delivery is exhausted. */
export const RETRIES = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** Retries come later than the schedule by up to this part, so that what failed together does not come back together. */
export const JITTER = 0.1;
/** Five days of nothing but failures disable a webhook. */
export const DISABLE_AFTER = 5 * 24 * HOUR;
const MAX_WAIT = 24 * HOUR;

/**
 * When a delivery that failed is tried again, in seconds; `undefined` when it was the last time.
 *
 * @param attempts tries so far
 * @param retryAfter seconds that the endpoint asked for: a later time is taken, at most a day; an earlier one is not
 */
export function nextAttempt(
  attempts: number,
  now: number,
  retryAfter: number | undefined,
  random = Math.random(),
): number | undefined {
  const wait = RETRIES[attempts - 1];
  if (wait === undefined) return undefined;
  const scheduled = wait * (1 + JITTER * random);
  return now + Math.ceil(Math.max(scheduled, Math.min(retryAfter ?? 0, MAX_WAIT)));
}

/** Seconds of a `Retry-After`, which holds seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil(date / 1000 - now));
}
