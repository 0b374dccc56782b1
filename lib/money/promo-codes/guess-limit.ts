import { type Budget, returnToBudget, spend, trySpend } from "#core/budget.ts";
import { type Context, isAnonymous } from "#core/context.ts";
import { ApiError } from "#core/errors.ts";
import { ipNetwork } from "#core/http/caller.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";

/** Codes that do not apply, by an account or, of those who are known by none, by their network. */
const TRIES: Budget = [30, 600];
const NAME = "promo_tries";

/**
 * Judges what a code is tried on. A code that does not apply counts, so that codes cannot be guessed; one that does
 * is given back.
 *
 * @throws GENERAL.TOO_MANY_REQUESTS before anything is judged
 */
export async function limitGuesses<T>(
  ctx: Context,
  tenantId: string,
  code: string | null | undefined,
  judge: () => T | Promise<T>,
): Promise<T> {
  if (!code || ctx.actor.kind === "system") return judge();
  const subject = subjectOf(ctx, tenantId);
  await spend(ctx, NAME, subject, TRIES);
  let missed = false;
  try {
    return await judge();
  } catch (error) {
    missed = error instanceof ApiError && error.code === PAYMENT.PROMO_CODE_INVALID.code;
    throw error;
  } finally {
    if (!missed) await returnToBudget(ctx, NAME, subject, TRIES);
  }
}

/**
 * Counts a try of a code that is judged beside something else, as `trying` does, and says whether there was one left: where
 * there was none, nothing is to be said of the code.
 */
export async function countGuess(ctx: Context, tenantId: string, applies: boolean): Promise<boolean> {
  if (ctx.actor.kind === "system") return true;
  const subject = subjectOf(ctx, tenantId);
  if (!(await trySpend(ctx, NAME, subject, TRIES))) return false;
  if (applies) await returnToBudget(ctx, NAME, subject, TRIES);
  return true;
}

function subjectOf(ctx: Context, tenantId: string): string {
  const { actor, ip } = ctx;
  const who = actor.kind === "person" && !isAnonymous(ctx) ? actor.id : ipNetwork(ip);
  return `${tenantId}\n${who}`;
}
