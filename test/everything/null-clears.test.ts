import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { operations } from "#functions/manifest.ts";
import { call } from "#test/support/client.ts";
import { exampleParameters } from "#test/support/fixtures.ts";
import { RECIPES, STORING_NOTHING } from "./every-field/recipes.ts";
import { paramsFor, recordIn, requestsOf, sendRequest, takesJson } from "./every-field/requests.ts";
import { openWorld, type World } from "./every-field/world.ts";

/** Nullable fields that null leaves unchanged. */
const UNCHANGED_BY_NULL: Record<string, string> = {
  "updateAccount api_tokens.1.expires_at": "its end is set at its creation; this renames it",
  "updateProduct variants.1.sku": "an item without an id is another variant",
  "updateService pricing.markets.0.currency": "the market says its currency",
};

const changes = operations
  .filter(takesJson)
  .filter(({ method, id }) => method === "PUT" && !(id in STORING_NOTHING));

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

const clearedFields = new Set<string>();

test.each(changes.map((operation) => [operation.id, operation] as const))(
  "%s clears nullable fields by null",
  async (id, operation) => {
    const { body: takesBody, returns } = operation;
    if (!(returns instanceof z.ZodType)) return;
    const recipe = RECIPES[id] ?? {};
    const shows = recipe.within ? schemaAt(returns, [recipe.within]) : returns;
    const wrong = new Set<string>();
    for (const request of await requestsOf(world, recipe, 1)) {
      const pathParams = await paramsFor(world, operation, request, 1);
      const { reply, body } = await sendRequest(world, operation, request, pathParams, 1);
      const before = recordIn(reply, recipe);
      // Another email address would be another customer.
      const params = id === "updateCustomer" ? { ...pathParams, contactId: String(before.id) } : pathParams;
      for (const path of pathsIn(body)) {
        const mayBe = [schemaAt(takesBody, path), shows && schemaAt(shows, path)].every(isNullable);
        if (!mayBe || isNothing(valueAt(before, path))) continue;
        const raw = JSON.stringify(withNull(body, path));
        const as = request.as ?? world.callerOf(operation);
        const answer = await call(operation, { params, as, query: exampleParameters(operation), raw });
        const field = `${id} ${path.join(".")}`;
        clearedFields.add(field);
        // The operation may refuse null.
        if (answer.status >= 400 || isNothing(valueAt(recordIn(answer.body, recipe), path))) continue;
        if (!(field in UNCHANGED_BY_NULL)) wrong.add(field);
      }
    }
    expect([...wrong]).toEqual([]);
  },
);

test("nullable fields of carts, orders, customers and settings are found, with all exceptions", () => {
  expect([...clearedFields]).toEqual(
    expect.arrayContaining([
      ...["updateCart promo_code", "updateVisitorCart shipping_method_id", "updateOrder shipping_address"],
      ...[
        "updateCustomer phone",
        "updateLocation address",
        "updateNode parent_id",
        ...Object.keys(UNCHANGED_BY_NULL),
      ],
    ]),
  );
});

type Path = readonly (string | number)[];

/** The paths of all parts of a value. */
function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== "object" || value === null) return;
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [name, inner] of entries) {
    if (isNothing(inner)) continue;
    if (typeof name === "string") yield [...path, name];
    yield* pathsIn(inner, [...path, name]);
  }
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, name) => Object(part)[name], value);
}

function withNull(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return null;
  const inner = withNull(Object(value)[name], rest);
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...Object(value), [name]: inner };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isNullable(schema: z.ZodType | undefined): boolean {
  return schema?.safeParse(null).success === true;
}

/** The schema at a path of another. */
function schemaAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  // Safe: the parts of zod's definitions that are read here.
  const { shape, element, options, innerType, in: first, out } = schema.def as unknown as SchemaDef;
  if (typeof name === "number") {
    if (element) return schemaAt(element, rest);
  } else if (shape) return shape[name] && schemaAt(shape[name], rest);
  const inner = [...(options ?? []), innerType, first, out].filter((part) => part !== undefined);
  return inner.map((part) => schemaAt(part, path)).find((part) => part !== undefined);
}

interface SchemaDef {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}
