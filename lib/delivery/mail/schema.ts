import * as z from "zod";

/** What SES reports of a mail (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html). */
export const SesEvent = z.object({
  eventType: z.string().optional(),
  notificationType: z.string().optional(),
  mail: z.object({
    messageId: z.string(),
    timestamp: z.string().default(""),
    destination: z.array(z.string()).default([]),
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ emailAddress: z.string() })),
    })
    .optional(),
  open: z.object({ timestamp: z.string(), userAgent: z.string().default("") }).optional(),
  complaint: z
    .object({
      complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
      complaintFeedbackType: z.string().optional(),
    })
    .optional(),
});
export type SesEvent = z.output<typeof SesEvent>;

/** A message from SES: an event, or a text such as the test message of a new topic. */
export const SesMessage = z.union([SesEvent, z.string()]);

/** Counts of a business's mails; rates are shares of the sent mails, from 0 to 1. */
export const MailStats = z
  .object({
    businessId: z.string(),
    sent: z.int(),
    delivered: z.int(),
    opened: z.int(),
    failed: z.int(),
    bounced: z.int(),
    complained: z.int(),
    machineOpened: z.int(),
    deliveryRate: z.number(),
    openRate: z.number(),
    bounceRate: z.number(),
    complaintRate: z.number(),
  })
  .meta({
    examples: [
      {
        businessId: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        sent: 200,
        delivered: 196,
        opened: 80,
        failed: 1,
        bounced: 3,
        complained: 0,
        machineOpened: 31,
        deliveryRate: 0.98,
        openRate: 0.4,
        bounceRate: 0.015,
        complaintRate: 0,
      },
    ],
  });
