import * as z from "zod";
import { anyCase, PageQuery, page } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";

/** The payload of an event action: sends mails with the content of a node. */
export const EventAction = z.object({
  type: anyCase(["email"]),
  nodeId: z.string().min(1).max(200),
  recipients: z.array(EmailAddress).min(1).max(50),
});
export type EventAction = z.output<typeof EventAction>;

export const BusinessEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    businessId: z.string(),
    /** Kind and id of the record, such as `order:order_01j…`. */
    entity: z.string(),
    sequence: z.int(),
    /** Who caused the event: a person, a visitor, or the system with the name of its worker. */
    actor: z.object({ type: z.string(), id: z.string().nullable() }),
    payload: z.record(z.string(), z.unknown()),
    createdAt: z.int(),
  })
  .meta({
    examples: [
      {
        id: "evt_01j9z3k4m5n6p7q8r9s0t1v2w3",
        type: "order.created",
        businessId: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        entity: "order:order_01j9z3k4m5n6p7q8r9s0t1v2w3",
        sequence: 1,
        actor: { type: "person", id: "acc_01j9z3k4m5n6p7q8r9s0t1v2w3" },
        payload: { total: 1200 },
        createdAt: 1790000000,
      },
    ],
  });
export type BusinessEvent = z.output<typeof BusinessEvent>;
export const BusinessEventPage = page(BusinessEvent);

export const BusinessEventQuery = PageQuery.extend({
  /** A kind of record, such as `order`, or one record, such as `order:order_01j…`. */
  entity: z
    .string()
    .max(200)
    .regex(/^[a-z_]+(:[\w-]+)?$/, "must be a kind of record such as order, or order:<id>")
    .meta({ examples: ["order"] }),
});

/** Accepts the payload itself, or `{payload}`. */
export const UpdateBusinessEvent = z
  .preprocess(
    (body) => (typeof body === "object" && body !== null && !("payload" in body) ? { payload: body } : body),
    z.object({ payload: EventAction }),
  )
  .meta({
    examples: [
      {
        payload: {
          type: "email",
          nodeId: "node_01j9z3k4m5n6p7q8r9s0t1v2w3",
          recipients: ["ada@example.com"],
        },
      },
    ],
  });

export const BuildsTriggered = z.object({ triggered: z.int() });
