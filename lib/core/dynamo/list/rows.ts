import type { Key } from "#core/dynamo/key.ts";
import type { IndexName } from "#core/dynamo/layout.ts";
import { termBeginsWith } from "#core/dynamo/terms.ts";
import { idFloor, idTime } from "#core/id.ts";

export type SortField = "created_at" | "updated_at" | "key";

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
  /** Partitions of the `list` (or `child`) indexes that form the list, one per status. */
  lists: string[];
  index?: "list" | "child";
  /** Partitions of the `all` index with the same records as `lists`, by creation. */
  all?: readonly string[] | undefined;
  /** True when the list has all records of the table partition, so it can be read by creation. */
  coversPartition?: boolean;
  /** An item to read in the request that reads a page's records by key. */
  extraItem?: ExtraItem | undefined;
  /** Words of which each must begin a word of the record. */
  query?: string | undefined;
  /** True for records whose terms have no rows: a query walks the index. */
  walks?: boolean;
  /** Terms that the record must have, as `facet` makes them; those of `narrowingFacet` come last. */
  facets?: string[];
  sort: SortField;
  descending: boolean;
  limit: number;
  cursor?: string | undefined;
  /** Prefix of the records' ids, and the range of creation in seconds, inclusive. */
  idPrefix: string;
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  keyFrom?: string | undefined;
  keyTo?: string | undefined;
  /** What a cursor is bound to besides the fields above: operation, tenant, visibility and filters. */
  scope: unknown;
}

/** An item by its key, and what is done with it; `take` gets `undefined` when there is none. */
export interface ExtraItem {
  key: Key;
  /** The attributes that it is read from; `undefined` reads the whole item. */
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

/** The entry of a record in an index. */
export interface Row extends Position {
  terms: string[];
  item: Record<string, unknown>;
}

/** Terms that a record must have: beginnings of words, and whole facets. */
export interface NeededTerms {
  prefixes: string[];
  facets: string[];
}

/** Rows of a page. The following page begins after `next`; `full` says that the rows are whole records. */
export interface PageRows {
  rows: Row[];
  next: Position | undefined;
  full: boolean;
}

export interface Page<T> {
  items: T[];
  cursor: string | null;
}

export const SORT_ATTRIBUTES = { created_at: "sk", updated_at: "by_updated", key: "by_key" } as const;
const INDEX_SUFFIXES = { created_at: "created", updated_at: "updated", key: "key" } as const;

/** The index with the list in the requested order. */
export function listIndex({ index = "list", sort }: ListRequest): IndexName {
  return `${index}_${INDEX_SUFFIXES[sort]}`;
}

/** Whether a record's time of creation, which its id carries, is in the requested range. */
export function isInCreationRange(
  sk: string,
  { createdFrom, createdTo }: Pick<ListRequest, "createdFrom" | "createdTo">,
): boolean {
  if (createdFrom === undefined && createdTo === undefined) return true;
  const created = Math.floor(idTime(sk) ?? 0);
  return created >= (createdFrom ?? 0) && created <= (createdTo ?? Number.POSITIVE_INFINITY);
}

export function isInKeyRange(key: string, { keyFrom = "", keyTo }: ListRequest): boolean {
  return key >= keyFrom && (keyTo === undefined || key <= keyTo);
}

/** The range of sort keys in which a list's index is read. */
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

export function matchesTerms(terms: string[], { prefixes, facets }: NeededTerms): boolean {
  return (
    facets.every((facet) => terms.includes(facet)) &&
    prefixes.every((prefix) => terms.some((term) => termBeginsWith(term, prefix)))
  );
}

/** Whether a row comes before another in the requested order. */
export function precedes(row: Position, other: Position | undefined, descending: boolean): boolean {
  if (!other) return true;
  const before = row.at === other.at ? row.sk < other.sk : row.at < other.at;
  return row.at === other.at && row.sk === other.sk ? false : before !== descending;
}

/**
 * The items whose own fields say that they are in the list. An index lags: a published record that has become a draft
 * must not appear.
 */
export function filterListed(
  { lists, index = "list" }: ListRequest,
  items: Record<string, unknown>[],
): Record<string, unknown>[] {
  return items.filter((item) => lists.includes(String(item[index])));
}
