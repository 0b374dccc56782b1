import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { InventoryLevel } from "./schema.ts";
import { levels } from "./table.ts";

/** @param contributions of a level to the sums; a retired level contributes nothing */
export function levelSumSource(contributions: (level: InventoryLevel) => Contributions): SumSource {
  return sumSource(levels, {
    deleted: "taken back",
    // A variant that is counted again reuses the keys of its levels.
    born: ({ id }) => id,
    contributions: (level) => (level.retired ? {} : contributions(level)),
  });
}
