import type * as z from "zod";

/** The fields that were sent: those that are neither undefined nor null. */
export function sentOf<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined | null> } {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  // Safe: what the type takes out of each field is what the filter takes out.
  return Object.fromEntries(sent) as { [K in keyof T]: Exclude<T[K], undefined | null> };
}

/** Fields but for those that are named. */
export function without<T extends object, K extends keyof T>(fields: T, ...names: readonly K[]): Omit<T, K> {
  const others = Object.entries(fields).filter(([name]) => !names.some((each) => each === name));
  // Safe: what the type leaves out is what the filter leaves out.
  return Object.fromEntries(others) as Omit<T, K>;
}

/**
 * Fields that were sent, as a record takes them: each must be one of the record's, so that one that is forgotten there
 * does not compile.
 */
type Fitting<T, F> = { [K in keyof F]: K extends keyof T ? T[K] | null | undefined : never };

/**
 * What fields that were sent change of a record: null clears a field that may be null, and says nothing of any other.
 *
 * @param stored the schema of the record
 */
export function changesOf<S extends z.ZodObject, F extends Fitting<z.output<S>, F>>(
  stored: S,
  fields: F,
): Partial<z.output<S>> {
  const isSent = ([name, value]: [string, unknown]) =>
    value !== undefined && (value !== null || stored.shape[name]?.safeParse(null).success);
  // Safe: each field is one of the record's, and null is there only where the record may have it.
  return Object.fromEntries(Object.entries(fields).filter(isSent)) as Partial<z.output<S>>;
}
