import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { fieldPath } from "./input.ts";

type Path = readonly PropertyKey[];
type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a body that its schema does not know, such as `items[0].colour`. Where several items of a list have the
 * same unknown field, the first one is named.
 */
export function unknownFields(schema: z.ZodType, body: unknown): string[] {
  const found = unknownPaths(schema, body) ?? [];
  const byField = new Map<string, Path>();
  for (const path of found) {
    const field = fieldPath(path.map((part) => (typeof part === "number" ? 0 : part)));
    if (!byField.has(field)) byField.set(field, path);
  }
  return [...byField.values()].map(fieldPath);
}

/** The paths of unknown fields; `undefined` where the schema is for another kind of value. */
function unknownPaths(schema: z.core.$ZodType, value: unknown): Path[] | undefined {
  if (typeof value !== "object" || value === null) return [];
  // Safe: every schema is one of zod's.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return isFields(value) ? unknownInObject(def, value) : undefined;
    case "record":
      return isFields(value)
        ? Object.entries(value).flatMap(([name, part]) => within(name, def.valueType, part))
        : undefined;
    case "array":
      return Array.isArray(value)
        ? value.flatMap((part, index) => within(index, def.element, part))
        : undefined;
    case "union":
      return fewest(def.options.map((option) => unknownPaths(option, value)));
    case "pipe":
      return isTransform(def.in) ? unknownBefore(def.in, def.out, value) : unknownPaths(def.in, value);
    case "lazy":
      return unknownPaths(def.getter(), value);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return unknownPaths(def.innerType, value);
    case "unknown":
    case "any":
    case "custom":
    case "transform":
      return [];
    default:
      return undefined;
  }
}

function unknownInObject({ shape, catchall }: z.core.$ZodObjectDef, value: Fields): Path[] {
  const isOpen = catchall !== undefined && catchall._zod.def.type !== "never";
  return Object.entries(value).flatMap(([name, part]): Path[] => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field) return within(name, field, part);
    return isOpen ? [] : [[name]];
  });
}

function within(name: PropertyKey, schema: z.core.$ZodType, part: unknown): Path[] {
  return (unknownPaths(schema, part) ?? []).map((path) => [name, ...path]);
}

/** Of the options of a union, the one that knows most is meant. */
function fewest(found: readonly (Path[] | undefined)[]): Path[] | undefined {
  return found.filter((paths) => paths !== undefined).toSorted((one, other) => one.length - other.length)[0];
}

/** A transform may rename fields: a sent one is known if without it a known one would be missing or have another value. */
function unknownBefore(transform: z.core.$ZodType, out: z.core.$ZodType, value: object): Path[] | undefined {
  const made = transformed(transform, value);
  const unknown = unknownPaths(out, made);
  if (!unknown || !isFields(value) || !isFields(made)) return unknown;
  const deeper = unknown.filter(({ length }) => length > 1);
  const gone = new Set(unknown.filter(({ length }) => length === 1).map(([name]) => name));
  if (gone.size === 0) return deeper;
  const names = Object.keys(value).filter((name) => {
    const { [name]: _, ...others } = value;
    const without = Object(transformed(transform, others));
    return Object.keys(made).every((each) => gone.has(each) || isDeepStrictEqual(made[each], without[each]));
  });
  return [...names.map((name) => [name]), ...deeper];
}

function transformed(transform: z.core.$ZodType, value: unknown): unknown {
  try {
    // Safe: every schema is one of zod's.
    return (transform as unknown as z.ZodType).safeParse(value).data;
  } catch {
    return value;
  }
}

function isTransform(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === "transform";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
