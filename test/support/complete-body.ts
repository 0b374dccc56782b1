import type * as z from "zod";
import { expectedVersion } from "#core/records/schema.ts";
import { uniqueValue } from "./unique-values.ts";

/** Leaves out a field of a complete body. */
export const OMITTED = Symbol("left out");

/** A value of a body with its path. */
export interface BodyValue {
  /** `prices[0].amount` */
  at: string;
  /** Path in the schema: `prices[].amount`. */
  declared: string;
  value: unknown;
}

interface BodyOptions {
  /** A valid, partial body. Its values are used where a unique value is not possible. */
  example?: unknown;
  /** Values that the body must have. */
  fixed?: unknown;
  /** Each seed gives other values. */
  seed: number;
}

/** A body with every declared field set, each to a unique value if possible. */
export function completeBody(
  schema: z.ZodType,
  { example, fixed, seed }: BodyOptions,
): { body: unknown; leaves: BodyValue[] } {
  const leaves: BodyValue[] = [];
  const state = { seed, leaves };
  const place = { at: "", declared: "", example, fixed: resolvedValue(fixed), optional: false };
  return { body: fillSchema(schema, place, state), leaves };
}

/** Replaces functions in a value by their results, so that each request gets new values. */
function resolvedValue(said: unknown): unknown {
  if (typeof said === "function") return resolvedValue(said());
  if (Array.isArray(said)) return said.map(resolvedValue);
  if (typeof said !== "object" || said === null) return said;
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, resolvedValue(value)]));
}

/** Paths of all values in a schema: `slug.*`, `prices[].amount`. */
export function declaredPaths(schema: z.ZodType, at = "", depth = 0): string[] {
  const { def } = unwrap(schema);
  if (depth > 12) return [];
  const below = (part: unknown, name: string) => declaredPaths(part as z.ZodType, name, depth + 1);
  if (def.type === "object")
    return Object.entries(def.shape as object)
      .filter(([, part]) => part !== expectedVersion)
      .flatMap(([name, part]) => below(part, joinPath(at, name)));
  if (def.type === "array") return below(def.element, `${at}[]`);
  if (def.type === "record") return below(def.valueType, joinPath(at, "*"));
  if (def.type === "union")
    return [...new Set((def.options as unknown[]).flatMap((part) => below(part, at)))];
  return [at];
}

type BodyPlace = { at: string; declared: string; example: unknown; fixed: unknown; optional: boolean };

type FillState = { seed: number; leaves: BodyValue[] };

type SchemaDef = { type: string; [part: string]: unknown };

/** A schema without wrappers such as `optional`; `outer` still has pipes around it, and validates values. */
type Unwrapped = { outer: z.ZodType; def: SchemaDef; optional: boolean };

const WRAPPERS = ["optional", "nullable", "default", "prefault", "nonoptional", "readonly", "catch"];

function unwrap(schema: z.ZodType, outer = schema, optional = false): Unwrapped {
  const { def } = schema as unknown as { def: SchemaDef };
  if (WRAPPERS.includes(def.type)) {
    const inner = def.innerType as z.ZodType;
    return unwrap(inner, inner, optional || schema.safeParse(undefined).success);
  }
  if (def.type === "pipe") {
    const from = def.in as z.ZodType;
    const isMade = (from as unknown as { def: SchemaDef }).def.type === "transform";
    return unwrap(isMade ? (def.out as z.ZodType) : from, outer, optional);
  }
  return { outer, def, optional };
}

function fillSchema(schema: z.ZodType, place: BodyPlace, state: FillState): unknown {
  const { outer, def, optional } = unwrap(schema);
  const here = { ...place, optional };
  if (here.fixed === OMITTED) return OMITTED;
  if (def.type === "object") return fillObject(def.shape as Record<string, z.ZodType>, here, state);
  if (def.type === "array") return fillArray(def.element as z.ZodType, here, state);
  if (def.type === "record") return fillRecord(def, here, state);
  if (def.type === "union") {
    const options = def.options as z.ZodType[];
    const given = here.fixed ?? here.example;
    const fitting = given === undefined ? undefined : options.find((each) => looksValid(each, given));
    return fillSchema(fitting ?? options[0] ?? outer, here, state);
  }
  const value = here.fixed ?? uniqueValue(outer, { ...here, type: def.type, values: def.values }, state.seed);
  state.leaves.push({ at: here.at, declared: here.declared, value });
  return value;
}

function fillObject(shape: Record<string, z.ZodType>, place: BodyPlace, state: FillState): unknown {
  // The expected version is no field of the record: see `versions.test.ts`.
  const fields = Object.entries(shape).filter(([, part]) => part !== expectedVersion);
  const entries = fields.map(([name, part]) => {
    const inner = {
      ...place,
      at: joinPath(place.at, name),
      declared: joinPath(place.declared, name),
      example: memberOf(place.example, name),
      fixed: memberOf(place.fixed, name),
    };
    return [name, fillSchema(part, inner, state)] as const;
  });
  const more = Object.entries(objectIn(place.fixed) ?? {}).filter(
    ([name]) => place.at !== "" && !(name in shape),
  );
  for (const [name, value] of more)
    if (value !== OMITTED)
      state.leaves.push({ at: joinPath(place.at, name), declared: joinPath(place.declared, name), value });
  return Object.fromEntries([...entries, ...more].filter(([, value]) => value !== OMITTED));
}

function fillArray(element: z.ZodType, place: BodyPlace, state: FillState): unknown {
  const given = Array.isArray(place.fixed) ? place.fixed : Array.isArray(place.example) ? place.example : [];
  const isFixed = Array.isArray(place.fixed);
  const { def } = unwrap(element);
  const options = def.type === "union" ? (def.options as z.ZodType[]) : [element];
  const missing = isFixed ? [] : options.filter((option) => !given.some((each) => looksValid(option, each)));
  const parts = [
    ...given.map((each: unknown) => ({ part: element, [isFixed ? "fixed" : "example"]: each })),
    ...missing.map((part) => ({ part })),
  ];
  return parts.map(({ part, ...values }, index) => {
    const inner = { at: `${place.at}[${index}]`, declared: `${place.declared}[]` };
    return fillSchema(
      part,
      { example: undefined, fixed: undefined, optional: false, ...values, ...inner },
      state,
    );
  });
}

function fillRecord({ keyType, valueType }: SchemaDef, place: BodyPlace, state: FillState): unknown {
  const given = Object.keys(objectIn(place.fixed) ?? objectIn(place.example) ?? {});
  const fits = (name: string) => (keyType as z.ZodType).safeParse(name).success;
  const names = given.length > 0 ? given : [["de", "x-own"].find(fits) ?? "name"];
  const entries = names.map((name) => {
    const inner = {
      ...place,
      at: joinPath(place.at, name),
      declared: joinPath(place.declared, "*"),
      example: memberOf(place.example, name),
      fixed: memberOf(place.fixed, name),
    };
    return [name, fillSchema(valueType as z.ZodType, inner, state)] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether a value fits a schema by type and literals. */
function looksValid(schema: z.ZodType, value: unknown): boolean {
  const { def } = unwrap(schema);
  if (def.type === "object") {
    const fields = objectIn(value);
    if (!fields) return false;
    const parts = Object.entries(def.shape as Record<string, z.ZodType>).map(([name, part]) => ({
      given: fields[name],
      ...unwrap(part),
    }));
    const literals = parts.filter((part) => part.def.type === "literal");
    if (literals.length > 0)
      return literals.every((part) => (part.def.values as unknown[]).includes(lowerCased(part.given)));
    return parts.every(({ optional, given }) => optional || given !== undefined);
  }
  if (def.type === "array") return Array.isArray(value);
  return schema.safeParse(value).success;
}

function lowerCased(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function objectIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return objectIn(value)?.[name];
}

function joinPath(at: string, name: string): string {
  return at ? `${at}.${name}` : name;
}
