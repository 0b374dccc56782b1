import * as z from "zod";

// By definitions, which a schema keeps when it is made when it is first used.
const withheldFields = new WeakSet<object>();
const staffFields = new WeakSet<object>();
const tenantFields = new WeakSet<object>();
const versionFields = new WeakSet<object>();
const storedOf = new WeakMap<object, z.ZodObject>();

/** A field that is documented, and that those whom a view is for may not see: it shows null. */
export function withheld<S extends z.ZodNullable>(field: S): S {
  return noted(field, withheldFields);
}

/**
 * A field for those who work for a tenant, such as one that names one of them: an id is enough to name somebody elsewhere. An answer shows it to
 * those who may READ the tenant and to the one whom it names; to others it is null, or absent where it is optional. The
 * tenant is the path's, or else the one that the record itself names by `tenantOf`.
 */
export function staffOnly<S extends z.ZodType<string | number | null | undefined>>(field: S): S {
  return noted(field, staffFields);
}

/** The field that names the tenant of a record, for answers of paths that name none. */
export function tenantField(field: z.ZodString): z.ZodString {
  return noted(field, tenantFields);
}

/**
 * The version of a record, as a view prints it: how often it was written. A change that sends it along is refused where
 * somebody else was faster; see `expectVersion`. It stands in no field of the record: it is 1 of one that is new.
 *
 * @schema
 */
export function recordVersion() {
  return noted(z.int().min(1).default(1), versionFields);
}

/** A view as it is answered: its version is the record's own. */
export type Unversioned<V> = Omit<V, "version">;

function noted<S extends z.ZodType>(field: S, fields: WeakSet<object>): S {
  // Safe: a copy of a schema is of its kind.
  const own = field.clone({ ...field._zod.def }) as S;
  fields.add(own._zod.def);
  return own;
}

/**
 * The view of an object that callers may put fields of any name into: it shows these as they were sent, and of those that
 * are declared the ones that it names.
 *
 * @schema
 */
export function openView<V extends z.ZodObject>(stored: z.ZodObject, view: V): V {
  storedOf.set(view._zod.def, stored);
  return view;
}

export function isWithheld({ _zod }: z.core.$ZodType): boolean {
  return withheldFields.has(_zod.def);
}

export function isStaffOnly({ _zod }: z.core.$ZodType): boolean {
  return staffFields.has(_zod.def);
}

export function isTenantField({ _zod }: z.core.$ZodType): boolean {
  return tenantFields.has(_zod.def);
}

export function isVersion({ _zod }: z.core.$ZodType): boolean {
  return versionFields.has(_zod.def);
}

/** The fields of an open object that are declared and not named in its view. */
export function innerFields({ _zod }: z.core.$ZodType): string[] {
  const { shape = {} } = storedOf.get(_zod.def) ?? {};
  const { shape: own } = _zod.def as z.core.$ZodObjectDef;
  return Object.keys(shape).filter((name) => !(name in own));
}
