import * as z from "zod";
import { PageQuery, page, queryList, queryTime, queryTimeEnd } from "#core/http/page.ts";

/** An event of a store, and who caused it. */
export const StoreEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    store_id: z.string(),
    record: z.string().describe("Kind and id of the record, such as `order:order_01j…`."),
    sequence: z.int().describe("Counts the changes of one record, from 1."),
    actor: z
      .object({ type: z.string(), id: z.string().nullable() })
      .describe("Who caused it: a person, a visitor, or the system by the name of its work."),
    operation: z.string().describe("Operation or worker that did it."),
    request_id: z.string().describe("The `x-request-id` of the call, which log lines carry too."),
    data: z.record(z.string(), z.unknown()).describe("The record as the change left it."),
    changed: z
      .array(z.string())
      .nullable()
      .describe(
        "Fields that differ from the event before of the same record; null unless `record` names one, and for its first.",
      ),
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
  record: z
    .string()
    .max(200)
    .regex(/^[a-z_]+(:[\w-]+)?$/, "must be a kind of record such as order, or order:<id>")
    .optional()
    .describe("A kind of record, such as `order`, or one record, such as `order:order_01j…`."),
  type: z.string().min(1).max(100).optional().describe("A type of event, such as `order.created`."),
  types: queryList.pipe(z.array(z.string().min(1).max(100)).max(50)).optional(),
  from: queryTime.optional(),
  to: queryTimeEnd.optional(),
  actor: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Id of the person or visitor that caused it, or the name of the system's work."),
  created_at_from: queryTime.optional(),
  created_at_to: queryTimeEnd.optional(),
});
export type StoreEventQuery = z.output<typeof StoreEventQuery>;
