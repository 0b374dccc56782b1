import type { ApiError } from "#core/errors.ts";
import { type Condition, changeItem } from "./change.ts";
import type { BuildOptions } from "./declaration.ts";
import { type Fields, type Shape, SUMS_HELD, VERSION, type Versioned } from "./entity-shape.ts";
import type { Guarded } from "./guards.ts";
import { inKey, keyIn, numberIn } from "./key.ts";
import { LAYOUT } from "./layout.ts";
import { batchGetItems, getItem, type QueryOptions, queryItems, type Read } from "./read.ts";
import { termWrites } from "./terms.ts";
import type { Failure, Write } from "./transact.ts";

/**
 * The reads of a kind of record: they give parsed records that carry their version. A read that is given the context of a
 * request takes its guards along.
 */
export function readsOf<T extends object, Key, L>(
  { counted }: { counted?: boolean },
  { keyToRead, parse, partitionsIn, slots: slotsIn, attributes }: Shape<T, Key, L>,
) {
  return {
    /** Reads one record, strongly consistent; `undefined` when there is none. */
    async find(slots: Key, ctx?: Guarded): Promise<(T & Versioned) | undefined> {
      const asked = keyToRead(slots);
      const item = asked && (await getItem(asked, ctx));
      return item && parse(item);
    },

    /** The read of one record as a value, for `readTogether` and `readBatch`. */
    read(slots: Key): Read<T & Versioned> {
      return { key: keyToRead(slots), parse, attributes };
    },

    /** Reads one record, strongly consistent; throws `missing` when there is none. */
    async get(slots: Key, missing: ApiError, ctx?: Guarded): Promise<T & Versioned> {
      const record = await this.find(slots, ctx);
      if (!record) throw missing;
      return record;
    },

    /** Reads many records by key, strongly consistent, in the order asked; those that do not exist are left out. */
    async batchGet(slots: Key[], ctx?: Guarded): Promise<(T & Versioned)[]> {
      const asked = slots.map(keyToRead).filter((key) => key !== undefined);
      const items = await batchGetItems(asked, true, attributes, ctx);
      return items.map(parse);
    },

    /**
     * One page of a partition of the table or of an index, at most 1 MB, with DynamoDB's own cursor. Indexes carry keys
     * alone: of what an index finds, the records are read from the table.
     */
    async query(
      partition: string,
      range: QueryOptions = {},
    ): Promise<{ records: (T & Versioned)[]; after: Record<string, unknown> | undefined }> {
      const { items, after } = await queryItems(partition, range.index ? range : { ...range, attributes });
      const whole = range.index ? await batchGetItems(items.map(keyIn), false, attributes) : items;
      return { records: whole.map(parse), after };
    },

    /**
     * What names those records that something is due for, the longest due first within a shard. Which shard comes first
     * is left to chance, so that none waits for the others each time.
     *
     * @param until seconds, inclusive
     * @param limit most of them; what a query answers unless said
     * @param slots of the due index, where it has any
     */
    async dueUntil(until: number, limit?: number, slots: Fields = {}): Promise<Key[]> {
      const partitions = partitionsIn("due", slots);
      const first = Math.floor(Math.random() * partitions.length);
      const found: Fields[] = [];
      for (const partition of [...partitions.slice(first), ...partitions.slice(0, first)]) {
        const left = limit === undefined ? {} : { limit: limit - found.length };
        if (left.limit === 0) break;
        const { items } = await queryItems(partition, { index: "due", to: `${inKey(until)}~`, ...left });
        found.push(...items);
      }
      return found.map(slotsIn);
    },

    /**
     * What names all records that something is due for, and when, the longest due first: for what is called ahead of its
     * moment.
     *
     * @param until seconds, inclusive
     * @param slots of the due index, where it has any
     */
    async dueWhen(until: number, slots: Fields = {}): Promise<{ key: Key; at: number }[]> {
      const found: { key: Key; at: number }[] = [];
      for (const partition of partitionsIn("due", slots)) {
        let after: Fields | undefined;
        do {
          const page = await queryItems(partition, { index: "due", to: `${inKey(until)}~`, after });
          found.push(...page.items.map((item) => ({ key: slotsIn(item), at: numberIn(item.due_by) })));
          after = page.after;
        } while (after);
      }
      return found.sort((a, b) => a.at - b.at);
    },

    /**
     * Adds to numbers at once, atomically, and reads the record that results; `undefined` when the condition does not
     * hold. Not for records whose index keys depend on these numbers.
     */
    async increment(
      slots: Key,
      amounts: Partial<Record<keyof T & string, number>>,
      condition: Condition,
    ): Promise<(T & Versioned) | undefined> {
      const asked = keyToRead(slots);
      const add = counted ? { ...amounts, _v: 1 } : amounts;
      const item = asked && (await changeItem(asked, { add }, ofOneThere(condition)));
      return item && parse(item);
    },
  };
}

function ofOneThere(condition: Condition): Condition {
  return { ...condition, expression: `attribute_exists(pk) and (${condition.expression})` };
}

/** The writes of a kind of record, as values for `transact`; building one touches nothing. */
export function writesOf<T extends object, Key, L>(
  options: BuildOptions<T, string>,
  { key, keyOf, packSome, toItem }: Shape<T, Key, L>,
) {
  const hasRows = options.terms !== undefined && options.termRows !== false;
  const counts = options.counted ? { _v: 1 } : {};
  const write = (partial: Omit<Write, "entity">): Write => ({ entity: options.name, ...partial });
  const unchanged = (record: Versioned) => ({
    expression: "#v = :v",
    names: { "#v": "_v" },
    values: { ":v": record[VERSION] },
  });

  return {
    /** A record as `create`, or `replace` of what was before, has written it: to be changed again without a read. */
    made(record: T, before?: T & Versioned): T & Versioned {
      return { ...record, [VERSION]: before ? before[VERSION] + 1 : 1 };
    },

    /** Makes a new record; `exists` is what its key being taken means. */
    create(record: T, exists?: Failure): Write {
      options.life?.follows(undefined, record);
      const item = toItem(record, 1);
      return write({
        put: options.holdsSums ? { ...item, [SUMS_HELD]: {} } : item,
        version: 1,
        condition: { expression: "attribute_not_exists(pk)" },
        failure: exists ?? "conflict",
        also: hasRows ? termWrites(options, item, undefined) : [],
      });
    },

    /** Writes a record whatever was there. */
    put(record: T): Write {
      if (options.holdsSums) throw new Error(`The item of a ${options.name} holds sums: it is not put over.`);
      return write({ put: toItem(record, 1) });
    },

    /** Writes a changed record if nobody has changed it since `before` was read; otherwise the verb is run again. */
    replace(before: T & Versioned, after: T): Write {
      options.life?.follows(before, after);
      const version = before[VERSION] + 1;
      const item = toItem(after, version);
      const old = toItem(before, version);
      return write({
        ...(options.holdsSums ? { update: inPlace(old, item) } : { put: item }),
        version,
        condition: unchanged(before),
        failure: "conflict",
        also: hasRows ? termWrites(options, item, old) : [],
      });
    },

    /** Deletes a record if nobody has changed it since it was read. */
    remove(record: T & Versioned): Write {
      return write({
        remove: keyOf(record),
        version: record[VERSION] + 1,
        condition: unchanged(record),
        failure: "conflict",
        also: hasRows ? termWrites(options, undefined, toItem(record, 1)) : [],
      });
    },

    /** Deletes by key; it being gone already is fine unless `missing` says what that means. */
    removeKey(slots: Key, missing?: Failure): Write {
      return write({
        remove: key(slots),
        ...(missing ? { condition: { expression: "attribute_exists(pk)" }, failure: missing } : {}),
      });
    },

    /** Demands that a record is still as it was read. */
    check(record: T & Versioned, failure: Failure | "conflict" = "conflict"): Write {
      return write({
        check: keyOf(record),
        version: record[VERSION] + 1,
        condition: unchanged(record),
        failure,
      });
    },

    /** Demands that a record exists, whatever it says. */
    checkExists(slots: Key, missing: Failure): Write {
      return write({
        check: key(slots),
        condition: { expression: "attribute_exists(pk)" },
        failure: missing,
      });
    },

    /** Changes fields in place, as `Change` says. For counters; index keys are not recomputed. */
    update(
      slots: Key,
      change: { add?: Partial<T>; set?: Partial<T> },
      condition?: Condition,
      failure?: Failure,
    ): Write {
      // Safe: what is set are fields.
      const set = change.set && packSome(change.set as Record<string, unknown>);
      const add = options.counted || change.add ? { add: { ...change.add, ...counts } } : {};
      const update = { key: key(slots), ...change, ...add, ...(set ? { set } : {}) };
      return write({ update, condition, failure: failure ?? "conflict" });
    },
  };
}

/** What an item may have beside the fields of its record. */
const BESIDES = [...LAYOUT.keys, ...LAYOUT.projected, LAYOUT.ttl];

/** The change that makes an item say what another does, and leaves what else it holds. */
function inPlace(old: Fields, { pk, sk, ...item }: Fields): Write["update"] {
  const named = [...new Set([...BESIDES, ...Object.keys(old)])];
  const remove = named.filter((name) => name !== "pk" && name !== "sk" && item[name] === undefined);
  return { key: { pk, sk }, set: item, remove };
}
