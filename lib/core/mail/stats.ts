import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";

const count = z.int().default(0);

/** What became of a tenant's mails, counted as it happens. */
export const MailCounts = z.object({
  sent: count,
  delivered: count,
  opened: count,
  machineOpened: count,
  bounced: count,
  complained: count,
  failed: count,
});
export type MailCounts = z.output<typeof MailCounts>;

export const mailStats = entity({
  name: "mail_stats",
  schema: MailCounts.extend({ tenant_id: z.string() }),
  pk: "TENANT#{tenant_id}#MAIL_STATS",
  sk: "MAIL_STATS",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The write that adds to a tenant's counts. */
export function countMails(tenant_id: string, add: Partial<MailCounts>): Write {
  return mailStats.update({ tenant_id }, { add, set: { tenant_id } });
}
