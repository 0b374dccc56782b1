import type { Condition } from "./change.ts";
import type { BuildOptions } from "./declaration.ts";
import { type Fields, type Shape, SUMS_HELD, VERSION, type Versioned } from "./entity-shape.ts";
import { LAYOUT } from "./layout.ts";
import { termWrites } from "./terms.ts";
import type { Failure, Write } from "./transact.ts";

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
