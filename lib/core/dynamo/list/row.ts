import { beginsWith } from "#core/dynamo/terms.ts";
import type { ListRequest, Needed, Position } from "./types.ts";

/** Whether a record's terms have all that is needed. */
export function matches(terms: string[], { prefixes, facets }: Needed): boolean {
  return (
    facets.every((facet) => terms.includes(facet)) &&
    prefixes.every((prefix) => terms.some((term) => beginsWith(term, prefix)))
  );
}

/** Whether a row comes before another in the order asked for. */
export function precedes(row: Position, other: Position | undefined, descending: boolean): boolean {
  if (!other) return true;
  const before = row.at === other.at ? row.sk < other.sk : row.at < other.at;
  return row.at === other.at && row.sk === other.sk ? false : before !== descending;
}

/**
 * Those items that are in the list by what they say themselves. An index may still have a record in a list that it has
 * left: what was published and is a draft by now must not show.
 */
export function stillListed(
  { lists, index = "list" }: ListRequest,
  items: Record<string, unknown>[],
): Record<string, unknown>[] {
  return items.filter((item) => lists.includes(String(item[index])));
}
