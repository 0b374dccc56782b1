import type { Guarded } from "#core/context.ts";
import type { ApiError } from "#core/errors.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { type Condition, changeItem } from "./change.ts";
import type { BuildOptions } from "./declaration.ts";
import {
  type Fields,
  NOTE_COUNT,
  publicVersion,
  type Shape,
  SUMS_ATTRIBUTE,
  VERSION,
  type Versioned,
} from "./entity-shape.ts";
import { keyOfItem, paddedNumber } from "./key.ts";
import { LAYOUT } from "./layout.ts";
import { batchGetItems, getItem, type QueryOptions, queryItems, type Read } from "./read.ts";
import { termWrites } from "./terms.ts";
import type { ConditionFailure, Write } from "./transact.ts";

/**
 * The reads of a kind of record, which return parsed records with their version. A read that gets the context of a
 * request also reads its guards.
 */
export function readsOf<T extends object, Key, L>(
  { counted }: { counted?: boolean },
  { keyToRead, parse, partitionsIn, slots: slotsIn, attributes }: Shape<T, Key, L>,
) {
  return {
    /** Reads one record, strongly consistent; `undefined` when there is none. */
    async find(slots: Key, ctx?: Guarded): Promise<(T & Versioned) | undefined> {
      const itemKey = keyToRead(slots);
      const item = itemKey && (await getItem(itemKey, ctx));
      return item && parse(item);
    },

    /** The read of one record as a value, for `readTogether` and `readBatch`. */
    read(slots: Key): Read<T & Versioned> {
      return { key: keyToRead(slots), parse, attributes };
    },

    /** Reads one record, strongly consistent; throws `missing` if there is none. */
    async get(slots: Key, missing: ApiError, ctx?: Guarded): Promise<T & Versioned> {
      const record = await this.find(slots, ctx);
      if (!record) throw missing;
      return record;
    },

    /** Reads many records by key, strongly consistent, in the requested order; those that do not exist are left out. */
    async batchGet(slots: Key[], ctx?: Guarded): Promise<(T & Versioned)[]> {
      const itemKey = slots.map(keyToRead).filter((key) => key !== undefined);
      const items = await batchGetItems(itemKey, true, attributes, ctx);
      return items.map(parse);
    },

    /**
     * One page of a partition of the table or of an index, at most 1 MB, with DynamoDB's own cursor. Indexes carry
     * keys alone, so what an index finds is then read from the table.
     */
    async query(
      partition: string,
      range: QueryOptions = {},
    ): Promise<{ records: (T & Versioned)[]; after: Record<string, unknown> | undefined }> {
      const { items, after } = await queryItems(partition, range.index ? range : { ...range, attributes });
      const full = range.index ? await batchGetItems(items.map(keyOfItem), false, attributes) : items;
      return { records: full.map(parse), after };
    },

    /**
     * The keys of the records that are due, the longest due first within a shard.
     *
     * @param until seconds, inclusive
     * @param limit most keys of a shard; by default as many as one query returns
     * @param slots of the due index, where it has any
     */
    async dueUntil(until: number, limit?: number, slots: Fields = {}): Promise<Key[]> {
      const range = {
        index: "due",
        to: `${paddedNumber(until)}~`,
        ...(limit === undefined ? {} : { limit }),
      } as const;
      const pages = await sideBySide(partitionsIn("due", slots).map((each) => queryItems(each, range)));
      return pages.flatMap(({ items }) => items.map(slotsIn));
    },

    /**
     * Adds to numbers atomically and returns the record that results; `undefined` when the condition does not hold.
     * Not for numbers on which index keys depend.
     */
    async increment(
      slots: Key,
      amounts: Partial<Record<keyof T & string, number>>,
      condition: Condition,
    ): Promise<(T & Versioned) | undefined> {
      const itemKey = keyToRead(slots);
      const add = counted ? { ...amounts, _v: 1 } : amounts;
      const item = itemKey && (await changeItem(itemKey, { add }, ifExists(condition)));
      return item && parse(item);
    },
  };
}

function ifExists(condition: Condition): Condition {
  return { ...condition, expression: `attribute_exists(pk) and (${condition.expression})` };
}

const EXISTS: Condition = { expression: "attribute_exists(pk)" };
const ABSENT: Condition = { expression: "attribute_not_exists(pk)" };

/** The writes of a kind of record, as values for `transact`; building one touches nothing. */
export function writesOf<T extends object, Key, L>(
  options: BuildOptions<T, string>,
  { key, keyOf, packSome, toItem, hasTermRows }: Shape<T, Key, L>,
) {
  const counts = options.counted ? { _v: 1 } : {};
  const write = (partial: Omit<Write, "entity">): Write => ({ entity: options.name, ...partial });
  const unchanged = (record: Versioned) => ({
    expression: "#v = :v",
    names: { "#v": "_v" },
    values: { ":v": record[VERSION] },
  });

  const overwrite = (before: T & Versioned, after: T, notes = 0): Write => {
    options.life?.checkTransition(before, after);
    const version = before[VERSION] + 1;
    const item = toItem(after, version, notes);
    const old = toItem(before, version, notes);
    return write({
      ...(options.holdsSums ? { update: changeInPlace(old, item) } : { put: item }),
      version: version - notes,
      condition: unchanged(before),
      failure: "conflict",
      also: hasTermRows ? termWrites(options, item, old) : [],
    });
  };

  return {
    /**
     * The record that `create`, or `replace` of an earlier one, has written, so that it can be changed again without
     * a read.
     */
    made(record: T, before?: T & Versioned): T & Versioned {
      return { ...record, [VERSION]: before ? before[VERSION] + 1 : 1 };
    },

    /** Creates a record; `exists` is the answer where its key is taken. */
    create(record: T, exists?: ConditionFailure): Write {
      options.life?.checkTransition(undefined, record);
      const item = toItem(record, 1);
      return write({
        put: options.holdsSums ? { ...item, [SUMS_ATTRIBUTE]: {} } : item,
        version: 1,
        condition: ABSENT,
        failure: exists ?? "conflict",
        also: hasTermRows ? termWrites(options, item, undefined) : [],
      });
    },

    /** Writes a record over whatever was there. */
    put(record: T): Write {
      if (options.holdsSums) throw new Error(`The item of a ${options.name} holds sums: it is not put over.`);
      return write({ put: toItem(record, 1) });
    },

    /** Writes a changed record if nobody has changed it since `before` was read; otherwise the request runs again. */
    replace(before: T & Versioned, after: T): Write {
      return overwrite(before, after, before[NOTE_COUNT]);
    },

    /**
     * Writes a worker's note in a record, on the same condition as `replace`. Other writers run again, but the public
     * version is unchanged: somebody who read the record before the note may still change it, and no event is
     * missing.
     */
    note(before: T & Versioned, after: T): Write {
      return overwrite(before, after, (before[NOTE_COUNT] ?? 0) + 1);
    },

    /** Deletes a record if nobody has changed it since it was read. */
    remove(record: T & Versioned): Write {
      return write({
        remove: keyOf(record),
        version: publicVersion(record) + 1,
        condition: unchanged(record),
        failure: "conflict",
        also: hasTermRows ? termWrites(options, undefined, toItem(record, 1)) : [],
      });
    },

    /** Deletes by key. A record that does not exist is no error, unless `missing` gives one. */
    removeKey(slots: Key, missing?: ConditionFailure): Write {
      return write({
        remove: key(slots),
        ...(missing ? { condition: EXISTS, failure: missing } : {}),
      });
    },

    /** Requires that a record is unchanged since it was read. */
    check(record: T & Versioned, failure: ConditionFailure | "conflict" = "conflict"): Write {
      return write({
        check: keyOf(record),
        version: publicVersion(record) + 1,
        condition: unchanged(record),
        failure,
      });
    },

    /** Requires that a record exists. */
    checkExists(slots: Key, missing: ConditionFailure): Write {
      return write({ check: key(slots), condition: EXISTS, failure: missing });
    },

    /** Requires that no record has this key. */
    checkAbsent(slots: Key, taken: ConditionFailure | "conflict" = "conflict"): Write {
      return write({ check: key(slots), condition: ABSENT, failure: taken });
    },

    /**
     * Changes fields in place, as `Change` says: for counters. Index keys are not recomputed.
     *
     * @param change that is `inner` does not affect sums, so the version of the record is unchanged
     */
    update(
      slots: Key,
      { inner, ...change }: { add?: Partial<T>; set?: Partial<T>; inner?: boolean },
      condition?: Condition,
      failure?: ConditionFailure,
    ): Write {
      // Safe: only fields are set.
      const set = change.set && packSome(change.set as Record<string, unknown>);
      const counted = options.counted && !inner;
      const add = counted || change.add ? { add: { ...change.add, ...(counted ? counts : {}) } } : {};
      const update = { key: key(slots), ...change, ...add, ...(set ? { set } : {}) };
      return write({ update, condition, failure: failure ?? "conflict" });
    },
  };
}

/** Attributes that an item may have besides the fields of its record. */
const INDEX_ATTRIBUTES = [...LAYOUT.keys, ...LAYOUT.projected, LAYOUT.ttl];

/** The change that turns one item into another, and keeps attributes that neither of them has. */
function changeInPlace(old: Fields, { pk, sk, ...item }: Fields): Write["update"] {
  const named = [...new Set([...INDEX_ATTRIBUTES, ...Object.keys(old)])];
  const remove = named.filter((name) => name !== "pk" && name !== "sk" && item[name] === undefined);
  return { key: { pk, sk }, set: item, remove };
}
