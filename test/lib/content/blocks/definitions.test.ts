import { expect, test } from "vitest";
import type * as z from "zod";
import { fieldPath } from "#core/http/input.ts";
import { Properties, SlugMap } from "#lib/content/blocks/schema.ts";
import { CreateCollection } from "#lib/content/collections/schema.ts";
import {
  CreateEntry as CreateBusinessEntry,
  GenerateBlocks,
} from "#lib/content/legacy-content/entry-schema.ts";
import { CreateCollection as CreateBusinessCollection } from "#lib/content/legacy-content/schema.ts";
import { CreateNode } from "#lib/content/nodes/schema.ts";
import { CreateTaxonomy, TaxonomyFilterQuery } from "#lib/content/taxonomies/schema.ts";

const taxonomyField = (more: object = {}) => ({ type: "text", key: "k", ...more });
const collectionField = (more: object = {}) => ({ type: "text", key: "k", ...more });
const definition = (more: object = {}) => ({ type: "TEXT", ...more });
const pathsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => fieldPath(path)) ?? [];

/** Invalid definitions, and the path of each error. */
const BAD: [string, z.ZodType, unknown, string[]][] = [
  [
    "an allowed value of a number",
    CreateTaxonomy,
    { key: "k", schema: [{ type: "number", key: "n", value: ["a"] }] },
    ["schema[0].value"],
  ],
  [
    "min of a boolean",
    CreateTaxonomy,
    { key: "k", schema: [{ type: "boolean", key: "n", min: 1 }] },
    ["schema[0].min"],
  ],
  [
    "max of a text",
    CreateTaxonomy,
    { key: "k", schema: [{ type: "text", key: "n", max: 1 }] },
    ["schema[0].max"],
  ],
  [
    "min above max",
    CreateTaxonomy,
    { key: "k", schema: [{ type: "number", key: "n", min: 2, max: 1 }] },
    ["schema[0].min"],
  ],
  [
    "min of a text that is no count",
    CreateTaxonomy,
    { key: "k", schema: [{ type: "text", key: "n", min: 0.5 }] },
    ["schema[0].min"],
  ],
  [
    "more values needed than allowed",
    CreateTaxonomy,
    { key: "k", schema: [{ type: "text", key: "n", min: 2, value: ["a"] }] },
    ["schema[0].min"],
  ],
  [
    "a value twice",
    CreateTaxonomy,
    { key: "k", schema: [{ type: "text", key: "n", value: ["a", "a"] }] },
    ["schema[0].value"],
  ],
  [
    "a key twice",
    CreateTaxonomy,
    { key: "k", schema: [taxonomyField(), taxonomyField()] },
    ["schema[1].key"],
  ],
  [
    "an id twice",
    CreateTaxonomy,
    { key: "k", schema: [taxonomyField({ id: "i" }), taxonomyField({ id: "i", key: "l" })] },
    ["schema[1].id"],
  ],
  [
    "a type of another model",
    CreateTaxonomy,
    { key: "k", schema: [{ type: "select", key: "n" }] },
    ["schema[0].type"],
  ],
  [
    "a localized number",
    CreateCollection,
    { key: "k", fields: [{ key: "n", type: "number", properties: { localized: true } }] },
    ["fields[0].properties.localized"],
  ],
  [
    "a select without options",
    CreateCollection,
    { key: "k", fields: [{ key: "n", type: "select" }] },
    ["fields[0].properties.options"],
  ],
  [
    "a key twice",
    CreateCollection,
    { key: "k", fields: [collectionField(), collectionField()] },
    ["fields[1].key"],
  ],
  ["minValues above maxValues", Properties, { minValues: 2, maxValues: 1 }, ["minValues"]],
  ["min above max", Properties, { min: 2, max: 1 }, ["min"]],
  ["a length below zero", Properties, { minLength: -1 }, ["minLength"]],
  ["a length that is no count", Properties, { maxLength: 1.5 }, ["maxLength"]],
  ["a label that is a number", Properties, { label: 1 }, ["label"]],
  ["a style that is a text", Properties, { style: "bold" }, ["style"]],
  ["a property with an empty name", Properties, { "": 1 }, [""]],
  ["a key with a space", CreateNode, { key: "a b" }, ["key"]],
  ["a slug with a line break", SlugMap, { en: "a\nb" }, ["en"]],
  ["a slug with spaces around it", SlugMap, { en: " a" }, ["en"]],
  ["an empty slug", SlugMap, { en: "" }, ["en"]],
  ["a slug in no language", SlugMap, { "not a tag": "a" }, ["not a tag"]],
  [
    "minLength above maxLength",
    CreateBusinessCollection,
    { name: "n", blocks: [definition({ settings: { minLength: 2, maxLength: 1 } })] },
    ["blocks[0].settings.minLength"],
  ],
  [
    "options that are numbers",
    CreateBusinessCollection,
    { name: "n", blocks: [definition({ settings: { options: [1] } })] },
    ["blocks[0].settings.options"],
  ],
  [
    "a length that is a text",
    CreateBusinessCollection,
    { name: "n", blocks: [definition({ settings: { maxLength: "9" } })] },
    ["blocks[0].settings.maxLength"],
  ],
  [
    "an id twice",
    CreateBusinessCollection,
    { name: "n", blocks: [definition({ id: "i" }), definition({ id: "i" })] },
    ["blocks[1].id"],
  ],
  ["an owner of another kind", CreateBusinessEntry, { owner: "node:x" }, ["owner"]],
  ["neither collection nor owner", CreateBusinessEntry, {}, ["collectionId"]],
  [
    "a filter's field without key and id",
    TaxonomyFilterQuery,
    '[{"taxonomy_id":"t","fields":[{"value":"a"}]}]',
    ["[0].fields[0].key"],
  ],
  [
    "a filter by an object",
    TaxonomyFilterQuery,
    '{"taxonomy_id":"t","fields":[{"key":"k","value":{}}]}',
    ["[0].fields[0].value"],
  ],
  ["a filter that is no JSON", TaxonomyFilterQuery, "[{", [""]],
  [
    "an option twice",
    CreateCollection,
    { key: "k", fields: [{ type: "select", key: "n", properties: { options: ["a", "a"] } }] },
    ["fields[0].properties.options"],
  ],
  [
    "counts that are none",
    CreateBusinessCollection,
    { name: "n", blocks: [definition({ settings: { maxLength: -1, minValues: 0.5 } })] },
    ["blocks[0].settings.maxLength", "blocks[0].settings.minValues"],
  ],
  [
    "a plan twice",
    CreateBusinessCollection,
    { name: "n", plans: [1, 2].map(() => ({ id: "p", name: "p", price: { amount: 0, currency: "EUR" } })) },
    ["plans[1].id"],
  ],
  [
    "a block to fill twice",
    GenerateBlocks,
    { prompt: "p", blocks: [definition({ id: "b" }), definition({ id: "b" })] },
    ["blocks[1].id"],
  ],
  ["half a surrogate pair as a taxonomy", TaxonomyFilterQuery, '["\\ud800"]', ["[0].taxonomy_id"]],
  ["a slug that composing makes longer", SlugMap, { he: "\ufb2c".repeat(67) }, ["he"]],
  [
    "a name that cannot be kept",
    CreateNode,
    {
      key: "k",
      blocks: [
        { key: "b", type: "GEO_LOCATION", value: [{ constructor: { name: "String" } }] },
        { key: "b", type: "TEXT", properties: { style: { constructor: 1 } } },
      ],
    },
    ["blocks[0].value[0]", "blocks[1].properties"],
  ],
];

test.each(BAD)("%s is refused with its path", (_, schema, value, paths) => {
  expect(pathsOf(schema, value)).toEqual(paths);
});

test("an invalid language tag is refused with a clear message in every field", () => {
  const { error } = SlugMap.safeParse({ "not a tag": "a" });
  expect(error?.issues[0]?.message).toBe("is not a language tag such as de-AT");
});

test("a filter accepts ids, an object, an array, and repetitions", () => {
  const parsed = (query: string) => TaxonomyFilterQuery.parse(query).map(({ taxonomy_id }) => taxonomy_id);
  expect(parsed("a, b,")).toEqual(["a", "b"]);
  expect(parsed('["a","b"]')).toEqual(["a", "b"]);
  expect(parsed('{"taxonomy_id":"a"}')).toEqual(["a"]);
  expect(parsed('[{"taxonomy_id":"a"}],["b"]')).toEqual(["a", "b"]);
  const [{ fields = [] } = {}] = TaxonomyFilterQuery.parse(
    '{"taxonomy_id":"a","fields":[{"key":"k","value":[true,1,"x"]}]}',
  );
  expect(fields[0]?.value).toEqual([true, 1, "x"]);
});
