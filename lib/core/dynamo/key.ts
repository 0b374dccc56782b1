export type Key = {
  pk: string;
  sk: string;
};

/** Most bytes of the parts of a key in DynamoDB, in the table and its indexes. */
export const MAX_PARTITION_BYTES = 2048;
export const MAX_SORT_BYTES = 1024;
/** Most UTF-8 bytes of one unit of a JavaScript string. */
const BYTES_PER_UNIT = 3;

/** Whether an item can have this key. Ids come from requests, and one that is too long names no item. */
export function canExist({ pk, sk }: Key): boolean {
  return fits(pk, MAX_PARTITION_BYTES) && fits(sk, MAX_SORT_BYTES);
}

function fits(part: string, bytes: number): boolean {
  return part.length * BYTES_PER_UNIT <= bytes || Buffer.byteLength(part) <= bytes;
}

/** The last character of zero to three bytes of UTF-8: it fills a key up after as many four-byte ones as fit. */
const LAST_CHARACTERS = ["", "\x7f", "\u07ff", "\uffff"];

/**
 * The last sort key with a prefix, in the order of bytes. The range from the prefix to it has exactly the keys with
 * that prefix on every table; emulators disagree on `begins_with`.
 */
export function lastKeyOf(prefix: string): string {
  const left = MAX_SORT_BYTES - Buffer.byteLength(prefix);
  return `${prefix}${"\u{10FFFF}".repeat(left >> 2)}${LAST_CHARACTERS[left & 3]}`;
}

type Fields = Record<string, unknown>;

/** The key in an item or an index row. */
export function keyOfItem({ pk, sk }: Fields): Key {
  return { pk: String(pk), sk: String(sk) };
}

/** A key as one text, for maps. */
export function keyName({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

/** The functions that make the keys of a kind of record from its templates. */
export function keysOf(pk: string, sk: string) {
  const pkOf = compileTemplate(pk);
  const skOf = compileTemplate(sk);
  const slots = once(() => slotsOf(`${pk} ${sk}`));
  const key = (fields: Fields): Key => ({ pk: pkOf(fields), sk: skOf(fields) });
  return {
    pkOf,
    skOf,
    key,
    /** The beginning of the sort key, as far as the slots are filled. */
    prefixOf: (fields: Fields): string => {
      const next = slotsOf(sk).find((name) => fields[name] === undefined);
      return compileTemplate(next === undefined ? sk : sk.slice(0, sk.indexOf(`{${next}}`)))(fields);
    },
    /** The key of a record to read; `undefined` where an id is empty, because no record has that key. */
    keyToRead: (fields: Fields): Key | undefined =>
      slots().some((name) => fields[name] === "") ? undefined : key(fields),
  };
}

/** The lists that a kind of record can be in; `by_updated` and `by_key` are sort keys of the indexes. */
export interface IndexTemplates {
  list: string;
  child: string;
  all: string;
  by_updated: string;
  by_key: string;
  due: string;
}

/** The attributes that hold a partition of an index. */
export type PartitionName = "list" | "child" | "all" | "due";

/**
 * Compiles the index templates of a kind of record.
 *
 * @returns the index attributes for some fields; a template with an empty slot leaves its index out
 */
export function compileIndexes(
  templates: Partial<IndexTemplates & { due_by: string }> = {},
): (fields: Fields) => Record<string, string> {
  const compiled = once(() =>
    Object.entries(templates).map(([attribute, template]) => ({
      attribute,
      slots: slotsOf(template),
      fill: compileTemplate(template),
    })),
  );
  return (fields) => {
    const keys: Record<string, string> = {};
    for (const { attribute, slots, fill } of compiled()) {
      if (slots.every((name) => isFilled(fields[name]))) keys[attribute] = fill(fields);
    }
    // Without a time, nothing is due.
    if (keys.due_by === undefined) delete keys.due;
    return keys;
  };
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The texts in braces: names of fields, and `id%8` where a field's hash chooses one of eight shards. */
type BracedNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | BracedNames<Rest>
  : never;

/** `"store_id" | "id"` for `"TENANT#{store_id}#FORM#{id}"`, and for `"TENANT#{store_id}#FORM#{id%8}"`. */
export type Slots<T extends string> = FieldOfSlot<BracedNames<T>>;
type FieldOfSlot<Name extends string> = Name extends `${infer Own}%${string}` ? Own : Name;

/** A key template whose every slot is a field of `Values`; anything else is a compile error. */
export type Template<T extends string, Values> = [Exclude<Slots<T>, keyof Values>] extends [never]
  ? T
  : `no field for the slot {${Exclude<Slots<T>, keyof Values> & string}}`;

/** The values that fill a template. */
export type TemplateValues<T, Values> = T extends string
  ? { [Name in Slots<T>]: Name extends keyof Values ? NonNullable<Values[Name]> : string | number }
  : never;

/** The values that fill a template, without those that choose a shard. */
export type UnshardedValues<T, Values> = T extends string
  ? {
      [Name in Exclude<BracedNames<T>, `${string}%${string}`>]: Name extends keyof Values
        ? NonNullable<Values[Name]>
        : string | number;
    }
  : never;

/** The names of the fields that fill a template, in order. */
function slotsOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)(?:%\d+)?\}/g)].map(([, name = ""]) => name);
}

/** The slots of each shard of a template; one empty object where it has no shards. */
export function shardsOf(template: string): Record<string, number>[] {
  const [, name, count = "1"] = /\{(\w+%(\d+))\}/.exec(template) ?? [];
  if (name === undefined) return [{}];
  return Array.from({ length: Number(count) }, (_, shard) => ({ [name]: shard }));
}

/** The shard of a text, which never changes: FNV-1a, with its bits mixed once more. */
export function shardOf(text: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) % count;
}

/**
 * Compiles a key template when it is first filled: `compileTemplate("TENANT#{store_id}")({store_id: "store_1"})`. Numbers are
 * padded to 12 digits, so that they sort as texts. `{id%8}` is the shard of an id, such as `3/8`, or the one in a
 * field named `id%8`. Throws for a slot without a value.
 */
export function compileTemplate(template: string): (fields: Record<string, unknown>) => string {
  const split = once(() => template.split(/\{(\w+(?:%\d+)?)\}/));
  return (fields) => {
    const parts = split();
    let text = parts[0] ?? "";
    for (let index = 1; index < parts.length; index += 2) {
      text += fillSlot(parts[index] ?? "", fields, template) + (parts[index + 1] ?? "");
    }
    return text;
  };
}

/**
 * Compiles the inverse of a template: from a text back to the values of its slots, as texts. Only the last slot may
 * contain the separator.
 */
export function parseTemplate(template: string): (text: string) => Record<string, string> | undefined {
  const compiled = once(() => patternOf(template));
  return (text) => {
    const { names, pattern } = compiled();
    const found = pattern.exec(text);
    return found ? Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""])) : undefined;
  };
}

function patternOf(template: string): { names: string[]; pattern: RegExp } {
  const all = [...template.matchAll(/\{(\w+)(%\d+)?\}/g)].map(([, name = "", shard]) => ({ name, shard }));
  const names = all.filter(({ shard }) => shard === undefined).map(({ name }) => name);
  const parts = template.split(/\{\w+(?:%\d+)?\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
  const groups = parts.map((part, index) => {
    if (index === all.length) return part;
    if (all[index]?.shard !== undefined) return `${part}[^#]+`;
    return `${part}${index === all.length - 1 ? "(.+)" : "([^#]+)"}`;
  });
  return { names, pattern: new RegExp(`^${groups.join("")}$`, "s") };
}

/** A number for a key: rounded down and padded, so that texts sort as numbers do. */
export function paddedNumber(value: number): string {
  return String(Math.floor(value)).padStart(12, "0");
}

/** The number at the beginning of a key. */
export function leadingNumber(text: unknown): number {
  return Number(String(text).slice(0, 12));
}

function fillSlot(name: string, fields: Record<string, unknown>, template: string): string {
  const [field = "", shards] = name.split("%");
  if (shards !== undefined) {
    const chosen = fields[name];
    const shard =
      typeof chosen === "number" ? chosen : shardOf(fillSlot(field, fields, template), Number(shards));
    return `${shard}/${shards}`;
  }
  const value = fields[field];
  if (typeof value === "number") return paddedNumber(value);
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`The key ${template} needs a value for ${name}.`);
}

/** Makes a value on the first call, and returns the same one from then on. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
