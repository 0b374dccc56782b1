import { HOUR, MINUTE } from "#core/seconds.ts";

/** Seconds before each retry; after the last retry a delivery is exhausted. */
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
/** Largest random extra delay of a retry, as a share of its wait, so that simultaneous failures are spread out. */
export const JITTER = 0.1;
/** Seconds without any success after which a failing webhook is disabled. */
export const DISABLE_AFTER = 5 * 24 * HOUR;
const MAX_WAIT = 24 * HOUR;

/**
 * The time of the next attempt in seconds; `undefined` after the last one.
 *
 * @param attempts number of attempts so far
 * @param retryAfter seconds that the endpoint requests; used if it is longer than the schedule's wait, at most a day
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
