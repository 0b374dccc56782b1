import * as z from "zod";

const count = z.int().default(0);

/** Counts of a tenant's mails by outcome. */
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

/** Counts of the mails of one edition of a newsletter in a quarter of an hour. */
export const EditionCounts = z.object({
  tenant_id: z.string(),
  /** The entry that was sent; empty where that is not known. */
  edition_id: z.string(),
  /** Time at which the quarter of an hour starts. */
  at: z.int(),
  sent: count,
  /** Sent mails whose clicks are counted. */
  tracked: count,
  delivered: count,
  opened: count,
  machine_opened: count,
  clicked: count,
  unsubscribed: count,
  bounced: count,
  complained: count,
  failed: count,
});
export type EditionCounts = z.output<typeof EditionCounts>;
