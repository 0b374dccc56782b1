import { expect, test } from "vitest";
import type * as z from "zod";
import { fieldPath } from "#core/http/input.ts";
import { PageQuery } from "#core/http/page.ts";
import { BlockInput, BlockInputs, Properties, SlugMap } from "#lib/content/blocks/schema.ts";
import { CreateCollection } from "#lib/content/collections/schema.ts";
import { CreateEntry, EntryQuery } from "#lib/content/entries/schema.ts";
import {
  CreateEntry as CreateBusinessEntry,
  GenerateBlocks,
} from "#lib/content/legacy-content/entry-schema.ts";
import { CreateCollection as CreateBusinessCollection } from "#lib/content/legacy-content/schema.ts";
import { CreateNode, NodeQuery } from "#lib/content/nodes/schema.ts";
import { CreateTaxonomy, TaxonomyFilterQuery } from "#lib/content/taxonomies/schema.ts";

const text = (length: number) => "a".repeat(length);
const list = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, i) => make(i));
const map = (length: number, prefix = "l") =>
  Object.fromEntries(list(length, (index) => [`${prefix}${index}`, "a"]));
const block = (more: object = {}) => ({ key: "k", type: "TEXT", value: [], ...more });
const taxonomyField = (more: object = {}) => ({ type: "text", key: "k", ...more });
const collectionField = (more: object = {}) => ({ type: "text", key: "k", ...more });
const definition = (more: object = {}) => ({ type: "TEXT", ...more });
const plan = (more: object = {}) => ({ name: "p", price: { amount: 0, currency: "EUR" }, ...more });
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** What is limited, the limit, a value at the limit, and the path at which one more is refused. */
const LIMITS: [string, number, z.ZodType, (size: number) => unknown, string][] = [
  ["characters of a key", 100, CreateNode, (n) => ({ key: text(n) }), "key"],
  ["characters of a node's type", 100, CreateNode, (n) => ({ key: "k", type: text(n) }), "type"],
  [
    "taxonomies of a node",
    8,
    CreateNode,
    (n) => ({ key: "k", taxonomies: list(n, () => ({ taxonomy_id: "t" })) }),
    "taxonomies",
  ],
  ["blocks of a list", 200, BlockInputs, (n) => list(n, () => block()), ""],
  ["values of a block", 1000, BlockInput, (n) => block({ value: list(n, () => "a") }), "value"],
  ["characters of a block's key", 200, BlockInput, (n) => block({ key: text(n) }), "key"],
  ["characters of a block's id", 200, BlockInput, (n) => block({ id: text(n) }), "id"],
  ["levels of free JSON", 20, BlockInput, (n) => block({ value: [nested(n)] }), "value[0]"],
  ["levels of properties", 20, Properties, (n) => ({ style: { a: nested(n - 2) } }), ""],
  ["characters of a pattern", 1000, Properties, (n) => ({ pattern: text(n) }), "pattern"],
  ["characters of a country", 2, Properties, (n) => ({ country: "DE".padEnd(n, "E") }), "country"],
  ["languages of a slug", 16, SlugMap, (n) => map(n), ""],
  ["characters of a slug", 200, SlugMap, (n) => ({ en: text(n) }), "en"],
  [
    "characters of a language tag",
    100,
    SlugMap,
    (n) => ({ [`aaaaaaa${"-aaaaaa".repeat(14)}${text(n)}`.slice(0, n)]: "a" }),
    "*",
  ],
  [
    "fields of a taxonomy",
    50,
    CreateTaxonomy,
    (n) => ({ key: "k", schema: list(n, (i) => taxonomyField({ key: `k${i}` })) }),
    "schema",
  ],
  [
    "characters of a taxonomy field's id",
    100,
    CreateTaxonomy,
    (n) => ({ key: "k", schema: [taxonomyField({ id: text(n) })] }),
    "schema[0].id",
  ],
  [
    "values that a taxonomy field allows",
    200,
    CreateTaxonomy,
    (n) => ({ key: "k", schema: [taxonomyField({ value: list(n, String) })] }),
    "schema[0].value",
  ],
  [
    "characters of such a value",
    180,
    CreateTaxonomy,
    (n) => ({ key: "k", schema: [taxonomyField({ value: [text(n)] })] }),
    "schema[0].value[0]",
  ],
  [
    "fields of a collection",
    100,
    CreateCollection,
    (n) => ({ key: "k", fields: list(n, (i) => collectionField({ key: `k${i}` })) }),
    "fields",
  ],
  [
    "characters of a collection field's id",
    100,
    CreateCollection,
    (n) => ({ key: "k", fields: [collectionField({ id: text(n) })] }),
    "fields[0].id",
  ],
  [
    "options of a select field",
    200,
    CreateCollection,
    (n) => ({ key: "k", fields: [{ key: "k", type: "select", properties: { options: list(n, String) } }] }),
    "fields[0].properties.options",
  ],
  [
    "characters of an option",
    200,
    CreateCollection,
    (n) => ({ key: "k", fields: [{ key: "k", type: "select", properties: { options: [text(n)] } }] }),
    "fields[0].properties.options[0]",
  ],
  [
    "fields of an entry",
    200,
    CreateEntry,
    (n) => ({ collection_id: "c", key: "k", fields: list(n, () => ({ key: "k" })) }),
    "fields",
  ],
  [
    "blocks of a business entry",
    200,
    CreateBusinessEntry,
    (n) => ({ collectionId: "c", blocks: list(n, () => ({ id: "a" })) }),
    "blocks",
  ],
  ["characters of an owner", 200, CreateBusinessEntry, (n) => ({ owner: `order:${text(n - 6)}` }), "owner"],
  [
    "blocks of a business collection",
    100,
    CreateBusinessCollection,
    (n) => ({ name: "n", blocks: list(n, () => definition()) }),
    "blocks",
  ],
  ["characters of a name", 200, CreateBusinessCollection, (n) => ({ name: text(n) }), "name"],
  [
    "characters of a business slug",
    200,
    CreateBusinessCollection,
    (n) => ({ name: "n", slug: text(n) }),
    "slug",
  ],
  [
    "characters of a description",
    5000,
    CreateBusinessCollection,
    (n) => ({ name: "n", description: text(n) }),
    "description",
  ],
  ["characters of a type", 50, CreateBusinessCollection, (n) => ({ name: "n", type: text(n) }), "type"],
  ["plans", 20, CreateBusinessCollection, (n) => ({ name: "n", plans: list(n, () => plan()) }), "plans"],
  [
    "features of a plan",
    50,
    CreateBusinessCollection,
    (n) => ({ name: "n", plans: [plan({ features: list(n, String) })] }),
    "plans[0].features",
  ],
  [
    "a plan's amount",
    1e12,
    CreateBusinessCollection,
    (n) => ({ name: "n", plans: [plan({ price: { amount: n, currency: "EUR" } })] }),
    "plans[0].price.amount",
  ],
  [
    "statuses that are sent",
    1000,
    CreateBusinessCollection,
    (n) => ({ name: "n", statuses: list(n, () => ({ status: "DRAFT" })) }),
    "statuses",
  ],
  [
    "characters of a label",
    200,
    CreateBusinessCollection,
    (n) => ({ name: "n", blocks: [definition({ label: text(n) })] }),
    "blocks[0].label",
  ],
  [
    "blocks to generate",
    50,
    GenerateBlocks,
    (n) => ({ prompt: "p", blocks: list(n, (i) => ({ id: `a${i}`, type: "TEXT" })) }),
    "blocks",
  ],
  [
    "characters of a prompt",
    8000,
    GenerateBlocks,
    (n) => ({ prompt: text(n), blocks: [{ id: "a", type: "TEXT" }] }),
    "prompt",
  ],
  ["a page's limit", 100, PageQuery, (n) => ({ limit: String(n) }), "limit"],
  ["ids of a query", 100, EntryQuery, (n) => ({ ids: list(n, String).join(",") }), "ids"],
  ["characters of a query", 200, NodeQuery, (n) => ({ query: text(n) }), "query"],
  ["taxonomies of a filter", 8, TaxonomyFilterQuery, (n) => list(n, String).join(","), ""],
  [
    "values of a filter's field",
    40,
    TaxonomyFilterQuery,
    (n) => JSON.stringify([{ taxonomy_id: "t", fields: [{ key: "k", value: list(n, String) }] }]),
    "[0].fields[0].value",
  ],
];

const pathsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => fieldPath(path)) ?? [];

test.each(LIMITS)(
  "%s: %d are accepted, and one more is refused with its path",
  (_, most, schema, make, path) => {
    expect(pathsOf(schema, make(most))).toEqual([]);
    const refused = pathsOf(schema, make(most + 1));
    if (path === "*") expect(refused).toHaveLength(1);
    else expect(refused).toEqual([path]);
  },
);
