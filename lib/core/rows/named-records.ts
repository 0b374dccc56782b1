import type { Stored } from "#core/dynamo/entity.ts";
import type { ListSource } from "#core/records/list.ts";
import { sortsOf } from "./declaration.ts";
import { compareKeys, placeOf } from "./place.ts";
import { matchesQuery, type RowsRequest, rowsQuery } from "./query.ts";
import type { RowIndex } from "./read.ts";

/**
 * The records that a caller named and that match the request, as a source for `list`. They have the order in which they
 * were named, unless a sort is requested.
 */
export function namedRecords<T extends object & { id: string }>(
  { of: { entity, listing } }: RowIndex<T>,
  records: readonly Stored<T>[],
  request: RowsRequest,
  inOrder: boolean,
): ListSource<T> {
  const needed = rowsQuery(request);
  const matching = records.filter((record) => matchesQuery(listing(record), needed));
  const placeIn = (record: T) => {
    const found = listing(record);
    return placeOf((found && sortsOf(found)[needed.sort]) ?? "", record.id);
  };
  const sign = needed.descending ? -1 : 1;
  const sorted = matching.toSorted((one, other) => sign * compareKeys(placeIn(one), placeIn(other)));
  return {
    entity,
    index: "list",
    idPrefix: "",
    partitions: [],
    lists: [],
    onlyRecords: { records: inOrder ? sorted : matching, named: true },
  };
}
