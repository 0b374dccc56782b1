import { Refusal } from "./refusal.ts";

type Answer = [status: number, body: unknown];

interface StoredAnswer {
  body: string;
  answer: Answer;
  /** Time in milliseconds until which the request is in progress. */
  until: number;
}

/**
 * Stored answers by Idempotency-Key, 500 included. Another body with the same key is refused, as is one
 * during the first request.
 */
export class Idempotency {
  /** Keys that were reused with another body. */
  readonly misused: string[] = [];
  readonly #answers = new Map<string, StoredAnswer>();

  /** @param takes milliseconds until the answer */
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
    // Stripe does not store answers of requests that failed validation.
    if (answer[0] === 200 || answer[0] >= 500)
      this.#answers.set(key, { body, answer, until: Date.now() + takes });
    return answer;
  }
}

function refused(refusal: Refusal): Answer {
  return [refusal.status, refusal.body()];
}
