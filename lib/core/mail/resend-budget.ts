import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { HOUR } from "#core/seconds.ts";
import { sameMailbox } from "./address-schema.ts";

/** Most mails that all stores together resend to one mailbox on request. */
const MAILBOX_BUDGET: Budget = [5, HOUR];

/** Takes one from the resend budget of a mailbox, or throws 429 with `Retry-After`. */
export function spendResendBudget(ctx: Context, email: string): Promise<void> {
  return spendBudget(ctx, "mails_again_per_mailbox", sameMailbox.key(email), MAILBOX_BUDGET);
}
