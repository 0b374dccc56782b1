import type { Send } from "./credential.ts";
import { retryAfterOf } from "./errors.ts";

/** Seconds: who has to wait for longer is told so, and does not wait. */
const PATIENCE = 20;
/** Milliseconds of the first pause, where the API names none; each further one is twice as long. */
const FIRST_PAUSE = 250;

/** Sends a request again that was not carried out: after 429 and 503, and after trouble on the way. */
export function withRetries(send: Send, retries: number): Send {
  return async (request) => {
    for (let tried = 0, next = request; ; tried++) {
      const spare = tried < retries ? next.clone() : undefined;
      const outcome = await send(next).catch((error: unknown) => error);
      const pause = spare && isRepeatable(request, outcome) ? pauseBefore(outcome, tried) : undefined;
      if (spare === undefined || pause === undefined) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, pause));
      next = spare;
    }
  };
}

/** A request may have been carried out that was answered with 503 or not at all: then only what does no harm twice. */
function isRepeatable({ method, headers, signal }: Request, outcome: unknown): boolean {
  if (signal.aborted) return false;
  const harmless = method !== "POST" || headers.has("idempotency-key");
  if (!(outcome instanceof Response)) return harmless && outcome instanceof TypeError;
  return outcome.status === 429 || (outcome.status === 503 && harmless);
}

/** Milliseconds; `undefined` for longer than anybody waits. */
function pauseBefore(outcome: unknown, tried: number): number | undefined {
  const said = outcome instanceof Response ? retryAfterOf(outcome) : undefined;
  // Those who were refused together do not come again together.
  if (said === undefined) return FIRST_PAUSE * 2 ** tried * (0.5 + Math.random());
  return said > PATIENCE ? undefined : said * 1000 + FIRST_PAUSE * Math.random();
}
