import { DAY } from "#core/seconds.ts";
import type { Attempt, Payment } from "./schema.ts";

/** Seconds to the next question about a page that is said to be open after its end, and for how long it is asked. */
const SOON = 300;
const OPEN_FOR = 14 * DAY;
/** Least seconds between two questions about what is under way: as it grows old, an eighth of its age. */
const OFTEN = DAY;
const SELDOM = 8;
/** After so long nobody is asked any more about what never ended. */
const GIVEN_UP = 400 * DAY;
/** Seconds after a page was made at which one that was paid is looked at once more: a bank asks back for 120 days. */
const PAID = [4, 16, 64, 128].map((days) => days * DAY);

type Page = Pick<Attempt, "n" | "status" | "created_at">;

/**
 * When the provider is to be asked about a page again, lest a callback was lost for ever; null where nothing can come any
 * more.
 */
export function nextCheckAt(
  { n, status, created_at }: Page,
  { returns }: Pick<Payment, "returns">,
  now: number,
): number | null {
  const age = now - created_at;
  const isPending = returns.some((each) => each.attempt === n && each.status === "pending");
  if (status === "processing" || isPending)
    return age > GIVEN_UP ? null : now + Math.max(OFTEN, Math.floor(age / SELDOM));
  if (status === "open" || status === "opening") return age > OPEN_FOR ? null : now + SOON;
  const next = status === "paid" ? PAID.find((after) => after > age) : undefined;
  return next === undefined ? null : created_at + next;
}
