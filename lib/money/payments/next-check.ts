import { DAY } from "#core/seconds.ts";
import type { Attempt, Payment } from "./schema.ts";

/** Seconds between checks of an unpaid page, and the age in seconds at which they stop. */
const OPEN_CHECK_EVERY = 300;
const OPEN_PERIOD = 14 * DAY;
/** Least seconds between checks of pending money; later, an eighth of its page's age. */
const PENDING_INTERVAL = DAY;
const AGE_DIVISOR = 8;
/** Age of a page in seconds at which checks of pending money stop. */
const PENDING_PERIOD = 400 * DAY;
/** Ages at which a paid page is checked again: banks dispute for up to 120 days. */
const PAID_CHECK_AGES = [4, 16, 64, 128].map((days) => days * DAY);

type PageState = Pick<Attempt, "n" | "status" | "created_at">;

/**
 * When to check a page with its provider next, in case a callback was lost; null when nothing can change any
 * more.
 */
export function nextCheckAt(
  { n, status, created_at }: PageState,
  { returns }: Pick<Payment, "returns">,
  now: number,
): number | null {
  const age = now - created_at;
  const isPending = returns.some((each) => each.attempt === n && each.status === "pending");
  if (status === "processing" || isPending)
    return age > PENDING_PERIOD ? null : now + Math.max(PENDING_INTERVAL, Math.floor(age / AGE_DIVISOR));
  if (status === "open" || status === "opening") return age > OPEN_PERIOD ? null : now + OPEN_CHECK_EVERY;
  const next = status === "paid" ? PAID_CHECK_AGES.find((after) => after > age) : undefined;
  return next === undefined ? null : created_at + next;
}
