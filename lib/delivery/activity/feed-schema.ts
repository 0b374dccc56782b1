import * as z from "zod";
import { PageQuery, page, queryTime, queryTimeEnd } from "#core/http/page.ts";

/** What happened in a store, and who did it. */
export const StoreEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    store_id: z.string(),
    /** Kind and id of the record, such as `order:order_01j…`. */
    record: z.string(),
    /** Counts the changes of one record, from 1. */
    sequence: z.int(),
    /** Who caused it: a person, a visitor, or the system by the name of its work. */
    actor: z.object({ type: z.string(), id: z.string().nullable() }),
    /** Operation or worker that did it. */
    operation: z.string(),
    /** The `x-request-id` of the call, which log lines carry too. */
    request_id: z.string(),
    /** The record as the change left it. */
    data: z.record(z.string(), z.unknown()),
    /** Fields that differ from the event before of the same record; null unless `record` names one, and for its first. */
    changed: z.array(z.string()).nullable(),
    created_at: z.int(),
  })
  .meta({
    examples: [
      {
        id: "evt_01j9z3k4m5n6p7q8r9s0t1v2w3",
        type: "form.updated",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        record: "form:form_01j9z3k4m5n6p7q8r9s0t1v2w3",
        sequence: 2,
        actor: { type: "person", id: "acc_01j9z3k4m5n6p7q8r9s0t1v2w3" },
        operation: "updateForm",
        request_id: "7f9c2ba4-e88f-4d2b-8a1e-2f6f0c1d3b5a",
        data: { key: "contact", status: "archived" },
        changed: ["status"],
        created_at: 1790000000,
      },
    ],
  });
export type StoreEvent = z.output<typeof StoreEvent>;
export const StoreEventPage = page(StoreEvent);

export const StoreEventQuery = PageQuery.extend({
  /** A kind of record, such as `order`, or one record, such as `order:order_01j…`. */
  record: z
    .string()
    .max(200)
    .regex(/^[a-z_]+(:[\w-]+)?$/, "must be a kind of record such as order, or order:<id>")
    .optional(),
  /** A type of event, such as `order.created`. */
  type: z.string().min(1).max(100).optional(),
  /** Id of the person or visitor that caused it, or the name of the system's work. */
  actor: z.string().min(1).max(200).optional(),
  created_at_from: queryTime.optional(),
  created_at_to: queryTimeEnd.optional(),
});
export type StoreEventQuery = z.output<typeof StoreEventQuery>;
