import type * as z from "zod";

const fields = new WeakSet<object>();

/** A field that is documented, and that those whom a view is for may not see: it shows null. */
export function withheld<S extends z.ZodNullable>(field: S): S {
  const own = field.clone();
  fields.add(own);
  return own;
}

export function isWithheld(field: object): boolean {
  return fields.has(field);
}
