import { Refusal } from "./refusal.ts";

type Answer = [status: number, body: unknown];

/** Answers under an Idempotency-Key: the first one is given again, a 500 too; another body under it is refused. */
export class Idempotency {
  readonly #answers = new Map<string, { body: string; answer: Answer }>();

  once(key: string, body: string, run: () => Answer): Answer {
    const known = this.#answers.get(key);
    if (known && known.body !== body) {
      const refusal = new Refusal(
        "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        { type: "idempotency_error" },
      );
      return [refusal.status, refusal.body()];
    }
    if (known) return known.answer;
    const answer = run();
    // What was refused before it began is not kept.
    if (answer[0] === 200 || answer[0] >= 500) this.#answers.set(key, { body, answer });
    return answer;
  }
}
