import { LAYOUT } from "#core/dynamo/layout.ts";

const TAKEN_NAMES: ReadonlySet<string> = new Set([
  ...LAYOUT.keys,
  ...LAYOUT.projected,
  LAYOUT.ttl,
  LAYOUT.watched,
]);

/**
 * Requires that measures can be attributes of a row beside its keys.
 *
 * @throws where one has the name of a key, or begins with `_` like the attributes of lib/core
 */
export function checkMeasures(names: Iterable<string>): void {
  for (const name of names)
    if (TAKEN_NAMES.has(name) || name.startsWith("_"))
      throw new Error(`${name} is no name of a measure: items of the table have it already.`);
}
