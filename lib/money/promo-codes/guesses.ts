import { type Budget, giveBack, spend } from "#core/budget.ts";
import { type Context, isAnonymous } from "#core/context.ts";
import { ApiError } from "#core/errors.ts";
import { networkOf } from "#core/http/caller.ts";
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
export async function trying<T>(
  ctx: Context,
  tenantId: string,
  code: string | null | undefined,
  judge: () => T | Promise<T>,
): Promise<T> {
  if (!code || ctx.actor.kind === "system") return judge();
  const anonymous = isAnonymous(ctx) || ctx.actor.kind !== "person";
  const subject = `${tenantId}\n${anonymous ? networkOf(ctx.ip) : ctx.actor.id}`;
  await spend(ctx, NAME, subject, TRIES);
  let missed = false;
  try {
    return await judge();
  } catch (error) {
    missed = error instanceof ApiError && error.code === PAYMENT.PROMO_CODE_INVALID.code;
    throw error;
  } finally {
    if (!missed) await giveBack(ctx, NAME, subject, TRIES);
  }
}
