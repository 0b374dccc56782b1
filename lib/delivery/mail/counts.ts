import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type EditionCounts, MailCounts } from "./counts-schema.ts";
import { countEdition, editionOfMail } from "./edition-counts.ts";
import type { MailStats } from "./schema.ts";
import { mailStats } from "./table.ts";

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

const EDITION_FIELDS: Readonly<Partial<Record<keyof MailCounts, keyof EditionCounts>>> = {
  ...{ delivered: "delivered", opened: "opened", machineOpened: "machine_opened" },
  ...{ bounced: "bounced", complained: "complained", failed: "failed" },
};

/** The writes that count an event of a mail for its tenant and for its edition, if it has one. */
export function countMail(tenantId: string, mailId: string, what: keyof MailCounts, now: number): Write[] {
  const edition = editionOfMail(mailId);
  const name = EDITION_FIELDS[what];
  const ofTenant = countMails(tenantId, { [what]: 1 });
  return edition && name ? [ofTenant, countEdition(tenantId, edition, now, { [name]: 1 })] : [ofTenant];
}

export function countMails(tenant_id: string, add: Partial<MailCounts>): Write {
  return mailStats.update({ tenant_id }, { add, set: { tenant_id } });
}
