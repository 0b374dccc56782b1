/** The condition of a write did not hold, which the verb expected and named by this outcome. */
export class ExpectedFailure<O extends string = string> extends Error {
  readonly outcome: O;

  constructor(outcome: O) {
    super(`The condition of a write did not hold: ${outcome}.`);
    this.outcome = outcome;
  }
}
