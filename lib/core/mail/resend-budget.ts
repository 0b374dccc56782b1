import { type Budget, spend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { HOUR } from "#core/seconds.ts";
import { sameMailbox } from "./address-schema.ts";

/** Mails that people of all stores together have sent to a mailbox again. */
const PER_MAILBOX: Budget = [5, HOUR];

/** Takes one from what may be sent to a mailbox again, or answers 429 with `Retry-After`. */
export function spendResendBudget(ctx: Context, email: string): Promise<void> {
  return spend(ctx, "mails_again_per_mailbox", sameMailbox.key(email), PER_MAILBOX);
}
