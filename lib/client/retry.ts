import type { SendRequest } from "./credential.ts";
import { retryAfterOf } from "./errors.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** Longest Retry-After that the client waits for, in seconds. With a longer one the call fails at once. */
const MAX_WAIT_SECONDS = 20;
/** Milliseconds before the first retry without a Retry-After; doubled for each further retry. */
const FIRST_PAUSE_MS = 250;

/** Retries requests after 429, 503 and network failures, where repeating them is safe. */
export function withRetries(send: SendRequest, retries: number): SendRequest {
  return async (request) => {
    for (let tried = 0, next = request; ; tried++) {
      const spare = tried < retries ? next.clone() : undefined;
      const outcome = await send(next).catch((error: unknown) => error);
      const pause = spare && isRepeatable(request, outcome) ? pauseMs(outcome, tried) : undefined;
      if (spare === undefined || pause === undefined) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await unlessAborted(request.signal, new Promise((resolve) => setTimeout(resolve, pause)));
      next = spare;
    }
  };
}

/**
 * A request that was refused with 429 had no effect, and neither had one to which the API said when to come back. After
 * another 503 or a network failure it may have had one. Then only a read and a POST with a key are repeated: a PUT of a
 * version would conflict with itself.
 */
function isRepeatable({ method, headers, signal }: Request, outcome: unknown): boolean {
  if (signal.aborted) return false;
  const harmless = method === "GET" || headers.has("idempotency-key");
  if (!(outcome instanceof Response)) return harmless && outcome instanceof TypeError;
  const { status } = outcome;
  return status === 429 || (status === 503 && (harmless || retryAfterOf(outcome) !== undefined));
}

/** Milliseconds before the next try; `undefined` if that is too long to wait. */
function pauseMs(outcome: unknown, tried: number): number | undefined {
  const retryAfter = outcome instanceof Response ? retryAfterOf(outcome) : undefined;
  // Jitter, so that clients that were refused together do not retry together.
  if (retryAfter === undefined) return FIRST_PAUSE_MS * 2 ** tried * (0.5 + Math.random());
  return retryAfter > MAX_WAIT_SECONDS ? undefined : retryAfter * 1000 + FIRST_PAUSE_MS * Math.random();
}
