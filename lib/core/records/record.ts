import type * as z from "zod";

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
  [K in keyof F]: K extends keyof Sets ? F[K] : K extends keyof T ? T[K] | null | undefined : never;
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
 * may be null, and says nothing of any other; a field that the server sets to undefined stays as it is.
 *
 * @param schema of the record as it is stored
 */
export function changedRecord<
  S extends z.ZodObject,
  T extends z.output<S>,
  F extends object,
  const Sets extends object,
>(schema: S, before: T, sent: F & Sent<z.output<S>, F, Sets>, sets: Sets & Fields<z.output<S>, Sets>): T {
  return { ...before, ...changesOf(schema, sent, sets) };
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
