import { subscribe } from "node:diagnostics_channel";
import { operations, workers } from "#functions/manifest.ts";
import { COMMITTED } from "#infra/local/stream-pump.ts";
import { type CommittedRecord, followChanges } from "./changes.ts";

/** Each pair of an operation or worker and an event that it declares: `forgetContact cart.updated`. */
export const declaredPairs: ReadonlySet<string> = new Set(
  [...operations, ...workers].flatMap(({ id, emits = [] }) => emits.map((type) => `${id} ${String(type)}`)),
);
const KNOWN = new Set([...operations, ...workers].map(({ id }) => id));

/**
 * Follows all that the stack of this process commits from now on.
 *
 * @returns the pairs of an operation or worker and an event that were seen, and what is wrong: events with other causes
 *   than theirs, and those that nobody declares
 */
export function followEvents() {
  const following = followChanges();
  subscribe(COMMITTED.name, (records) => following.take(records as CommittedRecord[]));
  return {
    end() {
      const { pairs, wrong } = following.end();
      return { pairs, wrong: [...wrong, ...undeclaredOf(pairs)] };
    },
  };
}

// What a test does itself, by a verb of which no operation is, has declared nothing.
function undeclaredOf(pairs: ReadonlySet<string>): string[] {
  return [...pairs]
    .filter((pair) => KNOWN.has(pair.slice(0, pair.indexOf(" "))) && !declaredPairs.has(pair))
    .map((pair) => `${pair.replace(" ", " announces ")}, which it does not declare`)
    .sort();
}
