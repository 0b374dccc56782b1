import { type Budget, returnToBudget, spendBudget, trySpend } from "#core/budget.ts";
import { type Context, isAnonymous } from "#core/context.ts";
import { ApiError } from "#core/errors.ts";
import { ipNetwork } from "#core/http/caller.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";

/** Wrong codes in ten minutes per account, or per network for visitors without one. */
const GUESS_BUDGET: Budget = [30, 600];
const BUDGET_NAME = "promo_tries";

/**
 * Runs something that checks a promo code, within a limit on wrong codes, so that codes cannot be guessed. A valid
 * code does not count.
 *
 * @throws GENERAL.TOO_MANY_REQUESTS before it runs
 */
export async function limitGuesses<T>(
  ctx: Context,
  tenantId: string,
  code: string | null | undefined,
  judge: () => T | Promise<T>,
): Promise<T> {
  if (!code || ctx.actor.kind === "system") return judge();
  const subject = subjectOf(ctx, tenantId);
  await spendBudget(ctx, BUDGET_NAME, subject, GUESS_BUDGET);
  let missed = false;
  try {
    return await judge();
  } catch (error) {
    missed = error instanceof ApiError && error.code === PAYMENT.PROMO_CODE_INVALID.code;
    throw error;
  } finally {
    if (!missed) await returnToBudget(ctx, BUDGET_NAME, subject, GUESS_BUDGET);
  }
}

/**
 * Counts a guess where a code is one part of a request. Returns false when the limit is reached: the
 * caller must then reveal nothing about the code.
 */
export async function countGuess(ctx: Context, tenantId: string, applies: boolean): Promise<boolean> {
  if (ctx.actor.kind === "system") return true;
  const subject = subjectOf(ctx, tenantId);
  if (!(await trySpend(ctx, BUDGET_NAME, subject, GUESS_BUDGET))) return false;
  if (applies) await returnToBudget(ctx, BUDGET_NAME, subject, GUESS_BUDGET);
  return true;
}

function subjectOf(ctx: Context, tenantId: string): string {
  const { actor, ip } = ctx;
  const who = actor.kind === "person" && !isAnonymous(ctx) ? actor.id : ipNetwork(ip);
  return `${tenantId}\n${who}`;
}
