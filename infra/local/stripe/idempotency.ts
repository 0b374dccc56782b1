import { Refusal } from "./refusal.ts";

type Answer = [status: number, body: unknown];

interface StoredAnswer {
  body: string;
  answer: Answer;
  /** The time in Unix milliseconds until which the request counts as running. */
  until: number;
}

/**
 * Stores answers by Idempotency-Key, those with status 500 included. Refuses a key with another body, and a key
 * whose first request still runs.
 */
export class Idempotency {
  /** Keys that were reused with another body. */
  readonly misused: string[] = [];
  readonly #answers = new Map<string, StoredAnswer>();

  /** @param takes milliseconds for which the request counts as running */
  once(key: string, body: string, takes: number, run: () => Answer): Answer {
    const known = this.#answers.get(key);
    if (known && known.until > Date.now())
      return refused(
        new Refusal("There is currently another in-progress request using this Idempotent Key.", {
          type: "idempotency_error",
          code: "idempotency_key_in_use",
          status: 409,
        }),
      );
    if (known && known.body !== body) {
      this.misused.push(key);
      return refused(
        new Refusal(
          "Keys for idempotent requests can only be used with the same parameters they were first used with.",
          { type: "idempotency_error" },
        ),
      );
    }
    if (known) return known.answer;
    const answer = run();
    // As at Stripe, the answer to a request that failed validation is not stored.
    if (answer[0] === 200 || answer[0] >= 500)
      this.#answers.set(key, { body, answer, until: Date.now() + takes });
    return answer;
  }
}

function refused(refusal: Refusal): Answer {
  return [refusal.status, refusal.body()];
}
