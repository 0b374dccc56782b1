import { driver } from "#core/dynamo/fast/driver.ts";
import type { BuildOptions } from "./declaration.ts";
import {
  compileIndexes,
  compileTemplate,
  type IndexTemplates,
  type Key as ItemKey,
  keysOf,
  type PartitionName,
  parseTemplate,
  shardsOf,
} from "./key.ts";
import { LAYOUT } from "./layout.ts";
import { termPartitions } from "./terms.ts";

/** The version under which a record was read. It survives `{...record}` and is never serialised. */
export const VERSION: unique symbol = Symbol("version");

/** How many of a record's versions were notes of workers. It survives `{...record}` and is never serialised. */
export const NOTE_COUNT: unique symbol = Symbol("notes");

export type Versioned = { readonly [VERSION]: number; readonly [NOTE_COUNT]?: number };

/**
 * The version that callers see: the number of changes without the notes of our own workers, such as in which index a
 * record is. A caller who read the record before a note may still change it afterwards.
 */
export function publicVersion(record: Versioned): number {
  return record[VERSION] - (record[NOTE_COUNT] ?? 0);
}

/** The attribute with the sums that an item holds: a map, so that one sum is added to without knowing the others. */
export const SUMS_ATTRIBUTE = "_s";
/** The sums that an item had when its record was read. They survive `{...record}` and are never serialised. */
export const SUMS: unique symbol = Symbol("sums");

export type Fields = Record<string, unknown>;

/** Attributes of an item that a read needs besides fields: its key, its version, and the lists that it is in. */
const ALWAYS_READ = ["pk", "sk", "_v", "_n", "list", "child"];

/** A partition without slots is named without an argument. */
type SlotsArgument<L, Name extends string> = Name extends keyof L
  ? object extends L[Name]
    ? []
    : [slots: L[Name]]
  : [never];

export type Shape<T extends object, Key, L> = ReturnType<typeof shapeOf<T, Key, L>>;

/** How a kind of record is stored in the table and its indexes, and how its items are parsed. */
export function shapeOf<T extends object, Key, L>(options: BuildOptions<T, string>) {
  const { name, schema } = options;
  const hasTermRows = options.terms !== undefined && options.termRows !== false;
  const indexes: Partial<IndexTemplates> & { due_by?: string } = {
    ...options.indexes,
    ...(options.due_at ? { due_by: `{due_at}#${options.sk}` } : {}),
  };
  const { pkOf, skOf, prefixOf, ...keys } = keysOf(options.pk, options.sk);
  const { pack, packSome, unpack, attributes } = driver.packing(() => Object.keys(schema.shape), options);
  const indexOf = compileIndexes(indexes);
  const parseKey = { pk: parseTemplate(options.pk), sk: parseTemplate(options.sk) };

  // Safe: a record and what names one are objects.
  const fieldsOf = (record: unknown) => record as Fields;
  const indexed = (record: T): Record<string, string> => {
    if (options.indexedIf && !options.indexedIf(record)) return {};
    return indexOf({ ...record, ...options.computed?.(record), due_at: options.due_at?.(record) });
  };

  /** The partition of the table or of an index for some slots, where the kind of record is known only at run time. */
  const partitionIn = (index: PartitionName | "table", slots: Fields): string => {
    const template = index === "table" ? options.pk : indexes[index];
    if (template === undefined) throw new Error(`A ${name} is in no ${index} index.`);
    return compileTemplate(template)(slots);
  };

  /** All partitions of the table or of an index for some slots: one for each shard. */
  const partitionsIn = (index: PartitionName | "table", slots: Fields): string[] => {
    const template = index === "table" ? options.pk : indexes[index];
    return shardsOf(template ?? "").map((shard) => partitionIn(index, { ...slots, ...shard }));
  };

  return {
    indexes,
    packSome,
    /** The attributes that a record is read from; `undefined` reads whole items. */
    attributes: attributes && [...ALWAYS_READ, ...(options.holdsSums ? [SUMS_ATTRIBUTE] : []), ...attributes],
    indexed,
    partitionIn,
    partitionsIn,

    /** The partitions of the table for some slots, one for each shard. */
    partitions(...[slots]: SlotsArgument<L, "shards">): string[] {
      return partitionsIn("table", fieldsOf(slots ?? {}));
    },

    hasTermRows,

    /** The partitions of the term rows of a partition of the table; none where terms have no rows. */
    termPartitions(partition: string): string[] {
      return hasTermRows ? termPartitions(partition, options.termShards) : [];
    },

    key(slots: Key): ItemKey {
      return keys.key(fieldsOf(slots));
    },

    /** The key for a read; `undefined` where an id is empty, because no record has such a key. */
    keyToRead(slots: Key): ItemKey | undefined {
      return keys.keyToRead(fieldsOf(slots));
    },

    keyOf(record: T): ItemKey {
      return keys.key(fieldsOf(record));
    },

    /** The slots of the key of an item, or of a row that an index has of it. */
    slots({ pk, sk }: Fields): Key {
      const found = { ...parseKey.pk(String(pk)), ...parseKey.sk(String(sk)) };
      const slots = Object.entries(found).map(([slot, text]) => [slot, slotValue(schema.shape[slot], text)]);
      if (slots.length === 0) throw new Error(`${String(pk)} ${String(sk)} is no ${name}.`);
      // Safe: the slots of a key are what names its record.
      return Object.fromEntries(slots) as Key;
    },

    partition(...[slots]: SlotsArgument<L, "table">): string {
      return pkOf(fieldsOf(slots));
    },

    /** The beginning of the sort keys of the records with some slots. */
    prefix(slots: Partial<Key> = {}): string {
      return prefixOf(fieldsOf(slots));
    },

    /** The partition of the list index: all records of the kind with these values. */
    list(...[slots]: SlotsArgument<L, "list">): string {
      return partitionIn("list", fieldsOf(slots ?? {}));
    },

    /** The partition of the child index: the records below one parent. */
    child(...[slots]: SlotsArgument<L, "child">): string {
      return partitionIn("child", fieldsOf(slots ?? {}));
    },

    /** The partition of the due index. */
    due(...[slots]: SlotsArgument<L, "due">): string {
      return partitionIn("due", fieldsOf(slots ?? {}));
    },

    parse(item: Fields): T & Versioned {
      const result = schema.safeParse(unpack(item));
      if (!result.success) {
        throw new Error(
          `The stored ${name} ${String(item.pk)} ${String(item.sk)} does not parse: ${result.error.message}`,
        );
      }
      const beside = options.holdsSums ? { [SUMS]: item[SUMS_ATTRIBUTE] } : {};
      const notes = item._n === undefined ? {} : { [NOTE_COUNT]: Number(item._n) };
      const read = Object.assign(result.data, { [VERSION]: Number(item._v ?? 1) }, notes, beside);
      return read as unknown as T & Versioned;
    },

    toItem(record: T, version: number, notes = 0): Fields {
      const fields = fieldsOf(record);
      const terms = options.terms ? [...new Set(options.terms(record))] : [];
      const ttl = options.ttl?.(record);
      return {
        ...pack(fields),
        pk: pkOf(fields),
        sk: skOf(fields),
        ...indexed(record),
        ...(terms.length > 0 ? { terms } : {}),
        ...(ttl === undefined ? {} : { ttl }),
        ...(options.countedIf?.(record) === false ? { [LAYOUT.uncounted]: true } : {}),
        _t: name,
        _v: version,
        ...(notes > 0 ? { _n: notes } : {}),
      };
    },
  };
}

/** A slot of a key as the value that its field had. */
function slotValue(field: { safeParse(value: unknown): { success: boolean } } | undefined, text: string) {
  return field && !field.safeParse(text).success && field.safeParse(Number(text)).success
    ? Number(text)
    : text;
}
