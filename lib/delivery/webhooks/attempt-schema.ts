import * as z from "zod";
import { anyCase, PageQuery, page, queryTime, queryTimeEnd } from "#core/http/page.ts";

/** One attempt to deliver an event. */
export const WebhookAttempt = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    /** 1 for the first attempt since the event or its resending. */
    attempt: z.int(),
    outcome: z.enum(["success", "failure"]),
    /** HTTP status of the response; null without one. */
    status: z.int().nullable(),
    error: z.string().nullable(),
    /** The beginning of the response. */
    response: z.string(),
    duration_ms: z.int(),
    created_at: z.int(),
    /** Time of the next attempt; null after a success, the last attempt or the webhook's disabling. */
    next_attempt_at: z.int().nullable(),
  })
  .meta({
    examples: [
      {
        id: "att_01j9z3k4m5n6p7q8r9s0t1v2w3",
        webhook_id: "wh_01j9z3k4m5n6p7q8r9s0t1v2w3",
        event_id: "evt_01j9z3k4m5n6p7q8r9s0t1v2w3",
        event_type: "form.submitted",
        attempt: 1,
        outcome: "failure",
        status: 503,
        error: "It answered 503.",
        response: "try later",
        duration_ms: 41,
        created_at: 1790000000,
        next_attempt_at: 1790000005,
      },
    ],
  });
export type WebhookAttempt = z.output<typeof WebhookAttempt>;
export const WebhookAttemptPage = page(WebhookAttempt);
export const AttemptQuery = PageQuery.extend({
  event_id: z.string().max(100).optional(),
  outcome: anyCase(["success", "failure"]).optional(),
  created_at_from: queryTime.optional(),
  created_at_to: queryTimeEnd.optional(),
});
