import type * as z from "zod";
import type { ApiError } from "#core/errors.ts";
import type { BuildOptions, EntityOptions } from "./declaration.ts";
import { type Condition, incrementItem } from "./increment.ts";
import { indexKeys } from "./index-keys.ts";
import { type Key as ItemKey, keyIn, keysOf } from "./key.ts";
import { packing } from "./packing.ts";
import { batchGetItems, getItem, type QueryOptions, queryItems } from "./read.ts";
import type { Slots } from "./template.ts";
import { termWrites } from "./terms.ts";
import type { Read } from "./together.ts";
import type { Write } from "./transact.ts";

/** Holds the version under which a record was read, and survives `{...record}`; never serialised. */
export const VERSION: unique symbol = Symbol("version");

/** A record read from the table. */
export type Stored<T> = T & { readonly [VERSION]: number };

export type Entity<T extends object, Key, E extends string = never> = ReturnType<typeof build<T, Key, E>>;
export type AnyEntity = Pick<
  Entity<never, never>,
  "name" | "schema" | "pk" | "sk" | "deletion" | "tenant" | "indexes" | "ttl"
>;

const registry = new Map<string, AnyEntity>();

/** Every kind of record declared so far: for cascades, and for the test that each says how it is deleted. */
export function entities(): AnyEntity[] {
  return [...registry.values()];
}

/**
 * Declares a kind of record: its schema, its keys and how it is deleted.
 *
 * Reads return parsed records that carry their version. Writes are values (`create`, `replace`, `remove` …) for
 * `transact`; building one touches nothing.
 */
export function entity<
  S extends z.ZodObject,
  const Pk extends string,
  const Sk extends string,
  const E extends string = never,
>(
  options: EntityOptions<S, Pk, Sk, E>,
): Entity<z.output<S>, Pick<z.output<S>, (Slots<Pk> | Slots<Sk>) & keyof z.output<S>>, E> {
  // Safe: the template types above made sure that every slot is a field of the record.
  const made = build(options as unknown as BuildOptions<z.output<S>, E>);
  registry.set(made.name, made as unknown as AnyEntity);
  return made as never;
}

function build<T extends object, Key, E extends string>(options: BuildOptions<T, E>) {
  const { name, schema } = options;
  const { pkOf, skOf, ...keys } = keysOf(options.pk, options.sk);
  const searchable = options.termRows === false ? undefined : options.terms;
  const { pack, unpack } = packing(options.packed);

  // Safe: the slots of a key are fields, whatever else they are.
  const key = (slots: Key) => keys.key(slots as Record<string, unknown>);
  const keyToRead = (slots: Key) => keys.keyToRead(slots as Record<string, unknown>);

  // Safe: a record is an object.
  const keyOf = (record: T): ItemKey => keys.key(record as Record<string, unknown>);

  const parse = (item: Record<string, unknown>): Stored<T> => {
    const result = schema.safeParse(unpack(item));
    if (!result.success) {
      throw new Error(
        `The stored ${name} ${String(item.pk)} ${String(item.sk)} does not parse: ${result.error.message}`,
      );
    }
    return Object.assign(result.data, { [VERSION]: Number(item._v ?? 1) }) as unknown as Stored<T>;
  };

  const toItem = (record: T, version: number): Record<string, unknown> => {
    const fields = record as Record<string, unknown>;
    const terms = options.terms ? [...new Set(options.terms(record))] : [];
    return {
      ...pack(fields),
      pk: pkOf(fields),
      sk: skOf(fields),
      ...indexKeys(options.indexes, record),
      ...(terms.length > 0 ? { terms } : {}),
      ...(options.ttl?.(record) === undefined ? {} : { ttl: options.ttl(record) }),
      _t: name,
      _v: version,
    };
  };

  const write = (partial: Omit<Write, "entity">): Write => ({ entity: name, ...partial });
  const unchanged = (record: Stored<T>) => ({
    expression: "#v = :v",
    names: { "#v": "_v" },
    values: { ":v": record[VERSION] },
  });

  return {
    ...options,
    key,
    parse,

    /** The key of a record's item. */
    keyOf,

    /** The read of one record as a value, for `readTogether` and `readBatch`. */
    read(slots: Key): Read<Stored<T>> {
      return { key: keyToRead(slots), parse };
    },

    /** Reads one record, strongly consistent; `undefined` when there is none. */
    async find(slots: Key): Promise<Stored<T> | undefined> {
      const asked = keyToRead(slots);
      const item = asked && (await getItem(asked));
      return item && parse(item);
    },

    /** Reads one record, strongly consistent; throws `missing` when there is none. */
    async get(slots: Key, missing: ApiError): Promise<Stored<T>> {
      const record = await this.find(slots);
      if (!record) throw missing;
      return record;
    },

    /** Reads many records by key, strongly consistent, in the order asked; those that do not exist are left out. */
    async batchGet(slots: Key[]): Promise<Stored<T>[]> {
      const asked = slots.map(keyToRead).filter((key) => key !== undefined);
      const items = await batchGetItems(asked, true);
      return items.map(parse);
    },

    /**
     * One page of a partition of the table or of an index, at most 1 MB, with DynamoDB's own cursor. Indexes carry keys
     * alone: of what an index finds, the records are read from the table.
     */
    async query(
      partition: string,
      range: QueryOptions = {},
    ): Promise<{ records: Stored<T>[]; after: Record<string, unknown> | undefined }> {
      const { items, after } = await queryItems(partition, range);
      const whole = range.index ? await batchGetItems(items.map(keyIn)) : items;
      return { records: whole.map(parse), after };
    },

    /** The partition key for these slots, for `query`. */
    partition(slots: Partial<T>): string {
      return pkOf(slots as Record<string, unknown>);
    },

    /** A record as `create`, or `replace` of what was before, has written it: to be changed again without a read. */
    made(record: T, before?: Stored<T>): Stored<T> {
      return { ...record, [VERSION]: before ? before[VERSION] + 1 : 1 };
    },

    /** Makes a new record; `exists` is what its key being taken means. */
    create(record: T, exists?: ApiError): Write {
      return write({
        put: toItem(record, 1),
        version: 1,
        condition: { expression: "attribute_not_exists(pk)" },
        failure: exists ?? "conflict",
        also: termWrites(searchable, toItem(record, 1), undefined),
      });
    },

    /** Writes a record whatever was there. */
    put(record: T): Write {
      return write({ put: toItem(record, 1) });
    },

    /** Writes a changed record if nobody has changed it since `before` was read; otherwise the verb is run again. */
    replace(before: Stored<T>, after: T): Write {
      const version = before[VERSION] + 1;
      return write({
        put: toItem(after, version),
        version,
        condition: unchanged(before),
        failure: "conflict",
        also: termWrites(searchable, toItem(after, version), toItem(before, version)),
      });
    },

    /** Deletes a record if nobody has changed it since it was read. */
    remove(record: Stored<T>): Write {
      return write({
        remove: keyOf(record),
        version: record[VERSION] + 1,
        condition: unchanged(record),
        failure: "conflict",
        also: termWrites(searchable, undefined, toItem(record, 1)),
      });
    },

    /** Deletes by key; it being gone already is fine unless `missing` says what that means. */
    removeKey(slots: Key, missing?: ApiError): Write {
      return write({
        remove: key(slots),
        ...(missing ? { condition: { expression: "attribute_exists(pk)" }, failure: missing } : {}),
      });
    },

    /** Demands that a record is still as it was read. */
    check(record: Stored<T>, failure: ApiError | "conflict" = "conflict"): Write {
      return write({
        check: keyOf(record),
        version: record[VERSION] + 1,
        condition: unchanged(record),
        failure,
      });
    },

    /** Demands that a record exists, whatever it says. */
    checkExists(slots: Key, missing: ApiError): Write {
      return write({
        check: key(slots),
        condition: { expression: "attribute_exists(pk)" },
        failure: missing,
      });
    },

    /**
     * Adds to numbers at once, atomically, and reads the record that results; `undefined` when the condition does not
     * hold. Not for records whose index keys depend on these numbers.
     */
    async increment(
      slots: Key,
      amounts: Partial<Record<keyof T & string, number>>,
      condition: Condition,
    ): Promise<Stored<T> | undefined> {
      const asked = keyToRead(slots);
      const item = asked && (await incrementItem(asked, amounts, condition));
      return item && parse(item);
    },

    /** Changes fields in place: numbers of `add` are added, `set` replaces. For counters; index keys are not recomputed. */
    update(
      slots: Key,
      change: { add?: Partial<T>; set?: Partial<T> },
      condition?: Write["condition"],
      failure?: ApiError,
    ): Write {
      // Safe: what is set are fields.
      const set = change.set && pack(change.set as Record<string, unknown>);
      const update = { key: key(slots), ...change, ...(set ? { set } : {}) };
      return write({ update, condition, failure: failure ?? "conflict" });
    },
  };
}
