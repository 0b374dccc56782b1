import { type Budget, trySpend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { idTime } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { sameMailbox } from "#core/mail/address-schema.ts";
import type { Mail } from "#core/mail/mail.ts";
import { DAY } from "#core/seconds.ts";

/** Most mails per mailbox and day from all tenants together, if its email address is not proven. */
const PER_RECIPIENT: Budget = [20, DAY];
/** Most mails a day that a new tenant may send to unproven email addresses. */
const PER_NEW_TENANT: Budget = [200, DAY];
const NEW_TENANT_SECONDS = 7 * DAY;

/**
 * The email address to which a mail may go. A tenant's mail to an unproven address counts against a daily limit of the
 * mailbox and, while the tenant is new, against one of the tenant.
 *
 * @returns the recipient, or once a limit is reached the mail's `otherwise`, which may be `undefined`
 */
export async function allowedRecipient(ctx: Context, mail: Mail): Promise<string | undefined> {
  const { tenant_id, proven, to, otherwise } = mail;
  if (tenant_id === undefined || proven) return to;
  const isNew = ctx.now() - (idTime(tenant_id) ?? 0) < NEW_TENANT_SECONDS;
  const allowed =
    (await trySpend(ctx, "unasked_per_address", sameMailbox.key(to), PER_RECIPIENT)) &&
    (!isNew || (await trySpend(ctx, "unasked_per_new_tenant", tenant_id, PER_NEW_TENANT)));
  if (allowed) return to;
  logger.warn("mail held back", { tenant: tenant_id });
  return otherwise;
}
