import * as z from "zod";

// Keyed by a schema's definition, which stays the same when the schema is built on first use.
const withheldFields = new WeakSet<object>();
const staffFields = new WeakSet<object>();
const tenantFields = new WeakSet<object>();
const versionFields = new WeakSet<object>();
const storedSchemas = new WeakMap<object, z.ZodObject>();

/** A documented field that the readers of a view may not see: they get null. */
export function withheldField<S extends z.ZodNullable>(field: S): S {
  return markedField(field, withheldFields);
}

/**
 * A field for a tenant's staff, such as the id of one of them, which could identify the person elsewhere. It is shown
 * to those who may READ the tenant and to the person; for others it is null, or absent where it is optional. The
 * tenant is the one in the path, or else in the field marked by `tenantField`.
 */
export function staffOnly<S extends z.ZodType<string | number | null | undefined>>(field: S): S {
  return markedField(field, staffFields);
}

/** The field with the tenant of a record, for answers of paths without a tenant. */
export function tenantField(field: z.ZodString): z.ZodString {
  return markedField(field, tenantFields);
}

/**
 * The version of a record in a view: the number of its changes. A change that sends it is refused where somebody else
 * was faster; see `expectVersion`. It is no stored field. A new record has version 1.
 *
 * @schema
 */
export function recordVersion() {
  return markedField(z.int().min(1).default(1), versionFields);
}

/** A view without its version, which lib/core adds. */
export type Unversioned<V> = Omit<V, "version">;

function markedField<S extends z.ZodType>(field: S, fields: WeakSet<object>): S {
  // Safe: a copy of a schema has the same type.
  const own = field.clone({ ...field._zod.def }) as S;
  fields.add(own._zod.def);
  return own;
}

/**
 * The view of an object into which callers may put any fields. It shows those unchanged, and only those declared fields
 * that the view names.
 *
 * @schema
 */
export function openView<V extends z.ZodObject>(stored: z.ZodObject, view: V): V {
  storedSchemas.set(view._zod.def, stored);
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

/** Declared fields of an open object that its view does not name. */
export function innerFields({ _zod }: z.core.$ZodType): string[] {
  const { shape = {} } = storedSchemas.get(_zod.def) ?? {};
  const { shape: own } = _zod.def as z.core.$ZodObjectDef;
  return Object.keys(shape).filter((name) => !(name in own));
}
