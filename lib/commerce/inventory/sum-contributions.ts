import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Level } from "./schema.ts";
import { levels } from "./table.ts";

/**
 * Levels as what sums are reckoned from.
 *
 * @param contributions what a level adds; a retired one sells nothing, and adds nothing
 */
export function levelSumSource(contributions: (level: Level) => Contributions): SumSource {
  return sumSource(levels, {
    deleted: "taken back",
    // A variant that is counted again has levels of the same keys.
    born: ({ id }) => id,
    contributions: (level) => (level.retired ? {} : contributions(level)),
  });
}
