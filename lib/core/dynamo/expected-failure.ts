/** The condition of a write did not hold, and the verb asked for this outcome by name. */
export class ExpectedFailure<O extends string = string> extends Error {
  readonly outcome: O;

  constructor(outcome: O) {
    super(`The condition of a write did not hold: ${outcome}.`);
    this.outcome = outcome;
  }
}
