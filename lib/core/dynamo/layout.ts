/**
 * The physical layout of the one table, for the stack that provisions it and the emulator that stands in for it.
 * `list` and `child` name a partition of a list: all records of a kind with one status, and those below one parent.
 * Each has an index by creation (`sk` is the time-sorted id), by update and by key. `all` names a list of every
 * status by creation, which saves merging the statuses. `due` holds what the minute's scan finds. Indexes carry only
 * what lists filter by; the page itself is read from the table.
 */
export const INDEXES = {
  list_created: { partition: "list", sort: "sk" },
  list_updated: { partition: "list", sort: "by_updated" },
  list_key: { partition: "list", sort: "by_key" },
  child_created: { partition: "child", sort: "sk" },
  child_updated: { partition: "child", sort: "by_updated" },
  child_key: { partition: "child", sort: "by_key" },
  all_created: { partition: "all", sort: "sk" },
  due: { partition: "due", sort: "due_by" },
} as const;

export type IndexName = keyof typeof INDEXES;

export const LAYOUT = {
  partition: "pk",
  sort: "sk",
  /** Expiry in seconds since 1970. The table deletes long after a record has expired, so readers compare the clock. */
  ttl: "ttl",
  /** Attributes that every index carries besides its keys: the search terms of the record. */
  projected: ["terms"],
  /** Attributes of keys; all are strings. */
  keys: ["pk", "sk", "list", "child", "all", "by_updated", "by_key", "due", "due_by"],
  /** Values of `_t` of the items that the stream hands to the fan-out. */
  outbox: ["event", "message"],
  /** True in a record whose every change the stream hands to the fan-out. */
  watched: "watched",
  /** True in a record that does not count for sums. */
  uncounted: "_u",
} as const;

/** The partition of the public keys that verify access tokens. Only the roles of sign-in functions may write it. */
export const SIGNING_KEYS = "SIGNING_KEYS";
