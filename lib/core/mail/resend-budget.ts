import { type Budget, spend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { HOUR } from "#core/seconds.ts";
import { sameMailbox } from "./address-schema.ts";

/** Most mails that all stores together resend to one mailbox on request. */
const PER_MAILBOX: Budget = [5, HOUR];

/** Takes one from the resend budget of a mailbox, or throws 429 with `Retry-After`. */
export function spendResendBudget(ctx: Context, email: string): Promise<void> {
  return spend(ctx, "mails_again_per_mailbox", sameMailbox.key(email), PER_MAILBOX);
}
