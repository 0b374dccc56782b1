import type * as z from "zod";
import type { Context } from "./context.ts";
import { publicVersion, VERSION } from "./dynamo/entity-shape.ts";
import { sideBySide } from "./side-by-side.ts";
import { innerFields, isStaffOnly, isTenantField, isVersion, isWithheld } from "./view-schema.ts";

/** Whether the reader may see a staff member's id; `tenantId` is the tenant that the record names, if any. */
type MaySee = (id: unknown, tenantId: unknown) => boolean;
type Show = (value: unknown, sees?: MaySee, tenantId?: unknown) => unknown;
type Schema = z.core.$ZodTypes;
type Fields = Record<string, unknown>;

const showBySchema = new WeakMap<Schema, Show | null>();

/**
 * Cuts a value to the fields that a view's schema names, at every depth. It validates nothing and does not change the
 * value. An open object also shows what callers put into it (see `openView`), a value without a declared shape
 * (`z.unknown()`) is shown whole, and a list of nothing (`z.never()`) is shown as such. The code for an object is
 * generated once, as zod does for its checks, because validating would cost several times as much. With `sees`, staff
 * fields (see `staffOnly`) are shown only to those whom it allows.
 */
export function visibleFields<S extends z.ZodType>(
  view: S,
): <T extends z.input<S>>(value: T, sees?: MaySee) => z.input<S>;
export function visibleFields(view: z.ZodType | string): (value: unknown, sees?: MaySee) => unknown;
export function visibleFields(view: z.ZodType | string): (value: unknown, sees?: MaySee) => unknown {
  let show: Show | null | undefined = typeof view === "string" ? null : undefined;
  return (value, sees) => {
    // Safe: every schema is one of zod's.
    if (show === undefined) show = showOf(view as unknown as Schema);
    return show ? show(value, sees) : value;
  };
}

/** The function that shows the values of a schema; null where they are shown unchanged. */
function showOf(schema: Schema): Show | null {
  const known = showBySchema.get(schema);
  if (known !== undefined) return known;
  // A recursive schema finds this while it is being built.
  showBySchema.set(schema, (value, sees, tenantId) => showBySchema.get(schema)?.(value, sees, tenantId));
  const show = buildShow(schema);
  showBySchema.set(schema, show);
  return show;
}

function buildShow(schema: Schema): Show | null {
  if (isWithheld(schema)) return () => null;
  const { def } = schema._zod;
  switch (def.type) {
    case "object":
      return showObject(def, innerFields(schema));
    case "array":
      return (def.element as Schema)._zod.def.type === "never" ? () => [] : showArray(innerShow(def.element));
    case "record":
      return showRecord(innerShow(def.valueType));
    case "union":
      return showUnion(def.options as readonly Schema[]);
    case "pipe":
      if (isTransformed(def.out))
        throw new Error("No view ends in a transform: what it makes has no declared fields.");
      return innerShow(isTransformed(def.in) ? def.out : def.in);
    case "lazy":
      return innerShow(def.getter());
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return innerShow(def.innerType);
    case "intersection":
    case "tuple":
    case "map":
    case "set":
    case "promise":
      throw new Error(`No view is made of a ${def.type}: say an object, a list or a map of them.`);
    default:
      return null;
  }
}

/** Whether a transform makes the values of a schema. */
function isTransformed(schema: z.core.$ZodType): boolean {
  // Safe: every schema is one of zod's.
  const { def } = (schema as Schema)._zod;
  return def.type === "transform" || (def.type === "pipe" && isTransformed(def.out));
}

// Safe: every schema is one of zod's.
const innerShow = (schema: z.core.$ZodType) => showOf(schema as Schema);

function showObject({ shape, catchall }: z.core.$ZodObjectDef, hidden: readonly string[]): Show {
  const names = Object.keys(shape);
  const parts = Object.entries(shape).map(([, field]) =>
    isStaffOnly(field) ? showToStaff(field) : innerShow(field),
  );
  const tenant = Object.keys(shape).find((name) => isTenantField(shape[name] as z.core.$ZodType));
  const within = tenant === undefined ? "tenantId" : `value[${JSON.stringify(tenant)}]`;
  const fields = names.map((name, index) => {
    const field = JSON.stringify(name);
    if (isVersion(shape[name] as z.core.$ZodType))
      return `${field}: value[VERSION] === undefined ? (value[${field}] ?? 1) : versionOf(value)`;
    return `${field}: ${parts[index] ? `parts[${index}](value[${field}], sees, ${within})` : `value[${field}]`}`;
  });
  // Safe: the text above defines a function of this type.
  const pick = new Function(
    "parts",
    "VERSION",
    "versionOf",
    `return (value, sees, tenantId) => ({ ${fields.join(", ")} });`,
  )(parts, VERSION, publicVersion) as (value: object, sees?: MaySee, tenantId?: unknown) => object;
  const isOpen = catchall !== undefined && catchall._zod.def.type !== "never";
  if (isOpen) {
    const none = Object.fromEntries(hidden.map((name) => [name, undefined]));
    return (value, sees, tenantId) =>
      isObject(value) ? { ...value, ...none, ...pick(value, sees, tenantId) } : value;
  }
  return (value, sees, tenantId) => (isObject(value) ? pick(value, sees, tenantId) : value);
}

function showToStaff(field: z.core.$ZodType): Show {
  const none = field._zod.optin === "optional" ? undefined : null;
  // In an optional field, null says to staff that there is no id yet. For others the field is absent.
  return (id, sees, tenantId) =>
    !sees || id === undefined || (id === null && none === null) || sees(id, tenantId) ? id : none;
}

function showArray(each: Show | null): Show | null {
  return (
    each &&
    ((value, sees, tenantId) =>
      Array.isArray(value) ? value.map((part) => each(part, sees, tenantId)) : value)
  );
}

function showRecord(each: Show | null): Show | null {
  if (!each) return null;
  return (value, sees, tenantId) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, each(part, sees, tenantId)]))
      : value;
}

function showUnion(options: readonly Schema[]): Show | null {
  const parts = options.map(showOf);
  if (parts.every((part) => part === null)) return null;
  return (value, sees, tenantId) => {
    if (!isObject(value)) return value;
    const counts = options.map((option) => namedFields(option, value));
    const most = Math.max(...counts);
    if (most < 0) throw new Error("A view shows nothing of this kind.");
    const part = parts[counts.indexOf(most)];
    return part ? part(value, sees, tenantId) : value;
  };
}

/** How many fields of a value an option of a union names; negative where the value belongs to another option. */
function namedFields(option: Schema, value: unknown): number {
  const { def } = option._zod;
  if ("innerType" in def) return namedFields(def.innerType as Schema, value);
  if (def.type === "union") return Math.max(...def.options.map((each) => namedFields(each as Schema, value)));
  if (def.type === "array") {
    if (!Array.isArray(value)) return NO_MATCH;
    return value.length === 0 ? 0 : namedFields(def.element as Schema, value[0]);
  }
  if (def.type === "record") return isObject(value) && !Array.isArray(value) ? 0 : NO_MATCH;
  if (def.type !== "object") return isObject(value) ? NO_MATCH : 0;
  if (!isObject(value)) return NO_MATCH;
  const fields = value as Fields;
  let named = 0;
  for (const [name, { _zod: field }] of Object.entries(def.shape)) {
    const part = fields[name];
    if (part === undefined && field.optin === undefined) return NO_MATCH;
    if (part === undefined) continue;
    if (field.values !== undefined && !field.values.has(part as z.core.util.Primitive)) return NO_MATCH;
    named += 1;
  }
  return named;
}

const NO_MATCH = -1;

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * The parts of a reply that its caller may see. Ids of staff (see `staffOnly`) are for those who may READ the tenant;
 * everybody sees their own.
 *
 * @param tenantId the tenant in the path, or else `undefined`: then each record names its own
 */
export async function visibleTo(
  ctx: Context,
  show: (reply: unknown, sees?: MaySee) => unknown,
  reply: unknown,
  tenantId: string | undefined,
): Promise<unknown> {
  const ownId = ctx.actor.kind === "person" ? ctx.actor.id : undefined;
  const tenants = new Set<unknown>();
  const whole = show(reply, (id, of) => {
    if (id !== ownId) tenants.add(tenantId ?? of);
    return true;
  });
  const visibleTenants = new Set<unknown>();
  await sideBySide(
    [...tenants].map(async (tenant) => {
      if (typeof tenant === "string" && (await ctx.may("READ", tenant))) visibleTenants.add(tenant);
    }),
  );
  if (visibleTenants.size === tenants.size) return whole;
  return show(reply, (id, of) => id === ownId || visibleTenants.has(tenantId ?? of));
}
