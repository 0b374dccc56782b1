import { expect, test } from "vitest";
import type * as z from "zod";
import { fieldPath } from "#core/http/input.ts";
import { PageQuery } from "#core/http/page.ts";
import { BlockInput, BlockInputs, BlockProperties, SlugMap } from "#lib/content/blocks/schema.ts";
import { CreateCollection as Collection } from "#lib/content/collections/schema.ts";
import { CreateEntry as Entry, EntryQuery } from "#lib/content/entries/schema.ts";
import {
  CreateBusinessEntry as BusinessEntry,
  GenerateBlocks,
} from "#lib/content/legacy-content/entry-schema.ts";
import { CreateBusinessCollection as Business } from "#lib/content/legacy-content/schema.ts";
import { CreateNode as Node, NodeQuery } from "#lib/content/nodes/schema.ts";
import { TaxonomyFilterQuery as Filter, CreateTaxonomy as Taxonomy } from "#lib/content/taxonomies/schema.ts";

const text = (length: number) => "a".repeat(length);
const list = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, i) => make(i));
const texts = (length: number) => list(length, String);
const fill = <T>(length: number, value: T) => list(length, () => value);
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const languageTag = (length: number) => `aaaaaaa${"-aaaaaa".repeat(14)}${text(length)}`.slice(0, length);
const block = (more: object = {}) => ({ key: "k", type: "TEXT", value: [], ...more });
const node = (more: object) => ({ key: "k", ...more });
const fields = (given: object[]) => given.map((more) => ({ type: "text", key: "k", ...more }));
const taxonomy = (...given: object[]) => ({ key: "k", schema: fields(given) });
const collection = (...given: object[]) => ({ key: "k", fields: fields(given) });
const typed = (type: string, properties: object) => collection({ type, properties });
const select = (options: string[]) => typed("select", { options });
const keys = (length: number) => list(length, (index) => ({ key: `k${index}` }));
const ids = (length: number) => list(length, (index) => ({ id: `a${index}` }));
const business = (more: object) => ({ name: "n", ...more });
const definitions = (...given: object[]) => given.map((more) => ({ type: "TEXT", ...more }));
const businessBlocks = (...given: object[]) => business({ blocks: definitions(...given) });
const settings = (given: object) => businessBlocks({ settings: given });
const price = (amount: number) => ({ amount, currency: "EUR" });
const plans = (...given: object[]) =>
  business({ plans: given.map((more) => ({ name: "p", price: price(0), ...more })) });
const filterBy = (field: object) => JSON.stringify([{ taxonomy_id: "t", fields: [field] }]);
const prompt = (more: object) => ({ prompt: "p", blocks: [{ id: "a", type: "TEXT" }], ...more });

/** Blocks with a property name that no object can safely have. */
const UNKEPT = [
  block({ type: "GEO_LOCATION", value: [{ constructor: { name: "String" } }] }),
  block({ properties: { style: { constructor: 1 } } }),
];

const pathsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => fieldPath(path)) ?? [];

/** What is limited, the limit, a value at the limit, and the path at which one more is refused. */
const LIMITS: [string, number, z.ZodType, (size: number) => unknown, string][] = [
  ["characters of a key", 100, Node, (n) => node({ key: text(n) }), "key"],
  ["characters of a node's type", 100, Node, (n) => node({ type: text(n) }), "type"],
  ["taxonomies of a node", 8, Node, (n) => node({ taxonomies: fill(n, { taxonomy_id: "t" }) }), "taxonomies"],
  ["blocks of a list", 200, BlockInputs, (n) => fill(n, block()), ""],
  ["values of a block", 1000, BlockInput, (n) => block({ value: fill(n, "a") }), "value"],
  ["characters of a block's key", 200, BlockInput, (n) => block({ key: text(n) }), "key"],
  ["characters of a block's id", 200, BlockInput, (n) => block({ id: text(n) }), "id"],
  ["levels of free JSON", 20, BlockInput, (n) => block({ value: [nested(n)] }), "value[0]"],
  ["levels of properties", 20, BlockProperties, (n) => ({ style: { a: nested(n - 2) } }), ""],
  ["characters of a pattern", 1000, BlockProperties, (n) => ({ pattern: text(n) }), "pattern"],
  ["characters of a country", 2, BlockProperties, (n) => ({ country: "DE".padEnd(n, "E") }), "country"],
  ["languages of a slug", 16, SlugMap, (n) => Object.fromEntries(list(n, (i) => [`l${i}`, "a"])), ""],
  ["characters of a slug", 200, SlugMap, (n) => ({ en: text(n) }), "en"],
  ["characters of a language tag", 100, SlugMap, (n) => ({ [languageTag(n)]: "a" }), "*"],
  ["fields of a taxonomy", 50, Taxonomy, (n) => taxonomy(...keys(n)), "schema"],
  ["characters of a taxonomy field's id", 100, Taxonomy, (n) => taxonomy({ id: text(n) }), "schema[0].id"],
  ["values of a taxonomy field", 200, Taxonomy, (n) => taxonomy({ value: texts(n) }), "schema[0].value"],
  ["characters of such a value", 180, Taxonomy, (n) => taxonomy({ value: [text(n)] }), "schema[0].value[0]"],
  ["fields of a collection", 100, Collection, (n) => collection(...keys(n)), "fields"],
  ["characters of a field's id", 100, Collection, (n) => collection({ id: text(n) }), "fields[0].id"],
  ["options of a select field", 200, Collection, (n) => select(texts(n)), "fields[0].properties.options"],
  ["characters of an option", 200, Collection, (n) => select([text(n)]), "fields[0].properties.options[0]"],
  ["fields of an entry", 200, Entry, (n) => node({ collection_id: "c", fields: keys(n) }), "fields"],
  ["blocks of an entry", 200, BusinessEntry, (n) => ({ collectionId: "c", blocks: ids(n) }), "blocks"],
  ["characters of an owner", 200, BusinessEntry, (n) => ({ owner: `order:${text(n - 6)}` }), "owner"],
  ["blocks of a business collection", 100, Business, (n) => businessBlocks(...ids(n)), "blocks"],
  ["characters of a name", 200, Business, (n) => business({ name: text(n) }), "name"],
  ["characters of a business slug", 200, Business, (n) => business({ slug: text(n) }), "slug"],
  ["characters of a description", 5000, Business, (n) => business({ description: text(n) }), "description"],
  ["characters of a type", 50, Business, (n) => business({ type: text(n) }), "type"],
  ["plans", 20, Business, (n) => plans(...fill(n, {})), "plans"],
  ["features of a plan", 50, Business, (n) => plans({ features: texts(n) }), "plans[0].features"],
  ["a plan's amount", 1e12, Business, (n) => plans({ price: price(n) }), "plans[0].price.amount"],
  ["statuses", 1000, Business, (n) => business({ statuses: fill(n, { status: "DRAFT" }) }), "statuses"],
  ["characters of a label", 200, Business, (n) => businessBlocks({ label: text(n) }), "blocks[0].label"],
  ["blocks to generate", 50, GenerateBlocks, (n) => prompt({ blocks: definitions(...ids(n)) }), "blocks"],
  ["characters of a prompt", 8000, GenerateBlocks, (n) => prompt({ prompt: text(n) }), "prompt"],
  ["a page's limit", 100, PageQuery, (n) => ({ limit: String(n) }), "limit"],
  ["ids of a query", 100, EntryQuery, (n) => ({ ids: texts(n).join(",") }), "ids"],
  ["characters of a query", 200, NodeQuery, (n) => ({ query: text(n) }), "query"],
  ["taxonomies of a filter", 8, Filter, (n) => texts(n).join(","), ""],
  ["values of a filter", 40, Filter, (n) => filterBy({ key: "k", value: texts(n) }), "[0].fields[0].value"],
];

test.each(LIMITS)(
  "%s: %d are accepted, and one more is refused with its path",
  (_, most, schema, make, path) => {
    expect(pathsOf(schema, make(most))).toEqual([]);
    const refused = pathsOf(schema, make(most + 1));
    if (path === "*") expect(refused).toHaveLength(1);
    else expect(refused).toEqual([path]);
  },
);

/** Invalid definitions, and the path of each error. */
const BAD: [string, z.ZodType, unknown, ...string[]][] = [
  ["an allowed value of a number", Taxonomy, taxonomy({ type: "number", value: ["a"] }), "schema[0].value"],
  ["min of a boolean", Taxonomy, taxonomy({ type: "boolean", min: 1 }), "schema[0].min"],
  ["max of a text", Taxonomy, taxonomy({ max: 1 }), "schema[0].max"],
  ["min above max", Taxonomy, taxonomy({ type: "number", min: 2, max: 1 }), "schema[0].min"],
  ["min of a text that is no count", Taxonomy, taxonomy({ min: 0.5 }), "schema[0].min"],
  ["more values needed than allowed", Taxonomy, taxonomy({ min: 2, value: ["a"] }), "schema[0].min"],
  ["a value twice", Taxonomy, taxonomy({ value: ["a", "a"] }), "schema[0].value"],
  ["a key twice", Taxonomy, taxonomy({}, {}), "schema[1].key"],
  ["an id twice", Taxonomy, taxonomy({ id: "i" }, { id: "i", key: "l" }), "schema[1].id"],
  ["a type of another model", Taxonomy, taxonomy({ type: "select" }), "schema[0].type"],
  ["a localized number", Collection, typed("number", { localized: true }), "fields[0].properties.localized"],
  ["a select without options", Collection, collection({ type: "select" }), "fields[0].properties.options"],
  ["a key twice", Collection, collection({}, {}), "fields[1].key"],
  ["minValues above maxValues", BlockProperties, { minValues: 2, maxValues: 1 }, "minValues"],
  ["min above max", BlockProperties, { min: 2, max: 1 }, "min"],
  ["a length below zero", BlockProperties, { minLength: -1 }, "minLength"],
  ["a length that is no count", BlockProperties, { maxLength: 1.5 }, "maxLength"],
  ["a label that is a number", BlockProperties, { label: 1 }, "label"],
  ["a style that is a text", BlockProperties, { style: "bold" }, "style"],
  ["a property with an empty name", BlockProperties, { "": 1 }, ""],
  ["a key with a space", Node, { key: "a b" }, "key"],
  ["a slug with a line break", SlugMap, { en: "a\nb" }, "en"],
  ["a slug with spaces around it", SlugMap, { en: " a" }, "en"],
  ["an empty slug", SlugMap, { en: "" }, "en"],
  ["a slug in no language", SlugMap, { "not a tag": "a" }, "not a tag"],
  ["minLength too large", Business, settings({ minLength: 2, maxLength: 1 }), "blocks[0].settings.minLength"],
  ["options that are numbers", Business, settings({ options: [1] }), "blocks[0].settings.options"],
  ["a length that is a text", Business, settings({ maxLength: "9" }), "blocks[0].settings.maxLength"],
  ["an id twice", Business, businessBlocks({ id: "i" }, { id: "i" }), "blocks[1].id"],
  ["an owner of another kind", BusinessEntry, { owner: "node:x" }, "owner"],
  ["neither collection nor owner", BusinessEntry, {}, "collectionId"],
  ["a filter's field without key and id", Filter, filterBy({ value: "a" }), "[0].fields[0].key"],
  ["a filter by an object", Filter, filterBy({ key: "k", value: {} }), "[0].fields[0].value"],
  ["a filter that is no JSON", Filter, "[{", ""],
  ["an option twice", Collection, select(["a", "a"]), "fields[0].properties.options"],
  ["a length below zero", Business, settings({ maxLength: -1 }), "blocks[0].settings.maxLength"],
  ["part of a value", Business, settings({ minValues: 0.5 }), "blocks[0].settings.minValues"],
  ["a plan twice", Business, plans(...fill(2, { id: "p" })), "plans[1].id"],
  ["a block twice", GenerateBlocks, prompt({ blocks: definitions(...fill(2, { id: "b" })) }), "blocks[1].id"],
  ["half a surrogate pair as a taxonomy", Filter, '["\\ud800"]', "[0].taxonomy_id"],
  ["a slug that composing makes longer", SlugMap, { he: "\ufb2c".repeat(67) }, "he"],
  ["a name that is not kept", Node, node({ blocks: UNKEPT }), "blocks[0].value[0]", "blocks[1].properties"],
];

test.each(BAD)("%s is refused with its path", (_, schema, value, ...paths) => {
  expect(pathsOf(schema, value)).toEqual(paths);
});

test("an invalid language tag is refused with a clear message in every field", () => {
  const { error } = SlugMap.safeParse({ "not a tag": "a" });
  expect(error?.issues[0]?.message).toBe("is not a language tag such as de-AT");
});

test("a filter accepts ids, an object, an array, and repetitions", () => {
  const parsed = (query: string) => Filter.parse(query).map(({ taxonomy_id }) => taxonomy_id);
  expect(parsed("a, b,")).toEqual(["a", "b"]);
  expect(parsed('["a","b"]')).toEqual(["a", "b"]);
  expect(parsed('{"taxonomy_id":"a"}')).toEqual(["a"]);
  expect(parsed('[{"taxonomy_id":"a"}],["b"]')).toEqual(["a", "b"]);
  const [{ fields = [] } = {}] = Filter.parse(
    '{"taxonomy_id":"a","fields":[{"key":"k","value":[true,1,"x"]}]}',
  );
  expect(fields[0]?.value).toEqual([true, 1, "x"]);
});
