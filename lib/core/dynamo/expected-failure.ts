/** The condition of a write did not hold. Domain code expected that, and gave it this outcome as its name. */
export class ExpectedFailure<O extends string = string> extends Error {
  readonly outcome: O;

  constructor(outcome: O) {
    super(`The condition of a write did not hold: ${outcome}.`);
    this.outcome = outcome;
  }
}
