import type { Stored } from "#core/dynamo/entity.ts";
import type { Source } from "#core/records/list.ts";
import { belongs, neededOf, type RowsAsked } from "./asked.ts";
import { sortsOf } from "./declaration.ts";
import { compareKeys, placeOf } from "./place.ts";
import type { RowsTally } from "./read.ts";

/**
 * Records that a caller named, as a source for `list` of `records/list.ts`: those that a list of rows has for what is
 * asked. They come in the order named, unless an order is asked for.
 */
export function namedIn<T extends object & { id: string }>(
  { of: { entity, listing } }: RowsTally<T>,
  records: readonly Stored<T>[],
  asked: RowsAsked,
  inOrder: boolean,
): Source<T> {
  const needed = neededOf(asked);
  const those = records.filter((record) => belongs(listing(record), needed));
  const placeIn = (record: T) => {
    const found = listing(record);
    return placeOf((found && sortsOf(found)[needed.sort]) ?? "", record.id);
  };
  const sign = needed.descending ? -1 : 1;
  const sorted = those.toSorted((one, other) => sign * compareKeys(placeIn(one), placeIn(other)));
  return {
    entity,
    index: "list",
    idPrefix: "",
    partitions: [],
    lists: [],
    these: { records: inOrder ? sorted : those, named: true },
  };
}
