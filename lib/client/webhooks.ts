import { Webhook } from "standardwebhooks";
import type { EventType } from "./api.ts";

export interface WebhookEvent {
  /** Id of the event, the same in every attempt, to detect repeats. */
  id: string;
  type: EventType;
  /** When the event happened. */
  timestamp: string;
  business_id: string;
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
 * @param secret of the webhook, `whsec_…`
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
  const event = new Webhook(secret).verify(text, signed);
  if (isEvent(event)) return event;
  throw new Error("The webhook brought no event.");
}

function headerOf(headers: IncomingHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

function isEvent(value: unknown): value is WebhookEvent {
  return typeof value === "object" && value !== null && "type" in value && "data" in value;
}
