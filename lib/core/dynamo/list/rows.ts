import type { Key } from "#core/dynamo/key.ts";
import type { IndexName } from "#core/dynamo/layout.ts";
import { termBeginsWith } from "#core/dynamo/terms.ts";
import { idFloor, idTime } from "#core/id.ts";

export type SortField = "created_at" | "updated_at" | "key";

/** The parameters that the lists of the store family share. */
export interface ListParameters {
  limit?: number | undefined;
  cursor?: string | undefined;
  query?: string | undefined;
  sort_field?: SortField | undefined;
  sort_direction?: "asc" | "desc" | undefined;
  created_at_from?: number | undefined;
  created_at_to?: number | undefined;
}

export interface ListRequest {
  /** Partition keys of the records, one for each shard. */
  partitions: readonly string[];
  /** Partitions of the `list` (or `child`) indexes that make up the list, one a status. */
  lists: string[];
  index?: "list" | "child";
  /** Partitions of the `all` index that have the same records as `lists`, in order of creation. */
  all?: readonly string[] | undefined;
  /** True when `lists` are all there are, so that the table itself has them in order of creation. */
  everything?: boolean;
  /** An item that is read along with the records of a page, where these are read by key. */
  besides?: ExtraItem | undefined;
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
export interface ExtraItem {
  key: Key;
  /** Those that it is read from; all of its item where they are not told. */
  attributes?: readonly string[] | undefined;
  take(item: Record<string, unknown> | undefined): void;
}

/** A request with the attributes that its records are read from. */
export type PageRequest = ListRequest & { attributes: readonly string[] | undefined };

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
export interface NeededTerms {
  prefixes: string[];
  facets: string[];
}

/** Rows of a page; `next` is where the following page begins after; `full` says that the rows are whole records. */
export interface PageRows {
  rows: Row[];
  next: Position | undefined;
  full: boolean;
}

export interface Page<T> {
  items: T[];
  cursor: string | null;
}

/** Attribute that an index of each order is sorted by. */
export const SORT_ATTRIBUTES = { created_at: "sk", updated_at: "by_updated", key: "by_key" } as const;
const INDEX_SUFFIXES = { created_at: "created", updated_at: "updated", key: "key" } as const;

/** The index that has the list in the order asked for. */
export function listIndex({ index = "list", sort }: ListRequest): IndexName {
  return `${index}_${INDEX_SUFFIXES[sort]}`;
}

/** Whether a record's time of creation, which its id carries, is in the range asked for. */
export function isInCreationRange(
  sk: string,
  { createdFrom, createdTo }: Pick<ListRequest, "createdFrom" | "createdTo">,
): boolean {
  if (createdFrom === undefined && createdTo === undefined) return true;
  const created = Math.floor(idTime(sk) ?? 0);
  return created >= (createdFrom ?? 0) && created <= (createdTo ?? Number.POSITIVE_INFINITY);
}

/** Whether a record's `by_key` is in the range asked for. */
export function isInKeyRange(key: string, { keyFrom = "", keyTo }: ListRequest): boolean {
  return key >= keyFrom && (keyTo === undefined || key <= keyTo);
}

/** The range of sort keys that a list's index is read in. */
export function sortKeyRange(
  sort: "sk" | "by_updated" | "by_key",
  request: ListRequest,
): { from?: string; to?: string } {
  if (sort === "sk") return createdRange(request);
  const { keyFrom, keyTo } = request;
  if (sort === "by_updated") return {};
  return {
    ...(keyFrom === undefined ? {} : { from: keyFrom }),
    ...(keyTo === undefined ? {} : { to: keyTo }),
  };
}

function createdRange({ idPrefix, createdFrom, createdTo }: ListRequest): { from?: string; to?: string } {
  return {
    ...(createdFrom === undefined ? {} : { from: idFloor(idPrefix, createdFrom) }),
    ...(createdTo === undefined ? {} : { to: `${idFloor(idPrefix, createdTo + 0.999)}~` }),
  };
}

/** Whether a record's terms have all that is needed. */
export function matchesTerms(terms: string[], { prefixes, facets }: NeededTerms): boolean {
  return (
    facets.every((facet) => terms.includes(facet)) &&
    prefixes.every((prefix) => terms.some((term) => termBeginsWith(term, prefix)))
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
