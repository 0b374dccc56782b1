import * as z from "zod";
import { Event } from "#core/events.ts";
import { message } from "#core/queue/message.ts";

/** The totals of some customers changed. They are stored with the customers, so that lists can sort by them. */
export const NoteTotals = message(
  "noteTotals",
  z.object({
    tenant_id: z.string(),
    ids: z.array(z.string()),
    /** Retries so far, because a customer did not exist yet. */
    again: z.int().default(0),
  }),
);

/** Moves all records of a merged customer to the surviving one, and checks once more for late ones. */
export const MoveJoined = message(
  "moveJoined",
  z.object({
    tenant_id: z.string(),
    into: z.string(),
    from: z.string(),
    last: z.boolean().default(false),
  }),
);

/** Deletes or anonymizes the records of a deleted contact. It is sent again while more is left. */
export const ForgetFiled = message(
  "forgetFiled",
  Event.pick({ tenant_id: true, record_id: true }).extend({
    /** Names of records that the lists of the customer index may not include yet. */
    records: z.array(z.string()).optional(),
    last: z.boolean().optional(),
  }),
);
