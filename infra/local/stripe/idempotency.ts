import { Refusal } from "./refusal.ts";

type Answer = [status: number, body: unknown];

interface Known {
  body: string;
  answer: Answer;
  /** Milliseconds of the clock until which it is under way. */
  until: number;
}

/**
 * Answers under an Idempotency-Key: the first one is given again, a 500 too. Another body under it is refused, and so is
 * one that comes while the first is under way.
 */
export class Idempotency {
  /** Keys that were used again with another body. */
  readonly misused: string[] = [];
  readonly #answers = new Map<string, Known>();

  /** @param takes milliseconds that the answer takes */
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
    // What was refused before it began is not kept.
    if (answer[0] === 200 || answer[0] >= 500)
      this.#answers.set(key, { body, answer, until: Date.now() + takes });
    return answer;
  }
}

function refused(refusal: Refusal): Answer {
  return [refusal.status, refusal.body()];
}
