import { createHmac, randomBytes } from "node:crypto";

/** An event of an account that Stripe would report to the shop. */
export type AccountEvent = { type: string; object: object };

/** A callback, with the object as it was when the event occurred. */
export type Callback = { id: string; type: string; body: string };

export interface Listener {
  url: string;
  /** Signing secrets, newest first; only the newest one signs. */
  secrets: string[];
}

/** Creates a callback. Its body is fixed now, so that all its deliveries are equal. */
export function callbackOf({ type, object }: AccountEvent, created: number): Callback {
  const id = `evt_${randomBytes(12).toString("hex")}`;
  const event = {
    id,
    object: "event",
    api_version: null,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  };
  return { id, type, body: JSON.stringify(event) };
}

/** The header `stripe-signature`, `t=…,v1=…`: https://docs.stripe.com/webhooks#verify-manually */
export function signatureOf(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

export function newSecret(): string {
  return `whsec_${randomBytes(24).toString("hex")}`;
}

/** @returns the status of the answer */
export async function sendCallback(
  { body }: Callback,
  { url, secrets }: Listener,
  secret = secrets[0] ?? "",
): Promise<number> {
  const headers = { "content-type": "application/json", "stripe-signature": signatureOf(body, secret) };
  const reply = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(20_000) });
  await reply.text();
  return reply.status;
}

/** Sends a callback until an answer below 500, but only a few times and within seconds. */
export async function sendUntilAccepted(callback: Callback, listener: Listener): Promise<void> {
  for (const wait of [300, 1000, 3000, 0]) {
    const status = await sendCallback(callback, listener).catch(() => 0);
    if (status >= 200 && status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, wait).unref());
  }
}
