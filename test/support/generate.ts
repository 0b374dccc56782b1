import * as fc from "fast-check";
import type * as z from "zod";

/** Texts: usual input, and input that breaks programs. */
const SAMPLE_TEXTS = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom(
    "",
    " ",
    "contact",
    "constructor",
    "toString",
    "a@example.com",
    "Ada@Example.COM ",
    "null",
    "0",
    "-1",
    "1e999",
    "https://example.com/a?b=c",
    "ſtrange Ⅳ",
    "#",
    "TENANT#store_1",
    "{{x}}",
    "' or 1=1 --",
    "../../etc/passwd",
    "a".repeat(300),
    "\u0000",
    "\u{10FFFF}",
  ),
);

/** Values of wrong types. */
export const WRONG_VALUES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -0, -1, 1e308, 2 ** 53, 0.1, [], {}, [[]], [null], { "": "" }),
  fc.constantFrom<unknown>({ constructor: { prototype: {} } }, { toString: 1 }, { length: 1e9 }, { id: {} }),
  SAMPLE_TEXTS,
  fc.jsonValue({ maxDepth: 4 }),
);

/** Inputs of a schema, valid except for refinements, which are ignored. */
export function inputOf(schema: z.ZodType, depth = 0): fc.Arbitrary<unknown> {
  const { def } = schema as unknown as { def: SchemaDef };
  const examples = (schema.meta()?.examples as unknown[] | undefined) ?? [];
  const made = depth > 12 ? fc.constant(null) : generate(def, schema, depth + 1);
  return examples.length > 0 ? fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...examples) }, made) : made;
}

/** A valid value with one part replaced or a field added. */
export function mutatedInput(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fc
    .tuple(inputOf(schema), WRONG_VALUES, fc.nat(), SAMPLE_TEXTS)
    .map(([value, hostile, at, name]) => replacePart(value, hostile, at, name));
}

type SchemaDef = { type: string; [part: string]: unknown };

type Generator = (def: SchemaDef, schema: z.ZodType, depth: number) => fc.Arbitrary<unknown>;

const schemaOf = (part: unknown) => part as z.ZodType;

const innerInputs: Generator = ({ innerType }, _, depth) => inputOf(schemaOf(innerType), depth);

const GENERATORS: Record<string, Generator> = {
  string: (_, schema) => textOf(schema as z.ZodString),
  number: (_, schema) => numberOf(schema as z.ZodNumber),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  literal: ({ values }) => fc.constantFrom(...(values as unknown[])),
  enum: ({ entries }) => fc.constantFrom(...Object.values(entries as Record<string, unknown>)),
  array: ({ element }, _, depth) =>
    fc.array(inputOf(schemaOf(element), depth), { maxLength: Math.max(1, 5 - depth) }),
  object: ({ shape }, _, depth) => objectOf(shape as Record<string, z.ZodType>, depth),
  record: ({ valueType }, _, depth) =>
    fc.dictionary(SAMPLE_TEXTS, inputOf(schemaOf(valueType), depth), { maxKeys: 3 }),
  union: ({ options }, _, depth) =>
    fc.oneof(...(options as z.ZodType[]).map((option) => inputOf(option, depth))),
  tuple: ({ items }, _, depth) => fc.tuple(...(items as z.ZodType[]).map((item) => inputOf(item, depth))),
  intersection: ({ left, right }, _, depth) =>
    fc
      .tuple(inputOf(schemaOf(left), depth), inputOf(schemaOf(right), depth))
      .map(([one, other]) => Object.assign({}, one, other)),
  optional: innerInputs,
  nonoptional: innerInputs,
  readonly: innerInputs,
  catch: innerInputs,
  default: innerInputs,
  prefault: innerInputs,
  nullable: ({ innerType }, _, depth) =>
    fc.option(inputOf(schemaOf(innerType), depth), { nil: null, freq: 4 }),
  lazy: ({ getter }, _, depth) => inputOf((getter as () => z.ZodType)(), depth),
  pipe: ({ in: from, out }, _, depth) =>
    inputOf(schemaOf(from).def.type === "transform" ? schemaOf(out) : schemaOf(from), depth),
  unknown: () => WRONG_VALUES,
  any: () => WRONG_VALUES,
  custom: () => WRONG_VALUES,
  transform: () => WRONG_VALUES,
};

function generate(def: SchemaDef, schema: z.ZodType, depth: number): fc.Arbitrary<unknown> {
  const make = GENERATORS[def.type];
  if (!make) throw new Error(`No values are known for the schema type ${def.type}.`);
  return make(def, schema, depth);
}

function objectOf(shape: Record<string, z.ZodType>, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, field]) => [name, inputOf(field, depth)] as const);
  const required = Object.entries(shape)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function textOf(schema: z.ZodString): fc.Arbitrary<unknown> {
  const { format, minLength, maxLength } = schema;
  if (format === "email") return fc.emailAddress();
  if (format === "url") return fc.webUrl();
  const fits = (text: string) => schema.safeParse(text).success;
  const pattern = [...(schema._zod.bag.patterns ?? [])][0];
  const plain = fc.string({
    unit: "grapheme-ascii",
    minLength: minLength ?? 0,
    maxLength: Math.min(maxLength ?? 20, 40),
  });
  if (!pattern) return fc.oneof({ weight: 3, arbitrary: plain }, SAMPLE_TEXTS);
  const words = fc.constantFrom(..."a abc a-b contact 10 1790000000 2026-01-01 USD x_1 #aabbcc".split(" "));
  return fc.oneof({ weight: 4, arbitrary: words.filter((text) => fits(text) || text === "a") }, SAMPLE_TEXTS);
}

function numberOf(schema: z.ZodNumber): fc.Arbitrary<unknown> {
  const { minValue, maxValue, isInt } = schema;
  const min = Math.max(minValue ?? -1e6, -1e12);
  const max = Math.max(min, Math.min(maxValue ?? 1e6, 1e12));
  if (isInt)
    return fc.integer({ min: Math.ceil(Math.max(min, -(2 ** 31))), max: Math.floor(Math.min(max, 2 ** 31)) });
  return fc.double({ min, max, noNaN: true });
}

/** Replaces part `at` of a value, or adds a field `name`. */
export function replacePart(value: unknown, by: unknown, at: number, name: string): unknown {
  if (typeof value !== "object" || value === null) return by;
  const entries = Object.entries(value);
  const place = at % (entries.length + 2);
  if (place === entries.length) return by;
  if (place > entries.length) return Array.isArray(value) ? [...value, by] : { ...value, [name]: by };
  const [key = "", part] = entries[place] ?? [];
  const next = Math.floor(at / (entries.length + 2));
  const changed = next % 3 === 0 ? by : replacePart(part, by, next, name);
  if (Array.isArray(value)) return value.map((item, index) => (index === place ? changed : item));
  return { ...value, [key]: changed };
}
