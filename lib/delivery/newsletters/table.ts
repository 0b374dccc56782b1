import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { SEND_EVENTS, SUBSCRIBER_EVENTS } from "./events.ts";
import { Send, SendRecord, StoredSubscriber, Subscriber } from "./schema.ts";
import { view, viewSend } from "./view.ts";

export const subscribers = entity({
  name: "subscriber",
  schema: StoredSubscriber,
  pk: "TENANT#{businessId}#NEWSLETTER#{collectionId}#SUBSCRIBER",
  sk: "{id}",
  indexes: { due: "SUBSCRIPTIONS#{id%8}" },
  due_at: ({ status, lookAt }) => (status === "ACTIVE" ? lookAt : null),
  tenant: "businessId",
  announces: { events: SUBSCRIBER_EVENTS, shows: Subscriber, view },
  deletion: { tenant: { below: "legacy_collection", slot: "collectionId" }, person: "unaffected" },
});

export const PlanPayment = z.object({
  businessId: z.string(),
  collectionId: z.string(),
  paymentId: z.string(),
  subscriberId: z.string(),
  planId: z.string(),
  /** Of the period that it pays for. */
  days: z.int(),
  /** End of the paid period that this one is to follow; null when none was running. */
  follows: z.int().nullable(),
  /** Version of the subscriber when the checkout began: it tells those who left since. */
  asked: z.int(),
  state: z.enum(["open", "counted", "returned"]),
  /** Charged to a kept card, without anybody asking. */
  isRenewal: z.boolean().default(false),
  from: z.int().nullable(),
  until: z.int().nullable(),
});
export type PlanPayment = z.output<typeof PlanPayment>;

/** The one period of a plan that a payment is for. */
export const planPayments = entity({
  name: "newsletter_payment",
  schema: PlanPayment,
  pk: "TENANT#{businessId}#NEWSLETTER#{collectionId}#PAYMENT",
  sk: "{paymentId}",
  tenant: "businessId",
  deletion: { tenant: { below: "legacy_collection", slot: "collectionId" }, person: "unaffected" },
});

/** Makes an address one subscriber's within its newsletter. */
export const subscriberEmails = entity({
  name: "subscriber_email",
  schema: z.object({
    businessId: z.string(),
    collectionId: z.string(),
    email: z.string(),
    subscriberId: z.string(),
  }),
  pk: "TENANT#{businessId}#NEWSLETTER#{collectionId}#EMAIL",
  sk: "{email}",
  tenant: "businessId",
  deletion: { tenant: { below: "legacy_collection", slot: "collectionId" }, person: "unaffected" },
});

/** The one send of an entry. */
export const sends = entity({
  name: "newsletter_send",
  schema: SendRecord,
  pk: "TENANT#{businessId}#SEND",
  sk: "{entryId}",
  indexes: { due: "SENDS#{entryId%8}" },
  due_at: ({ lookAt }) => lookAt,
  tenant: "businessId",
  announces: { events: SEND_EVENTS, id: "entryId", shows: Send, view: (send) => viewSend(send) },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** How far one sender of a send has come. Written before every mail, so that it never goes twice. */
export const Progress = z.object({
  businessId: z.string(),
  entryId: z.string(),
  round: z.int(),
  part: z.int(),
  /** The last subscriber that was taken. */
  after: z.string().default(""),
  /** The subscriber whose mail is on its way; of one that is found here by the next sender nobody knows. */
  inFlight: z.string().default(""),
  sent: z.int().default(0),
  skipped: z.int().default(0),
  refused: z.int().default(0),
  unknown: z.int().default(0),
  /** What of it the statistics know. */
  countedSent: z.int().default(0),
  countedFailed: z.int().default(0),
  done: z.boolean().default(false),
  ...leaseFields,
});
export type Progress = z.output<typeof Progress>;

export const progress = entity({
  name: "newsletter_progress",
  schema: Progress,
  pk: "TENANT#{businessId}#SEND#{entryId}#PROGRESS",
  sk: "{round}#{part}",
  tenant: "businessId",
  deletion: { tenant: { below: "newsletter_send", slot: "entryId" }, person: "unaffected" },
});

/** A subscriber who may have got the mail or not: the sender died between the two. */
export const unknownOutcomes = entity({
  name: "newsletter_unknown",
  schema: z.object({
    businessId: z.string(),
    entryId: z.string(),
    subscriberId: z.string(),
    email: z.string(),
    round: z.int(),
  }),
  pk: "TENANT#{businessId}#SEND#{entryId}#UNKNOWN",
  sk: "{round}#{subscriberId}",
  tenant: "businessId",
  deletion: { tenant: { below: "newsletter_send", slot: "entryId" }, person: "unaffected" },
});
