interface Seldom {
  /** What it would need. */
  why: string;
  events: readonly string[];
  by: readonly string[];
}

/**
 * Events that an operation or worker declares and that a run of all tests need not see it announce, each with what it
 * would need. What gets a test of its own is taken out of here.
 */
const SELDOM: readonly Seldom[] = [];

/** All of these: `forgetContact cart.updated`. */
export function seldomPairs(): string[] {
  return SELDOM.flatMap(({ by, events }) => by.flatMap((id) => events.map((type) => `${id} ${type}`)));
}
