import { Webhook } from "standardwebhooks";
import type { EventType } from "./api.ts";

export interface WebhookEvent {
  /** Id of the event, the same in every attempt, to detect repeats. */
  id: string;
  /** `webhook.test` is the event that staff send to try a webhook. */
  type: EventType | "webhook.test";
  /** When the event happened, Unix seconds. */
  timestamp: number;
  business_id: string;
  /** Who caused the event. */
  actor: { type: string; id: string | null };
  /** Rises with each event of the store. */
  sequence: number;
  /** The record that the event is about. */
  data: Record<string, unknown>;
}

/** Headers of Fetch, Express, Node or a Lambda event. */
export type IncomingHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const WEBHOOK_HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/**
 * Verifies a webhook's signature and returns its event.
 *
 * @param secret of the webhook: `whsec_…`, or a text of your own
 * @param body the unparsed text or bytes
 * @throws Error when the signature is invalid
 */
export function verifyWebhook(
  secret: string,
  headers: IncomingHeaders,
  body: string | Uint8Array,
): WebhookEvent {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = Object.fromEntries(WEBHOOK_HEADERS.map((name) => [name, headerOf(headers, name) ?? ""]));
  const event = webhookOf(secret).verify(text, signed);
  if (isEvent(event)) return event;
  throw new Error("The webhook brought no event.");
}

/** The key is the decoded base64 after `whsec_`. A secret of another form is the key itself. */
function webhookOf(secret: string): Webhook {
  const isEncoded = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret);
  return isEncoded ? new Webhook(secret) : new Webhook(new TextEncoder().encode(secret), { format: "raw" });
}

function headerOf(headers: IncomingHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

function isEvent(value: unknown): value is WebhookEvent {
  return typeof value === "object" && value !== null && "type" in value && "data" in value;
}
