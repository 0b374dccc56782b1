import * as z from "zod";
import { PageQuery, page, UnixTime } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { BusinessEntryBlock } from "#lib/content/legacy-content/entry-schema.ts";
import { Movement } from "#lib/money/payments/schema.ts";

export const SUBSCRIBER_STATUSES = ["PENDING", "ACTIVE", "CANCELLED", "EXPIRED"] as const;

export const Subscriber = z
  .object({
    id: z.string(),
    /** `collection:<id>` */
    entity: z.string(),
    email: z.string(),
    planId: z.string(),
    status: z.enum(SUBSCRIBER_STATUSES),
    createdAt: z.int(),
    updatedAt: z.int(),
  })
  .meta({
    examples: [
      {
        id: "nsub_01j9z3k4m5n6p7q8r9s0t1v2w3",
        entity: "collection:lcol_01j9z3k4m5n6p7q8r9s0t1v2w3",
        email: "grace@example.com",
        planId: "plan_01j9z3k4m5n6p7q8r9s0t1v2w3",
        status: "ACTIVE",
        createdAt: 1790000000,
        updatedAt: 1790000000,
      },
    ],
  });
export type Subscriber = z.output<typeof Subscriber>;
export const SubscriberPage = page(Subscriber);
export const SubscriberQuery = PageQuery;

export const SubscribeToNewsletter = z
  .object({
    /** The collection of the path, if given at all. */
    id: z.string().min(1).max(200).optional(),
    email: EmailAddress,
    market: z.string().min(1).max(100),
    plan_id: z.string().min(1).max(200).optional(),
    planId: z.string().min(1).max(200).optional(),
  })
  .refine(({ plan_id, planId }) => (plan_id ?? planId) !== undefined, {
    path: ["plan_id"],
    message: "is required",
    params: { error: "FIELD.REQUIRED_MISSING" },
  })
  .meta({
    examples: [
      {
        id: "lcol_01j9z3k4m5n6p7q8r9s0t1v2w3",
        email: "grace@example.com",
        market: "us",
        plan_id: "plan_01j9z3k4m5n6p7q8r9s0t1v2w3",
      },
    ],
  });
/** The pending subscriber of a free plan, or the URL of the payment page of a paid plan. */
export const NewsletterSubscribed = z.union([Subscriber, z.object({ checkoutUrl: z.string() })]);

export const TokenQuery = z.object({ token: z.string().max(1000).optional() });
export const NewsletterSubscriptionResult = z.object({
  success: z.literal(true),
  status: z.enum(["ACTIVE", "CANCELLED"]),
  message: z.string(),
});

export const SEND_STATUSES = ["scheduled", "sending", "sent", "failed", "cancelled"] as const;

export const SendEntry = z
  .object({ scheduledAt: UnixTime.optional() })
  .default({})
  .meta({ examples: [{ scheduledAt: 1790000000 }] });

/** The send of a newsletter entry. */
export const NewsletterSend = z
  .object({
    success: z.literal(true),
    entryId: z.string(),
    collectionId: z.string(),
    status: z.enum(SEND_STATUSES),
    scheduledAt: z.int(),
    startedAt: z.int().nullable(),
    finishedAt: z.int().nullable(),
    error: z.string().nullable(),
    sent: z.int(),
    /** Subscribers who had unsubscribed, or whose email address is suppressed. */
    skipped: z.int(),
    refused: z.int(),
    /** Mails with an unknown outcome; they are not sent again. */
    unknown: z.int(),
    unknownSubscribers: z.array(z.object({ id: z.string(), email: z.string() })),
  })
  .meta({
    examples: [
      {
        success: true,
        entryId: "lent_01j9z3k4m5n6p7q8r9s0t1v2w3",
        collectionId: "lcol_01j9z3k4m5n6p7q8r9s0t1v2w3",
        status: "sent",
        scheduledAt: 1790000000,
        startedAt: 1790000000,
        finishedAt: 1790000060,
        error: null,
        sent: 1200,
        skipped: 3,
        refused: 0,
        unknown: 0,
        unknownSubscribers: [],
      },
    ],
  });
export type NewsletterSend = z.output<typeof NewsletterSend>;

export const NewsletterPreviewed = z.object({ success: z.literal(true), to: z.string() });

export const SendRecord = z.object({
  businessId: z.string(),
  entryId: z.string(),
  collectionId: z.string(),
  /** Number of the send: a failed or cancelled send can be repeated, and its mails then have new ids. */
  round: z.int(),
  status: z.enum(SEND_STATUSES),
  scheduledAt: z.int(),
  startedAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  error: z.string().nullable(),
  parts: z.int(),
  /** When its senders were called last. */
  calledAt: z.int().nullable().default(null),
  /** Language and blocks of the entry when sending started. */
  locale: z.string(),
  blocks: z.array(BusinessEntryBlock),
});
export type SendRecord = z.output<typeof SendRecord>;

export const StoredSubscriber = z.object({
  id: z.string(),
  businessId: z.string(),
  collectionId: z.string(),
  email: z.string(),
  planId: z.string(),
  status: z.enum(SUBSCRIBER_STATUSES),
  /** End of the period that is paid for; null on a free plan. */
  expiresAt: z.int().nullable(),
  /** When the end of the period is checked: to renew it, to send a reminder, or to end it. */
  due_at: z.int().nullable().default(null),
  /** The store's customer to whom it is linked for staff. */
  customer_id: z.string().nullable().default(null),
  /** The payment of the last paid period. */
  paidBy: z.string().nullable().default(null),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type StoredSubscriber = z.output<typeof StoredSubscriber>;

export const PlanPayment = z.object({
  businessId: z.string(),
  collectionId: z.string(),
  paymentId: z.string(),
  subscriberId: z.string(),
  planId: z.string(),
  /** Days of the period that it pays for. */
  days: z.int(),
  /** End of the paid period that this one follows; null when none was running. */
  follows: z.int().nullable(),
  /** Version of the subscriber when the checkout started, to see whether the reader has cancelled since. */
  asked: z.int(),
  state: z.enum(["open", "counted", "returned"]),
  /** True for an automatic charge of a stored card. */
  isRenewal: z.boolean().default(false),
  from: z.int().nullable(),
  until: z.int().nullable(),
  /** The sale, once money has arrived; null for older records. */
  sold: z
    .object({ at: z.int(), currency: z.string(), total: z.int(), test: z.boolean() })
    .nullable()
    .default(null),
  movements: z.array(Movement).default([]),
});
export type PlanPayment = z.output<typeof PlanPayment>;
