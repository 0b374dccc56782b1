import type * as z from "zod";

// By definitions, which a schema keeps when it is made when it is first used.
const withheldFields = new WeakSet<object>();
const storedOf = new WeakMap<object, z.ZodObject>();

/** A field that is documented, and that those whom a view is for may not see: it shows null. */
export function withheld<S extends z.ZodNullable>(field: S): S {
  const own = field.clone({ ...field._zod.def });
  withheldFields.add(own._zod.def);
  return own;
}

/**
 * The view of an object that callers may put fields of any name into: it shows these as they were sent, and of those that
 * are declared the ones that it names.
 */
export function openView<V extends z.ZodObject>(stored: z.ZodObject, view: V): V {
  storedOf.set(view._zod.def, stored);
  return view;
}

export function isWithheld({ _zod }: z.core.$ZodType): boolean {
  return withheldFields.has(_zod.def);
}

/** The fields of an open object that are declared and not named in its view. */
export function innerFields({ _zod }: z.core.$ZodType): string[] {
  const { shape = {} } = storedOf.get(_zod.def) ?? {};
  const { shape: own } = _zod.def as z.core.$ZodObjectDef;
  return Object.keys(shape).filter((name) => !(name in own));
}
