import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { dueOf, editionLife } from "./edition-lifecycle.ts";
import { SEND_EVENTS, SUBSCRIBER_EVENTS } from "./events.ts";
import { NewsletterSend, PlanPayment, SendRecord, StoredSubscriber, Subscriber } from "./schema.ts";
import { dueOf as dueOfPeriod, subscriberLife } from "./subscriber-lifecycle.ts";
import { view, viewSend } from "./view.ts";

export const subscribers = entity({
  name: "subscriber",
  schema: StoredSubscriber,
  life: subscriberLife,
  pk: "TENANT#{businessId}#NEWSLETTER#{collectionId}#SUBSCRIBER",
  sk: "{id}",
  indexes: { due: "SUBSCRIPTIONS#{id%8}" },
  due_at: dueOfPeriod,
  counted: true,
  tenant: "businessId",
  announces: { events: SUBSCRIBER_EVENTS, shows: Subscriber, view, quiet: ["due_at", "customer_id"] },
  deletion: { tenant: { below: "legacy_collection", slot: "collectionId" }, person: "unaffected" },
});

/** The period of a plan that a payment buys. */
export const planPayments = entity({
  name: "newsletter_payment",
  schema: PlanPayment,
  pk: "TENANT#{businessId}#NEWSLETTER#{collectionId}#PAYMENT",
  sk: "{paymentId}",
  counted: true,
  countedIf: ({ sold }) => sold !== null,
  tenant: "businessId",
  deletion: { tenant: { below: "legacy_collection", slot: "collectionId" }, person: "unaffected" },
});

/** Makes an email address unique within its newsletter. */
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

/** The send of an entry, which has at most one. */
export const sends = entity({
  name: "newsletter_send",
  schema: SendRecord,
  life: editionLife,
  pk: "TENANT#{businessId}#SEND",
  sk: "{entryId}",
  indexes: { due: "SENDS#{entryId%8}" },
  due_at: dueOf,
  tenant: "businessId",
  announces: {
    events: SEND_EVENTS,
    id: "entryId",
    shows: NewsletterSend,
    view: (send) => viewSend(send),
    quiet: ["calledAt"],
  },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The progress of one part of a send. It is stored before every mail, so that no mail is sent twice. */
export const Progress = z.object({
  businessId: z.string(),
  entryId: z.string(),
  round: z.int(),
  part: z.int(),
  /** Id of the last subscriber that was handled. */
  after: z.string().default(""),
  /** Id of the subscriber whose mail is being sent. After a crash the outcome of this mail is unknown. */
  inFlight: z.string().default(""),
  sent: z.int().default(0),
  skipped: z.int().default(0),
  refused: z.int().default(0),
  unknown: z.int().default(0),
  /** The part of `sent` and `refused` that statistics have counted. */
  countedSent: z.int().default(0),
  countedFailed: z.int().default(0),
  done: z.boolean().default(false),
  ...leaseFields,
});
export type Progress = z.output<typeof Progress>;

export const progress = entity({
  name: "newsletter_progress",
  outward: true,
  schema: Progress,
  pk: "TENANT#{businessId}#SEND#{entryId}#PROGRESS",
  sk: "{round}#{part}",
  tenant: "businessId",
  deletion: { tenant: { below: "newsletter_send", slot: "entryId" }, person: "unaffected" },
});

/** A subscriber who may or may not have got the mail, because the sender died or lost the answer of SES. */
export const unknownOutcomes = entity({
  name: "newsletter_unknown",
  outward: true,
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
