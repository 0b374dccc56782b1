import type { Key } from "#core/dynamo/key.ts";

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
  /** Those that it is read from; all of its item where they are not told. */
  attributes?: readonly string[] | undefined;
  take(item: Record<string, unknown> | undefined): void;
}

/** A request with the attributes that its records are read from. */
export type Asked = ListRequest & { attributes: readonly string[] | undefined };

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

export interface Page<T> {
  items: T[];
  cursor: string | null;
}
