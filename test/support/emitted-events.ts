import { subscribe } from "node:diagnostics_channel";
import { operations, workers } from "#functions/manifest.ts";
import { COMMITTED } from "#infra/local/stream-pump.ts";
import { type CommittedRecord, followChanges } from "./changes.ts";

/** Pairs of an operation or worker and a declared event: `forgetContact cart.updated`. */
export const declaredPairs: ReadonlySet<string> = new Set(
  [...operations, ...workers].flatMap(({ id, emits = [] }) => emits.map((type) => `${id} ${String(type)}`)),
);
const KNOWN_IDS = new Set([...operations, ...workers].map(({ id }) => id));

/**
 * Follows everything that this process's stack commits. Returns pairs of operation or worker and event, and
 * errors: wrong causes and undeclared events.
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

// Leaves out tests that call domain code, as they have no operation.
function undeclaredOf(pairs: ReadonlySet<string>): string[] {
  return [...pairs]
    .filter((pair) => KNOWN_IDS.has(pair.slice(0, pair.indexOf(" "))) && !declaredPairs.has(pair))
    .map((pair) => `${pair.replace(" ", " announces ")}, which it does not declare`)
    .sort();
}
