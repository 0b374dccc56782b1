import { type Budget, trySpend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { idTime } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { sameMailbox } from "#core/mail/address-schema.ts";
import type { Mail } from "#core/mail/mail.ts";
import { DAY } from "#core/seconds.ts";

/** Mails that a mailbox gets from all tenants together at addresses that proved themselves to none. */
const PER_RECIPIENT: Budget = [20, DAY];
/** Such mails of a tenant that is new. */
const PER_NEW_TENANT: Budget = [200, DAY];
/** Seconds for which a tenant is new. */
const NEW = 7 * DAY;

/**
 * Where a mail may go. What a tenant sends to an address that never proved itself draws on a budget of its mailbox, over
 * all tenants, and while the tenant is new on one of the tenant. Codes, resets and confirmations have their own.
 *
 * @returns the recipient; the mail's `otherwise` or `undefined` when a budget is used up
 */
export async function allowedRecipient(ctx: Context, mail: Mail): Promise<string | undefined> {
  const { tenant_id, proven, to, otherwise } = mail;
  if (tenant_id === undefined || proven) return to;
  const isNew = ctx.now() - (idTime(tenant_id) ?? 0) < NEW;
  const allowed =
    (await trySpend(ctx, "unasked_per_address", sameMailbox.key(to), PER_RECIPIENT)) &&
    (!isNew || (await trySpend(ctx, "unasked_per_new_tenant", tenant_id, PER_NEW_TENANT)));
  if (allowed) return to;
  logger.warn("mail held back", { tenant: tenant_id });
  return otherwise;
}
