import type * as z from "zod";
import { publicVersion, VERSION, type Versioned } from "#core/dynamo/entity-shape.ts";
import { type FieldError, GENERAL, validationFailed } from "#core/errors.ts";

/** The names that a type says one by one. */
type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

/** What a record must be given: all that its schema has no default for. */
type Demanded<T> = { [K in Named<T>]-?: undefined extends T[K] ? never : K }[Named<T>];

/** The fields of a record that something says for sure: null says nothing of one that may not be null. */
type Sure<T, F> = {
  [K in keyof F]-?: undefined extends F[K] ? never : null extends F[K] ? Nullable<T, K> : K;
}[keyof F];
type Nullable<T, K> = K extends keyof T ? (null extends T[K] ? K : never) : never;

/**
 * What was sent, as a record takes it: each field is one of the record's and fits it, or the server says what becomes of
 * it. One that the record does not know does not compile: take it out by name where it is used, `({ own, ...sent })`.
 */
type Sent<T, F, Sets> = {
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
 * A new record: it begins as is said, what was sent is laid over that, and what the server sets over both. What nobody
 * says has the default of the schema. Null clears a field that may be null, and says nothing of any other; a field that
 * the server sets to undefined is as it would be if nothing had been sent of it.
 *
 * @param schema of the record as it is stored
 * @param begins what it is where nothing is sent
 * @param sets what it is whatever is sent: ids, times, and what is made of what was sent
 */
export function newRecord<
  S extends z.ZodObject,
  const Begins extends object,
  F extends object,
  const Sets extends object,
>(
  schema: S,
  begins: Begins & Fields<z.output<S>, Begins>,
  sent: F & Sent<z.output<S>, F, Sets>,
  sets: Sets &
    Fields<z.output<S>, Sets> &
    Record<
      Exclude<Demanded<z.input<S>>, Sure<z.output<S>, Begins> | Sure<z.output<S>, F>>,
      NonNullable<unknown> | null
    >,
): z.output<S> {
  const said: Record<string, unknown> = { ...begins, ...changesOf(schema, sent, sets) };
  // In the order of the schema, as it is when it is read.
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = said[name] === undefined ? field.parse(undefined) : said[name];
    return value === undefined ? [] : [[name, value]];
  });
  // Safe: each field is of the schema's type, or its default.
  return Object.fromEntries(fields) as z.output<S>;
}

/**
 * A record after a change: what was sent is laid over it, and what the server sets over both. Null clears a field that
 * may be null, and says nothing of any other; a field that the server sets to undefined stays as it is. A `version` that
 * is sent must be the record's: see `expectVersion`.
 *
 * @param schema of the record as it is stored
 */
export function changedRecord<
  S extends z.ZodObject,
  T extends z.output<S>,
  F extends object,
  const Sets extends object,
>(schema: S, before: T, sent: F & Sent<z.output<S>, F, Sets>, sets: Sets & Fields<z.output<S>, Sets>): T {
  expectVersion(before, sent);
  return { ...before, ...changesOf(schema, sent, sets) };
}

/**
 * Refuses a change that is meant for another version of a record than the one that was read. A part of a record has the
 * version of the whole: whoever changes a part asks this of the whole.
 */
export function expectVersion(read: object, sent: object): void {
  const { version }: { version?: unknown } = sent;
  if (version === undefined || version === null || !isVersioned(read)) return;
  if (version !== publicVersion(read)) throw GENERAL.CONFLICT();
}

function isVersioned(record: object): record is Versioned {
  return VERSION in record && record[VERSION] !== undefined;
}

/** A part of a record, or a view of it, with the version of the whole. */
export function partOf<T extends object>(whole: object, part: T): T {
  return { ...part, [VERSION]: isVersioned(whole) ? publicVersion(whole) : undefined };
}

/** The fields of `changedRecord` that may be others then, for a change that is not made yet. */
export function changesOf<S extends z.ZodObject, F extends object, const Sets extends object>(
  schema: S,
  sent: F & Sent<z.output<S>, F, Sets>,
  sets: Sets & Fields<z.output<S>, Sets>,
): Partial<z.output<S>> {
  const isTaken = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    !Object.hasOwn(sets, name) &&
    Object.hasOwn(schema.shape, name) &&
    (value !== null || schema.shape[name]?.safeParse(null).success);
  const isSet = ([, value]: [string, unknown]) => value !== undefined;
  const said = [...Object.entries(sent).filter(isTaken), ...Object.entries(sets).filter(isSet)];
  // Safe: each is a field of the record, and null is there only where the record may have it.
  return Object.fromEntries(said) as Partial<z.output<S>>;
}

/** DynamoDB's limit for an item, less what keys, index keys and the event around a record need. */
const MAX = 400 * 1024 - 6 * 1024;

/**
 * Refuses a record that would not fit an item, naming its largest field or the largest item of that field.
 *
 * @param terms what the item has besides the record for lists to filter by, where that can be much
 * @param room bytes that are to stay free for what is added without being asked for
 */
export function checkSize(record: object, terms: string[] = [], room = 0): void {
  if (sizeOf(record) + sizeOf(terms) + room <= MAX) return;
  const field = largest(record);
  const error: FieldError = {
    field,
    message: `makes the record larger than ${MAX / 1024} KB: a record has 400 KB, of which its keys need a few`,
    error: "FIELD.VALIDATION_FAILED",
  };
  throw validationFailed([error]);
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

function largest(record: object): string {
  const [name = "", value] = heaviest(Object.entries(record));
  if (!Array.isArray(value)) return name;
  const [index = ""] = heaviest(Object.entries(value));
  return `${name}[${index}]`;
}

function heaviest(entries: [string, unknown][]): [string, unknown] | [] {
  return entries.toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a))[0] ?? [];
}
