import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { MailCounts, mailStats } from "#core/mail/stats.ts";
import type { MailStats } from "./schema.ts";

/** What became of a business's mails so far. */
export async function getMailStats(_ctx: Context, businessId: string): Promise<z.output<typeof MailStats>> {
  const found = await mailStats.find({ tenant_id: businessId });
  const counts = MailCounts.parse(found ?? {});
  const part = (count: number) =>
    counts.sent === 0 ? 0 : Math.round((count / counts.sent) * 10_000) / 10_000;
  return {
    businessId,
    ...counts,
    deliveryRate: part(counts.delivered),
    openRate: part(counts.opened),
    bounceRate: part(counts.bounced),
    complaintRate: part(counts.complained),
  };
}
