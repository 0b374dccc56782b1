import type { Key } from "./key.ts";
import { beginsWith } from "./terms.ts";

export type SortField = "created_at" | "updated_at" | "key";

export interface ListRequest {
  /** Partition keys of the records, one for each shard. */
  partitions: readonly string[];
  /** Partitions of the `list` (or `child`) indexes that make up the list, one a status. */
  lists: string[];
  index?: "list" | "child";
  /** True when `lists` are all there are, so that the table itself has them in order of creation. */
  everything?: boolean;
  /** An item that is read along with the records of a page, where these are read by key. */
  besides?: Besides | undefined;
  /** Words of which each must begin a word of the record. */
  query?: string | undefined;
  /** True for records whose terms have no rows: a query is answered by going through the index. */
  walks?: boolean;
  /** Terms made by `facet` that the record must have, and by `detail`, those last. */
  facets?: string[];
  sort: SortField;
  descending: boolean;
  limit: number;
  cursor?: string | undefined;
  /** Prefix of the records' ids, and the range of creation in seconds, inclusive. */
  idPrefix: string;
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  /** Range of `by_key`, inclusive; only for lists that are sorted by it. */
  keyFrom?: string | undefined;
  keyTo?: string | undefined;
  /** Operation, tenant, visibility and filters: what a cursor is bound to besides the fields above. */
  scope: unknown;
}

/** An item by its key, and what is done with it; without one when there is none. */
export interface Besides {
  key: Key;
  take(item: Record<string, unknown> | undefined): void;
}

/** Where a page ended: the sort value and the key of its last record. */
export interface Position {
  at: string;
  pk: string;
  sk: string;
}

/** What an index says of a record. */
export interface Row extends Position {
  terms: string[];
  item: Record<string, unknown>;
}

/** Terms that a record must have: beginnings of words, and whole facets. */
export interface Needed {
  prefixes: string[];
  facets: string[];
}

/** Rows of a page; `next` is where the following page begins after; `full` says that the rows are whole records. */
export interface Rows {
  rows: Row[];
  next: Position | undefined;
  full: boolean;
}

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
