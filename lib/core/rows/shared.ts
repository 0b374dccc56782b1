import type { Stored } from "#core/dynamo/entity.ts";
import { type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";

/** A kind of record in lists that several kinds share. */
export interface SharedSource<T extends object> extends SumSource {
  rows(record: T): ListedRow[];
  parse(item: Record<string, unknown>): Stored<T>;
}

/**
 * Declares the rows of a kind of record in lists that it shares with others.
 *
 * @param entity must have `counted` set, so that each of its changes raises its version
 * @param rows must be pure
 * @param born distinguishes a record from an earlier one with the same key; needed where keys are used again
 */
export function sharedSource<T extends object>(
  entity: Parameters<typeof sumSource<T>>[0],
  rows: (record: T) => ListedRow[],
  born: (record: T) => string = () => "",
): SharedSource<T> {
  const declared = sumSource(entity, { deleted: "taken back", born, contributions: () => ({}) });
  return {
    ...declared,
    compute: (item, zone) => ({ ...declared.compute(item, zone), rows: rows(entity.parse(item)) }),
    rows,
    parse: (item) => entity.parse(item),
  };
}
