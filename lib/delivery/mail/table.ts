import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { EditionCounts, MailCounts } from "./counts-schema.ts";

const DELIVERY_LIFETIME = 30 * DAY;
const RECEIPT_LIFETIME = 60 * DAY;
const SUPPRESSION_LIFETIME = 2 * 365 * DAY;

export const mailStats = entity({
  name: "mail_stats",
  schema: MailCounts.extend({ tenant_id: z.string() }),
  pk: "TENANT#{tenant_id}#MAIL_STATS",
  sk: "MAIL_STATS",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Counts per edition and quarter of an hour; they are only ever added to. */
export const editionCounts = entity({
  name: "edition_counts",
  schema: EditionCounts,
  pk: "TENANT#{tenant_id}#EDITION_COUNTS",
  sk: "{edition_id}#{at}",
  counted: true,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const Delivery = z.object({
  id: z.string(),
  status: z.enum(["sending", "sent", "refused", "suppressed"]),
  provider_id: z.string().nullable(),
  created_at: z.int(),
});
export type Delivery = z.output<typeof Delivery>;

/** The outcome of a mail. `sending` after a crash means that the outcome is unknown; the mail is never sent again. */
export const mailDeliveries = entity({
  name: "mail_delivery",
  outward: true,
  schema: Delivery,
  pk: "MAIL#{id}",
  sk: "MAIL",
  ttl: (delivery) => delivery.created_at + DELIVERY_LIFETIME,
  deletion: { tenant: "expires", person: "expires" },
});

/** Marks a kind of event as counted for a mail, so that repeated reports count once. */
export const mailReceipts = entity({
  name: "mail_receipt",
  outward: true,
  schema: z.object({ mail_id: z.string(), kind: z.string(), created_at: z.int() }),
  pk: "MAIL#{mail_id}",
  sk: "RECEIPT#{kind}",
  ttl: (receipt) => receipt.created_at + RECEIPT_LIFETIME,
  deletion: { tenant: "expires", person: "expires" },
});

export const SUPPRESSION_REASONS = ["bounce", "complaint", "unsubscribed"] as const;

/** A suppressed email address, for one tenant or for all; only its hash is stored. */
export const suppressions = entity({
  name: "suppression",
  outward: true,
  schema: z.object({
    address: z.string(),
    scope: z.string(),
    reason: z.enum(SUPPRESSION_REASONS),
    created_at: z.int(),
  }),
  pk: "SUPPRESSED#{address}",
  sk: "{scope}",
  ttl: (suppression) => suppression.created_at + SUPPRESSION_LIFETIME,
  deletion: { tenant: "expires", person: "expires" },
});
