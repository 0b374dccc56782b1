import type * as z from "zod";
import { publicVersion, VERSION, type Versioned } from "#core/dynamo/entity-shape.ts";
import { GENERAL, invalidField } from "#core/errors.ts";

/** The declared keys of a type, without its index signature. */
type DeclaredKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

/** Fields that must be given, because the schema has no default for them. */
type RequiredFields<T> = { [K in DeclaredKeys<T>]-?: undefined extends T[K] ? never : K }[DeclaredKeys<T>];

/** Fields that are certainly given: null counts only if the record's field is nullable. */
type GivenFields<T, F> = {
  [K in keyof F]-?: undefined extends F[K] ? never : null extends F[K] ? NullableKey<T, K> : K;
}[keyof F];
type NullableKey<T, K> = K extends keyof T ? (null extends T[K] ? K : never) : never;

/**
 * Checks sent fields at compile time: each must be a field of the record with its type, or be overridden by the server.
 * Others would be dropped silently: take them out first, `({ other, ...sent })`.
 */
type SentFields<T, F, Sets> = {
  [K in keyof F]: K extends keyof Sets
    ? F[K]
    : K extends keyof T
      ? T[K] | null | undefined
      : K extends "version"
        ? number | null | undefined
        : never;
};

/** Fields of a record, and no others. */
type Fields<T, F> = { [K in keyof F]: K extends keyof T ? T[K] | undefined : never };

/**
 * A new record: sent fields override those in `initial`, and `sets` overrides both. A field that nobody gives
 * has the default of the schema. Null clears a field that may be null, and is ignored for any other. A field
 * that the server sets to undefined ignores what was sent.
 *
 * @param schema of the stored record
 * @param initial values of fields that are not sent
 * @param sets values that override what is sent: ids, times, and computed fields
 */
export function newRecord<
  S extends z.ZodObject,
  const Initial extends object,
  F extends object,
  const Sets extends object,
>(
  schema: S,
  initial: Initial & Fields<z.output<S>, Initial>,
  sent: F & SentFields<z.output<S>, F, Sets>,
  sets: Sets &
    Fields<z.output<S>, Sets> &
    Record<
      Exclude<RequiredFields<z.input<S>>, GivenFields<z.output<S>, Initial> | GivenFields<z.output<S>, F>>,
      NonNullable<unknown> | null
    >,
): z.output<S> {
  const values: Record<string, unknown> = { ...initial, ...changesOf(schema, sent, sets) };
  // In the order of the schema, as when it is read.
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = values[name] === undefined ? field.parse(undefined) : values[name];
    return value === undefined ? [] : [[name, value]];
  });
  // Safe: each field has the schema's type, or its default.
  return Object.fromEntries(fields) as z.output<S>;
}

/**
 * A changed record: what was sent replaces its fields, and what the server sets replaces both. Null clears a field
 * that may be null, and is ignored for any other. A field that the server sets to undefined is unchanged. A `version`
 * that is sent must be the record's: see `expectVersion`.
 *
 * @param schema of the stored record
 */
export function changedRecord<
  S extends z.ZodObject,
  T extends z.output<S>,
  F extends object,
  const Sets extends object,
>(
  schema: S,
  before: T,
  sent: F & SentFields<z.output<S>, F, Sets>,
  sets: Sets & Fields<z.output<S>, Sets>,
): T {
  expectVersion(before, sent);
  return { ...before, ...changesOf(schema, sent, sets) };
}

/**
 * Refuses a change that was made for another version of a record. A part of a record has the version of the record, so
 * a change of a part is refused if another part has changed.
 */
export function expectVersion(read: object, sent: object): void {
  const { version }: { version?: unknown } = sent;
  if (version === undefined || version === null || !isVersioned(read)) return;
  if (version !== publicVersion(read)) throw GENERAL.CONFLICT();
}

function isVersioned(record: object): record is Versioned {
  return VERSION in record && record[VERSION] !== undefined;
}

/** Adds a record's version to a part or a view of it. */
export function partOf<T extends object>(whole: object, part: T): T {
  return { ...part, [VERSION]: isVersioned(whole) ? publicVersion(whole) : undefined };
}

/** The fields that `changedRecord` would set, for a change that is not made yet. */
export function changesOf<S extends z.ZodObject, F extends object, const Sets extends object>(
  schema: S,
  sent: F & SentFields<z.output<S>, F, Sets>,
  sets: Sets & Fields<z.output<S>, Sets>,
): Partial<z.output<S>> {
  const isTaken = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    !Object.hasOwn(sets, name) &&
    Object.hasOwn(schema.shape, name) &&
    (value !== null || schema.shape[name]?.safeParse(null).success);
  const isSet = ([, value]: [string, unknown]) => value !== undefined;
  const values = [...Object.entries(sent).filter(isTaken), ...Object.entries(sets).filter(isSet)];
  // Safe: each is a field of the record, and null only where the record may have it.
  return Object.fromEntries(values) as Partial<z.output<S>>;
}

/** DynamoDB's limit for an item, less the space for keys, index keys and the event with the record. */
const MAX_RECORD_BYTES = 400 * 1024 - 6 * 1024;

/**
 * Refuses a record that would not fit an item, and names its largest field or the largest item of that field.
 *
 * @param terms search terms of the item, where these can be large
 * @param room bytes to keep free for later additions by the server
 */
export function checkSize(record: object, terms: string[] = [], room = 0): void {
  if (sizeOf(record) + sizeOf(terms) + room <= MAX_RECORD_BYTES) return;
  const field = largestField(record);
  throw invalidField(
    field,
    `makes the record larger than ${MAX_RECORD_BYTES / 1024} KB: a record has 400 KB, of which its keys need a few`,
  );
}

/**
 * Bytes of a value as DynamoDB counts them
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 1 + sizeOf(item), 3);
  return Object.entries(value).reduce(
    (sum, [name, item]) => sum + 1 + Buffer.byteLength(name) + sizeOf(item),
    3,
  );
}

function largestField(record: object): string {
  const [name = "", value] = largestEntry(Object.entries(record));
  if (!Array.isArray(value)) return name;
  const [index = ""] = largestEntry(Object.entries(value));
  return `${name}[${index}]`;
}

function largestEntry(entries: [string, unknown][]): [string, unknown] | [] {
  return entries.toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a))[0] ?? [];
}
