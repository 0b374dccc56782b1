import { subscribe } from "node:diagnostics_channel";
import { operations, workers } from "#functions/manifest.ts";
import { COMMITTED } from "#infra/local/stream-pump.ts";
import { type Committed, followChanges } from "./changes.ts";
import { isSeldom, seldomPairs } from "./seldom.ts";

const declaring = [...operations, ...workers].flatMap(({ id, emits = [] }) =>
  emits.map((type) => ({ id, type: String(type) })),
);
const KNOWN = new Set([...operations, ...workers].map(({ id }) => id));

/**
 * Follows all that the stack of this process commits from now on.
 *
 * @returns which pairs of an operation or worker and an event that it declares were not seen, but for those that
 *   are seldom, of how many, and what is wrong: events with other causes than theirs, and those that nobody declares
 */
export function followEvents() {
  const following = followChanges();
  subscribe(COMMITTED.name, (records) => following.take(records as Committed[]));
  return {
    end() {
      const { pairs, wrong } = following.end();
      const unseen = unseenOf(pairs);
      return {
        unseen,
        declared: declaring.length,
        wrong: [...wrong, ...undeclaredOf(pairs), ...needlessOf()],
      };
    },
  };
}

function unseenOf(pairs: ReadonlySet<string>): string[] {
  return declaring
    .filter(({ id, type }) => !pairs.has(`${id} ${type}`) && !isSeldom(id, type))
    .map(({ id, type }) => `${id} ${type}`)
    .sort();
}

function needlessOf(): string[] {
  const declared = new Set(declaring.map(({ id, type }) => `${id} ${type}`));
  return seldomPairs()
    .filter((pair) => !declared.has(pair))
    .map((pair) => `${pair}, which nobody declares`);
}

// What a test does itself, by a verb of which no operation is, has declared nothing.
function undeclaredOf(pairs: ReadonlySet<string>): string[] {
  const declared = new Set(declaring.map(({ id, type }) => `${id} ${type}`));
  return [...pairs]
    .filter((pair) => KNOWN.has(pair.slice(0, pair.indexOf(" "))) && !declared.has(pair))
    .map((pair) => `${pair.replace(" ", " announces ")}, which it does not declare`)
    .sort();
}
