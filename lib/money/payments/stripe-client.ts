import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import { optionalEnv } from "#core/env.ts";
import { ApiError } from "#core/errors.ts";
import { addToLogLine } from "#core/log-context.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { PAYMENT } from "./errors.ts";

/** Shorter than the timeout of every function that calls Stripe. */
const TIMEOUT_MS = 8000;
/** Most further keys to try: Stripe repeats even a 500 under one key for a day. */
const MAX_KEYS = 3;
/** Most tries while another call uses the key, with growing pauses. Each try includes the library's own retries. */
const MAX_IN_USE_TRIES = 4;
const PAUSE_MS = 250;
/** HTTP status of Stripe while another call with the same key is running. */
const IN_USE = 409;
const clients = new Map<string, Promise<Stripe>>();
const MAX_CLIENTS = 100;

/** The official library with an account's key. The first call loads it. */
export function stripeFor(secretKey: string): Promise<Stripe> {
  let client = clients.get(secretKey);
  if (!client) {
    if (clients.size >= MAX_CLIENTS) clients.clear();
    client = newClient(secretKey);
    clients.set(secretKey, client);
  }
  return client;
}

/** Seconds that a signature may be old. */
const MAX_SIGNATURE_AGE = 300;

export async function isSignedBy(raw: Buffer, signature: string, secret: string): Promise<boolean> {
  const { default: Library } = await import("stripe");
  try {
    return Library.webhooks.signature?.verifyHeader(raw, signature, secret, MAX_SIGNATURE_AGE) ?? false;
  } catch {
    return false;
  }
}

async function newClient(secretKey: string): Promise<Stripe> {
  const { default: Library } = await import("stripe");
  const standIn = optionalEnv("STRIPE_API");
  const at = standIn ? new URL(standIn) : undefined;
  const client = new Library(secretKey, {
    telemetry: false,
    timeout: scaledTimeout(TIMEOUT_MS),
    maxNetworkRetries: 1,
    ...(at ? { host: at.hostname, port: Number(at.port), protocol: "http" as const } : {}),
  });
  // By this id, Stripe's support can find a call that changed something.
  client.on("response", ({ method, request_id }: Stripe.ResponseEvent) => {
    if (method !== "GET") addToLogLine({ provider_id: request_id });
  });
  return client;
}

/** An error of the library, read by its fields: importing its classes would load the library. */
interface StripeRefusal {
  type: string;
  code: string | undefined;
  param: string | undefined;
  status: number | undefined;
  message: string;
}

export function stripeRefusal(error: unknown): StripeRefusal | undefined {
  if (!(error instanceof Error) || !("type" in error) || typeof error.type !== "string") return undefined;
  if (!error.type.startsWith("Stripe")) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : undefined;
  const param = "param" in error && typeof error.param === "string" ? error.param : undefined;
  return { type: error.type, code, param, status, message: error.message };
}

/**
 * Whether a failed call may have had its effect: the answer was lost or is a 500, or an older version of us
 * used the key with other content.
 */
function hasUnknownOutcome({ type, status }: StripeRefusal): boolean {
  if (type === "StripeConnectionError") return true;
  if (type === "StripeIdempotencyError") return status !== IN_USE;
  return status !== undefined && status >= 500;
}

export function isTransient(refusal: StripeRefusal): boolean {
  return hasUnknownOutcome(refusal) || refusal.type === "StripeRateLimitError" || refusal.status === IN_USE;
}

/** The error that callers see, without any secret key. */
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

export function rethrow(error: unknown): never {
  throw stripeError(error);
}

/** Closes a page; `paid` if it was paid already. */
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

/** Makes something once. After a lost answer it looks for the result before it tries another key. */
export async function retryWithNewKeys<T>(
  key: string,
  make: (key: string) => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await retryWhileInUse(() => make(tries === 0 ? key : `${key}-${tries}`));
    } catch (error) {
      const refusal = stripeRefusal(error);
      if (!refusal || !hasUnknownOutcome(refusal) || tries === MAX_KEYS) throw error;
      const made = await find();
      if (made) return made;
      // Nothing was made that can be seen yet. Only a 500 is retried here, under another key.
      if (refusal.type === "StripeConnectionError" || refusal.type === "StripeIdempotencyError") throw error;
    }
  }
}

/** Retries while a concurrent call uses the key. */
async function retryWhileInUse<T>(make: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      if (stripeRefusal(error)?.status !== IN_USE || tries === MAX_IN_USE_TRIES) throw error;
    }
    await sleep(PAUSE_MS * tries);
  }
}
