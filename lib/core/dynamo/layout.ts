/**
 * The physical shape of the one table, for the stack that provisions it and the emulator that stands in for it.
 *
 * `list` and `child` name a partition of a list (all records of a kind with one status; those below one parent);
 * each has an index by creation (`sk` is the time-sorted id), by update and by key. `all` names one of a list of every
 * status, by creation alone, where those of the statuses would be merged for it. `due` holds what a minute tick picks
 * up. Indexes carry only what a list filters by; the page itself is read from the table.
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
  /** Seconds; deletes long after a record has expired by the clock of whoever reads it. */
  ttl: "ttl",
  /** Attributes that every index carries besides its keys: the search terms of the record. */
  projected: ["terms"],
  /** Attributes of the keys; all are strings. */
  keys: ["pk", "sk", "list", "child", "all", "by_updated", "by_key", "due", "due_by"],
  /** Value of `_t` of the items that the stream hands to the fan-out. */
  outbox: ["event", "message"],
  /** True in a record whose every change the stream hands to the fan-out. */
  watched: "watched",
  /** True in a record of which nothing is reckoned as it is. */
  uncounted: "_u",
} as const;

/** The partition of the public keys that access tokens are verified with: the roles of sign-in functions alone write there. */
export const SIGNING_KEYS = "SIGNING_KEYS";
