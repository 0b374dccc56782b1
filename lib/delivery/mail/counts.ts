import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { MailCounts } from "./counts-schema.ts";
import type { MailStats } from "./schema.ts";
import { mailStats } from "./table.ts";

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

/** The write that adds to a tenant's counts. */
export function countMails(tenant_id: string, add: Partial<MailCounts>): Write {
  return mailStats.update({ tenant_id }, { add, set: { tenant_id } });
}
