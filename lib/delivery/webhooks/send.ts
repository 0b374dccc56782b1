import { OutboundError, outboundFetch } from "#core/outbound.ts";
import { retryAfterSeconds } from "./schedule.ts";
import { signedHeaders } from "./signature.ts";

/** Milliseconds within which an endpoint must answer. */
const TIMEOUT_MS = 20_000;
// Only an excerpt is read, so a response may have any length.
const MAX_RESPONSE = Number.MAX_SAFE_INTEGER;
const EXCERPT_LENGTH = 500;

export interface WebhookPayload {
  id: string;
  type: string;
  timestamp: number;
  business_id: string;
  businessId: string;
  sequence: number;
  actor: { type: string; id: string | null };
  data: Record<string, unknown>;
}

export interface Target {
  url: string;
  headers: Record<string, string>;
  /** Secrets that sign: the current one first, then the previous one during a rotation. */
  secrets: string[];
}

export interface AttemptOutcome {
  success: boolean;
  status: number | null;
  error: string | null;
  response: string;
  duration_ms: number;
  /** Seconds that the endpoint requests before the next attempt. */
  retryAfter: number | undefined;
}

/** Sends an event, signed with the current time. Redirects count as failures and are not followed. */
export async function deliver(target: Target, payload: WebhookPayload, now: number): Promise<AttemptOutcome> {
  const body = bodyOf(payload);
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const reply = await outboundFetch(target.url, {
      method: "POST",
      headers: {
        ...target.headers,
        "content-type": "application/json",
        "user-agent": "Storefront-Webhooks/1.0",
        ...signedHeaders(payload.id, now, body, target.secrets),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE,
      redirects: 0,
    });
    const { status, headers } = reply;
    const success = status >= 200 && status < 300;
    const response = await excerptOf(reply);
    return {
      success,
      status,
      error: success ? null : reasonOf(status),
      response,
      duration_ms: took(),
      retryAfter: retryAfterSeconds(headers["retry-after"], now),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      success: false,
      status: null,
      error: error.message.slice(0, EXCERPT_LENGTH),
      response: "",
      duration_ms: took(),
      retryAfter: undefined,
    };
  }
}

// The table returns map keys in any order, but every attempt must send the same bytes.
function bodyOf(payload: WebhookPayload): string {
  return JSON.stringify({ ...payload, data: withSortedKeys(payload.data) });
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const names = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map(([name, item]) => [name, withSortedKeys(item)]));
}

// The beginning of the response, for people. It may be incomplete, because only the status decides.
async function excerptOf(reply: Awaited<ReturnType<typeof outboundFetch>>): Promise<string> {
  try {
    return (await reply.excerpt(EXCERPT_LENGTH)).toWellFormed();
  } catch (error) {
    if (error instanceof OutboundError) return "";
    throw error;
  }
}

function reasonOf(status: number): string {
  return status >= 300 && status < 400
    ? `It answered ${status}; redirects are not followed.`
    : `It answered ${status}.`;
}
