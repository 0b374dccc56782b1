import * as z from "zod";
import { nonBlankText, singlePage, UnixTime } from "#core/http/page.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { DAY } from "#core/seconds.ts";
import { recordVersion } from "#core/view-schema.ts";
import {
  EventFilter,
  NewWebhookUrl,
  WebhookHeaders,
  WebhookSecret,
} from "#lib/tenancy/tenants/configs-schema.ts";

/** A webhook as /v1/stores shows it. */
export const Webhook = z
  .object({
    id: z.string(),
    store_id: z.string(),
    key: z.string(),
    name: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    headers: z.record(z.string(), z.string()),
    enabled: z.boolean(),
    /** In plain text only in the answer that creates it; masked in all others. */
    secret: z.string(),
    /** Until when the previous secret also signs deliveries. */
    previous_secret_expires_at: z.int().nullable(),
    /** Since when every delivery has failed. */
    failing_since: z.int().nullable(),
    last_success_at: z.int().nullable(),
    disabled_at: z.int().nullable(),
    /** `gone`: it answered 410; `failing`: five days of nothing but failures. */
    disabled_reason: z.enum(["gone", "failing"]).nullable(),
    created_at: z.int(),
    updated_at: z.int(),
    version: recordVersion(),
  })
  .meta({
    examples: [
      {
        id: "wh_01j9z3k4m5n6p7q8r9s0t1v2w3",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        key: "orders",
        name: "Orders",
        url: "https://example.com/hooks",
        events: ["order.*"],
        headers: {},
        enabled: true,
        secret: "••••••••",
        previous_secret_expires_at: null,
        failing_since: null,
        last_success_at: 1790000000,
        disabled_at: null,
        disabled_reason: null,
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export type Webhook = z.input<typeof Webhook>;
export const WebhookList = singlePage(Webhook);

export const CreateWebhook = z
  .object({
    key: nonBlankText(200).optional(),
    name: z.string().trim().max(200).optional(),
    url: NewWebhookUrl,
    events: z.array(EventFilter).max(200).default([]),
    headers: WebhookHeaders.default({}),
    secret: WebhookSecret.optional(),
    enabled: z.boolean().default(true),
  })
  .meta({ examples: [{ name: "Orders", url: "https://example.com/hooks", events: ["order.*"] }] });

export const UpdateWebhook = z
  .object({
    version: expectedVersion,
    key: nonBlankText(200).optional(),
    name: z.string().trim().max(200).optional(),
    url: NewWebhookUrl.optional(),
    events: z.array(EventFilter).max(200).optional(),
    headers: WebhookHeaders.optional(),
    secret: WebhookSecret.optional(),
    enabled: z.boolean().optional(),
  })
  .meta({ examples: [{ enabled: true }] });

export const RotateWebhookSecret = z
  .object({
    secret: WebhookSecret.optional(),
    /** Seconds for which the old secret signs besides the new one. */
    overlap: z
      .int()
      .min(0)
      .max(7 * DAY)
      .default(DAY),
  })
  .meta({ examples: [{ overlap: 86400 }] });

/** Names one event, or the events of a time range. */
export const ResendEvents = z
  .object({
    event_id: z.string().max(100).optional(),
    from: UnixTime.optional(),
    to: UnixTime.optional(),
    failed_only: z.boolean().default(false),
  })
  .refine(({ event_id, from }) => (event_id === undefined) !== (from === undefined), {
    message: "is required unless from is sent, and not sent beside it",
    path: ["event_id"],
  })
  .refine(({ event_id, to }) => event_id === undefined || to === undefined, {
    message: "belongs to from",
    path: ["to"],
  })
  .refine(({ from = 0, to = from }) => from <= to, { message: "is before from", path: ["to"] })
  .meta({ examples: [{ from: 1790000000, to: 1790086400, failed_only: true }] });
export const EventsResent = z.object({ queued: z.literal(true) });

const Trial = z.object({
  id: z.string().max(100).optional(),
  name: z.string().max(200).optional(),
  url: NewWebhookUrl,
  events: z.array(EventFilter).max(200).default([]),
  headers: WebhookHeaders.default({}),
  secret: z.string().max(500).optional(),
});
/** Accepts the webhook itself, or `{webhook}`. */
export const TestWebhook = z
  .preprocess(
    (body) => (typeof body === "object" && body !== null && "webhook" in body ? body.webhook : body),
    Trial,
  )
  .meta({ examples: [{ url: "https://example.com/hooks", events: ["order.created"] }] });

export const WebhookTestResult = z
  .object({
    success: z.boolean(),
    /** HTTP status of the response; null without one. */
    status: z.int().nullable(),
    error: z.string().nullable(),
    response: z.string(),
    durationMs: z.int(),
    webhookId: z.string(),
  })
  .meta({
    examples: [
      { success: true, status: 200, error: null, response: "ok", durationMs: 80, webhookId: "evt_test" },
    ],
  });
