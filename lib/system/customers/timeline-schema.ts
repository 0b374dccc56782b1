import * as z from "zod";
import { PageQuery, queryList, queryTime, queryTimeEnd, strictPage } from "#core/http/page.ts";

export const RECORD_KINDS = [
  "order",
  "reservation",
  "submission",
  "conversation",
  "subscription",
  "contact",
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const TIMELINE_EVENT_TYPES = [
  "order.created",
  "order.paid",
  "order.refunded",
  "order.shipped",
  "order.return_asked",
  "order.cancelled",
  "reservation.created",
  "reservation.confirmed",
  "reservation.cancelled",
  "reservation.completed",
  "reservation.no_show",
  "submission.created",
  "conversation.created",
  "subscription.created",
  "subscription.cancelled",
  "contact.created",
  "contact.noted",
  "contact.granted",
  "contact.withdrew",
  "contact.merged",
] as const;
export type TimelineEventType = (typeof TIMELINE_EVENT_TYPES)[number];

export const TimelineQuery = PageQuery.extend({
  kinds: queryList.pipe(z.array(z.enum(RECORD_KINDS)).max(RECORD_KINDS.length)).optional(),
  from: queryTime.optional(),
  to: queryTimeEnd.optional(),
});
export type TimelineQuery = z.output<typeof TimelineQuery>;

/** What happened, and the current values of the record. A field that its kind does not have is absent. */
export const TimelineEntry = z.object({
  id: z.string(),
  at: z.int(),
  kind: z.enum(RECORD_KINDS),
  type: z.enum(TIMELINE_EVENT_TYPES),
  record_id: z.string(),
  number: z.string().optional(),
  status: z.string().optional(),
  payment_status: z.string().optional(),
  total: z.int().optional(),
  currency: z.string().optional(),
  starts_at: z.int().optional(),
  form_id: z.string().optional(),
  collection_id: z.string().optional(),
  /** The submitted fields; for ADMIN only. */
  fields: z.array(z.object({ key: z.string(), value: z.unknown() })).optional(),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const CustomerTimeline = strictPage(TimelineEntry).extend({
  /** Whether the index of the store is complete. */
  complete: z.boolean(),
});
export type CustomerTimeline = z.output<typeof CustomerTimeline>;
