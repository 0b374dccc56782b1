import { expect, test } from "vitest";
import * as z from "zod";
import { ApiError } from "#core/errors.ts";
import { parseInput, sentParameters } from "#core/http/input.ts";
import { meaningfulWhenEmpty } from "#core/http/page.ts";
import { operations } from "#functions/manifest.ts";
import { sources } from "./sources.ts";

type Path = readonly (string | number)[];

type BodyPlace = { path: Path; schema: z.ZodType };

interface SchemaDef {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
}

// Safe: the parts of zod's definitions that are read here.
const defOf = (schema: z.ZodType) => schema.def as unknown as SchemaDef;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema without its wrappers. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType, in: first, out } = defOf(schema);
  if (innerType) return unwrapped(innerType);
  if (first && out) return unwrapped(defOf(first).type === "transform" ? out : first);
  return schema;
}

/** Each field of a body that its example has, at any depth. */
function* fieldsIn(schema: z.ZodType, value: unknown, path: Path = []): Generator<BodyPlace> {
  const { shape, element, options } = defOf(unwrapped(schema));
  if (shape && isObject(value)) {
    for (const [name, field] of Object.entries(shape)) {
      yield { path: [...path, name], schema: field };
      if (value[name] !== undefined) yield* fieldsIn(field, value[name], [...path, name]);
    }
  } else if (element && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* fieldsIn(element, item, [...path, index]);
  } else if (options) {
    const fitting = options.find((option) => option.safeParse(value).success);
    if (fitting) yield* fieldsIn(fitting, value, path);
  }
}

function replaceAt(value: unknown, [part, ...rest]: Path, put: unknown): unknown {
  if (part === undefined) return put;
  if (Array.isArray(value))
    return value.map((item, index) => (index === part ? replaceAt(item, rest, put) : item));
  return isObject(value) ? { ...value, [part]: replaceAt(value[part], rest, put) } : value;
}

function isAccepted(schema: z.ZodType, value: unknown): boolean {
  try {
    parseInput(schema, value);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const bodies = operations.flatMap(({ id, body }) => {
  const examples: unknown = body?.meta()?.examples;
  return body && Array.isArray(examples) ? examples.map((example: unknown) => ({ id, body, example })) : [];
});
const parameters = operations.flatMap(({ id, query }) =>
  query instanceof z.ZodObject
    ? Object.entries<z.ZodType>(query.shape).map(([name, field]) => ({ id, query, name, field }))
    : [],
);
const MILLISECONDS = Date.UTC(2026, 10, 22);

test("null for an optional field of any body means that it is not given", () => {
  const refused = bodies.flatMap(({ id, body, example }) =>
    [...fieldsIn(body, example)]
      .filter(
        ({ path, schema }) =>
          schema.safeParse(undefined).success && isAccepted(body, replaceAt(example, path, undefined)),
      )
      .filter(({ path }) => !isAccepted(body, replaceAt(example, path, null)))
      .map(({ path }) => `${id} ${path.join(".")}`),
  );
  expect(bodies.length).toBeGreaterThan(100);
  expect(refused).toEqual([]);
});

/** Fields, at any depth, that may be undefined but must be present. */
function requiredUndefined(schema: z.ZodType, path = "", seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { shape, options, ...parts } = defOf(schema);
  const fields = Object.entries(shape ?? {}).flatMap(([name, field]) => {
    const here = `${path}.${name}`;
    const isNamed = field.safeParse(undefined).success && !z.object({ field }).safeParse({}).success;
    return [...(isNamed ? [here] : []), ...requiredUndefined(field, here, seen)];
  });
  const inner = [...Object.values(parts), ...(options ?? [])].filter((part) => part instanceof z.ZodType);
  return [...fields, ...inner.flatMap((part) => requiredUndefined(part, path, seen))];
}

test("an optional field may be left out, in every body and query", () => {
  const inputs = operations.flatMap(({ id, body, query }) =>
    [body, query].flatMap((schema) => (schema ? [{ id, schema }] : [])),
  );
  expect(inputs.length).toBeGreaterThan(200);
  expect(
    requiredUndefined(z.object({ a: z.array(z.object({ b: z.any(), c: z.unknown().optional() })) })),
  ).toEqual([".a.b"]);
  expect(inputs.flatMap(({ id, schema }) => requiredUndefined(schema, id))).toEqual([]);
});

test("every input that must not be empty refuses invisible characters", () => {
  const own = sources.filter(
    ({ path }) => /^(lib|functions)\//.test(path) && path !== "lib/core/http/page.ts",
  );
  const trimmed = own.filter(({ text }) => /\.trim\(\)(\s*\.\w+\(\))*\s*\.min\(1\)/.test(text));
  expect(trimmed.map(({ path }) => path)).toEqual([]);
});

test("a time in milliseconds is refused in every body and query that takes a time", () => {
  const times = bodies.flatMap(({ id, body, example }) =>
    [...fieldsIn(body, example)]
      .filter(
        ({ path, schema }) =>
          /(_at|_?[aA]t|_?[fF]rom|_?[tT]o|_?[tT]ime|_?[uU]ntil|start|end|date)$/.test(String(path.at(-1))) &&
          defOf(unwrapped(schema)).type === "number",
      )
      .map(({ path }) => ({
        name: `${id} ${path.join(".")}`,
        taken: isAccepted(body, replaceAt(example, path, MILLISECONDS)),
      })),
  );
  expect(times.length).toBeGreaterThan(30);
  // A publication accepts any time, and reports a wrong one when it is validated.
  const accepted = times.filter((each) => each.taken && !/Publication scheduled_at$/.test(each.name));
  expect(accepted).toEqual([]);
  const queries = parameters.filter(({ name }) => /(_at|At|_?[fF]rom|_?[tT]o)$/.test(name));
  expect(queries.length).toBeGreaterThan(30);
  expect(
    queries
      .filter(({ field }) => field.safeParse(String(MILLISECONDS)).success)
      .map(({ id, name }) => `${id} ${name}`),
  ).toEqual([]);
});

test("a date means its last second in every parameter that ends a range", () => {
  const ends = parameters.filter(({ name }) => /(_to|To|^to)$/.test(name) && !/^(price|total_)/.test(name));
  expect(ends.length).toBeGreaterThan(15);
  const last = MILLISECONDS / 1000 + 86_399;
  expect(
    ends
      // Parameters that take a calendar day keep it as a date.
      .filter(({ field }) => ![last, "2026-11-22"].includes(Object(field.safeParse("2026-11-22")).data))
      .map(({ id, name }) => `${id} ${name}`),
  ).toEqual([]);
});

test("an empty optional parameter counts as absent, unless empty has a meaning", () => {
  const saysSomething = ({ field }: { field: z.ZodType }) =>
    field instanceof z.ZodOptional && meaningfulWhenEmpty.has(field.unwrap() as z.ZodType);
  const counted = parameters
    .filter(({ name, query }) => name in sentParameters(query, { [name]: "" }))
    .filter(({ field }) => field.safeParse(undefined).success && field.safeParse(undefined).data !== "")
    .filter((each) => !saysSomething(each));
  expect(counted.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
  const saying = parameters.filter(saysSomething);
  expect([...new Set(saying.map(({ name }) => name))].sort()).toEqual(["ids", "parent_id"]);
});

test("every list takes at most a hundred ids", () => {
  const lists = parameters.filter(({ name }) => name === "ids");
  const many = Array.from({ length: 101 }, (_, index) => `id_${index}`).join();
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter(({ field }) => field.safeParse(many).success).map(({ id }) => id)).toEqual([]);
});
