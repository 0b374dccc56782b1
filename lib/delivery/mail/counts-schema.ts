import * as z from "zod";

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
