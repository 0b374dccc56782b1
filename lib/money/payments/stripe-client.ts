import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import { optionalEnv } from "#core/env.ts";
import { ApiError } from "#core/errors.ts";
import { addToLogLine } from "#core/log-context.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { PAYMENT } from "./errors.ts";

/** Below the timeout of every function that calls. */
const TIMEOUT_MS = 8000;
/** Stripe repeats even a 500 under the same key for a day: so often another key is taken, after looking for the first. */
const MAX_KEYS = 3;
/** Looks at a key that another call is using, beside those of the library, with growing pauses. */
const MAX_LOOKS = 4;
const PAUSE_MS = 250;
/** Another call with the same key is under way. */
const IN_USE = 409;
const clients = new Map<string, Promise<Stripe>>();
const MAX_CLIENTS = 100;

/** The official library, loaded by the first call alone, with an account's key. */
export function stripeFor(secretKey: string): Promise<Stripe> {
  let client = clients.get(secretKey);
  if (!client) {
    if (clients.size >= MAX_CLIENTS) clients.clear();
    client = open(secretKey);
    clients.set(secretKey, client);
  }
  return client;
}

/** Seconds that a signature may be old. */
const TOLERANCE = 300;

/** Whether a secret has made the signature of a callback, in the last five minutes. */
export async function isSignedBy(raw: Buffer, signature: string, secret: string): Promise<boolean> {
  const { default: Library } = await import("stripe");
  try {
    return Library.webhooks.signature?.verifyHeader(raw, signature, secret, TOLERANCE) ?? false;
  } catch {
    // Made with another secret, or by somebody else.
    return false;
  }
}

async function open(secretKey: string): Promise<Stripe> {
  const { default: Library } = await import("stripe");
  const standIn = optionalEnv("STRIPE_API");
  const at = standIn ? new URL(standIn) : undefined;
  const client = new Library(secretKey, {
    telemetry: false,
    timeout: scaledTimeout(TIMEOUT_MS),
    maxNetworkRetries: 1,
    ...(at ? { host: at.hostname, port: Number(at.port), protocol: "http" as const } : {}),
  });
  // By this Stripe finds a call that changed something.
  client.on("response", ({ method, request_id }: Stripe.ResponseEvent) => {
    if (method !== "GET") addToLogLine({ provider_id: request_id });
  });
  return client;
}

/** What the library throws, by what it says of itself: naming its classes would load it. */
interface Refusal {
  type: string;
  code: string | undefined;
  param: string | undefined;
  status: number | undefined;
  message: string;
}

export function stripeRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !("type" in error) || typeof error.type !== "string") return undefined;
  if (!error.type.startsWith("Stripe")) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : undefined;
  const param = "param" in error && typeof error.param === "string" ? error.param : undefined;
  return { type: error.type, code, param, status, message: error.message };
}

/**
 * Whether a call may have had its effect although it failed: the answer was lost, or is a 500, or the key was used by an
 * older version of us that asked in other words.
 */
function isUnknown({ type, status }: Refusal): boolean {
  if (type === "StripeConnectionError") return true;
  if (type === "StripeIdempotencyError") return status !== IN_USE;
  return status !== undefined && status >= 500;
}

/** Whether trying the same again can help. */
export function isTransient(refusal: Refusal): boolean {
  return isUnknown(refusal) || refusal.type === "StripeRateLimitError" || refusal.status === IN_USE;
}

/** What people are told of a refusal; a key that the provider does not know is not printed. */
export function stripeError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const refusal = stripeRefusal(error);
  if (!refusal) return error;
  const message =
    refusal.type === "StripeAuthenticationError"
      ? "it does not know the secret key"
      : refusal.message.replace(/\b[srp]k_\w+/g, "…").slice(0, 300);
  return PAYMENT.STRIPE_ERROR({ message });
}

/** Throws what `stripeError` makes of an error: for the `catch` of a call to Stripe. */
export function rethrow(error: unknown): never {
  throw stripeError(error);
}

/** Closes a page that can be paid; "paid" where it was paid before. */
export async function closeCheckout(client: Stripe, ref: string): Promise<"closed" | "paid"> {
  try {
    await client.checkout.sessions.expire(ref);
    return "closed";
  } catch (error) {
    if (stripeRefusal(error)?.type !== "StripeInvalidRequestError") throw stripeError(error);
    const { status } = await client.checkout.sessions.retrieve(ref).catch(rethrow);
    return status === "complete" ? "paid" : "closed";
  }
}

/** Makes something once: after an answer that was lost, what was made is looked for before it is asked for again. */
export async function retryWithNewKeys<T>(
  key: string,
  make: (key: string) => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await whenFree(() => make(tries === 0 ? key : `${key}-${tries}`));
    } catch (error) {
      const refusal = stripeRefusal(error);
      if (!refusal || !isUnknown(refusal) || tries === MAX_KEYS) throw error;
      const made = await find();
      if (made) return made;
      // Nothing was made that can be seen yet: the same key is the one to try again, unless all that it has is a 500.
      if (refusal.type === "StripeConnectionError" || refusal.type === "StripeIdempotencyError") throw error;
    }
  }
}

/** Of those who ask under one key at once the first is answered, and the others once that is done. */
async function whenFree<T>(make: () => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks++) {
    try {
      return await make();
    } catch (error) {
      if (stripeRefusal(error)?.status !== IN_USE || looks === MAX_LOOKS) throw error;
    }
    await sleep(PAUSE_MS * looks);
  }
}
