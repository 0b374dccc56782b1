import { expect, test } from "vitest";
import { document } from "#functions/openapi-document.ts";

type Json = Record<string, unknown>;
interface Field {
  deprecated?: boolean;
  description?: string;
}
interface Fields {
  at: string;
  properties: Record<string, Field>;
  required: readonly string[];
}

const { paths, components }: { paths: Json; components: { schemas: Json } } = JSON.parse(
  JSON.stringify(document),
);
const operations = Object.values(paths)
  .flatMap((methods) => Object.values(Object(methods)))
  .map((operation): Json => Object(operation));

/** Two fields of one record whose names differ by spelling only, and whose meanings differ too. */
const DIFFERENT_MEANINGS: Record<string, string> = {
  customerId: "the person who booked, who is no customer of the store until staff file them",
};

const all = [...fieldsIn(components.schemas, ""), ...fieldsIn(paths, ""), ...operations.map(queryOf)];

test("of two spellings of one field, one is the older form and names the other", () => {
  const wrong = all.flatMap(({ at, properties }) =>
    spellings(properties)
      .filter(([older, newer]) => !isOlderFormOf(properties[older], newer) || properties[newer]?.deprecated)
      .filter(([older]) => !Object.hasOwn(DIFFERENT_MEANINGS, older))
      .map((pair) => `${at}: ${pair.join(", ")}`),
  );
  expect(wrong).toEqual([]);
  expect(all.flatMap(({ properties }) => spellings(properties)).length).toBeGreaterThan(10);
});

test("an older form says what to send instead, which its record has", () => {
  const wrong = all.flatMap(({ at, properties }) =>
    Object.entries(properties)
      .filter(([, { deprecated }]) => deprecated)
      .filter(([, { description = "" }]) => {
        const [, instead = ""] = /^Older form of `(\w+)[.\w]*`\.$/.exec(description) ?? [];
        return !Object.hasOwn(properties, instead) && !/^Repeats `\{\w+\}` of the path\./.test(description);
      })
      .map(([name]) => `${at}.${name}`),
  );
  expect(wrong).toEqual([]);
});

test("fields come in the order required, optional, older", () => {
  const wrong = all.filter(({ properties, required }) => {
    const ranks = Object.entries(properties).map(([name, { deprecated }]) =>
      deprecated ? 2 : required.includes(name) ? 0 : 1,
    );
    return ranks.some((rank, index) => rank < (ranks[index - 1] ?? 0));
  });
  expect(wrong.map(({ at }) => at)).toEqual([]);
});

test("a field of a body that repeats the path is older, unless the body serves another path too", () => {
  const wrong = operations.flatMap((operation) => {
    const { name = "", properties } = bodyOf(operation);
    const repeated = slotsOf(operation).filter((slot) =>
      operations
        .filter((other) => bodyOf(other).name === name)
        .every((other) => slotsOf(other).includes(slot)),
    );
    return Object.entries(properties)
      .filter(([field, { deprecated }]) => !deprecated && repeated.includes(snake(field)))
      .map(([field]) => `${operation.operationId}: ${field}`);
  });
  expect(wrong).toEqual([]);
});

/** Pairs of names of one spelling apart: the camelCase name first. */
function spellings(properties: Record<string, Field>): [camel: string, snake: string][] {
  return Object.keys(properties).flatMap((name): [string, string][] =>
    snake(name) !== name && Object.hasOwn(properties, snake(name)) ? [[name, snake(name)]] : [],
  );
}

function isOlderFormOf(field: Field | undefined, instead: string): boolean {
  return field?.deprecated === true && field.description === `Older form of \`${instead}\`.`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function fieldsIn(part: unknown, at: string): Fields[] {
  if (Array.isArray(part)) return part.flatMap((item) => fieldsIn(item, at));
  if (typeof part !== "object" || part === null) return [];
  const { properties, required = [] }: Json = { ...part };
  const own =
    typeof properties === "object" && properties !== null && !("type" in properties && "$ref" in part);
  const isSchema = own && Object.values(properties).every((field) => typeof field === "object");
  return [
    ...(isSchema
      ? [{ at, properties: Object(properties), required: Array.isArray(required) ? required : [] }]
      : []),
    ...Object.entries(part).flatMap(([key, value]) =>
      ["example", "examples", "default", "enum"].includes(key)
        ? []
        : fieldsIn(value, at ? `${at}.${key}` : key),
    ),
  ];
}

function queryOf({ operationId, parameters }: Json): Fields {
  const own = (Array.isArray(parameters) ? parameters : []).filter((each) => Object(each).in === "query");
  return {
    at: `${operationId}?`,
    properties: Object.fromEntries(own.map((each) => [each.name, each])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

function slotsOf({ parameters }: Json): string[] {
  const own = (Array.isArray(parameters) ? parameters : []).filter((each) => Object(each).in === "path");
  return own.map(({ name }) => snake(name));
}

/** The fields of a request's body, and the name of its schema. */
function bodyOf({ requestBody, operationId }: Json): { name: string; properties: Record<string, Field> } {
  const { schema = {} } = Object(Object(Object(requestBody).content)["application/json"]);
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : operationId;
  return { name, properties: Object(components.schemas[name] ?? schema).properties ?? {} };
}
