import { expect, test } from "vitest";
import { checkEntries } from "#lib/content/taxonomies/entries.ts";
import { CreateTaxonomy, type Taxonomy } from "#lib/content/taxonomies/schema.ts";

const MISMATCH = "FIELD.TYPE_MISMATCH";
const INVALID = "FIELD.VALIDATION_FAILED";
const MISSING = "FIELD.REQUIRED_MISSING";
const AT = "taxonomies[0].fields[0].value";

function taxonomyOf(...fields: object[]): Taxonomy {
  const { schema = [] } = CreateTaxonomy.parse({ key: "t", schema: fields });
  const withIds = schema.map((field) => ({ ...field, id: field.id ?? `id-of-${field.key}` }));
  return {
    id: "tax_1",
    key: "t",
    store_id: "store_1",
    parent_id: null,
    schema: withIds,
    status: "active",
    created_at: 1,
    updated_at: 1,
  };
}

function check(field: object, ...fields: { key?: string; id?: string; type?: string; value?: unknown }[]) {
  const taxonomy = taxonomyOf({ key: "f", ...field });
  const { entries, errors } = checkEntries([{ taxonomy_id: "tax_1", fields }], [taxonomy], "taxonomies");
  return { entries, problems: errors.map((one) => `${one.field} ${one.error}`) };
}

const place = (lat: number, lon: number) => ({ coordinates: { lat, lon } });

const GOOD: [object, unknown][] = [
  [{ type: "text" }, []],
  [{ type: "text" }, ["a".repeat(180)]],
  [{ type: "text", value: ["a", "b"], min: 2 }, ["b", "a"]],
  [{ type: "number", min: -1, max: 2 }, -1],
  [{ type: "number", min: -1, max: 2 }, 2],
  [{ type: "number" }, [1, 2]],
  [{ type: "boolean" }, false],
  [{ type: "geo_location" }, place(-90, 180)],
];

test.each(GOOD)("%j takes %j and keeps it as it is", (field, value) => {
  const { entries, problems } = check(field, { key: "f", value });
  expect(problems).toEqual([]);
  expect(entries[0]?.fields[0]?.value).toEqual(value);
});

const BAD: [object, unknown, string[]][] = [
  [{ type: "text" }, 1, [`${AT} ${MISMATCH}`]],
  [{ type: "text" }, [""], [`${AT}[0] ${MISMATCH}`]],
  [{ type: "text" }, ["a".repeat(181)], [`${AT}[0] ${MISMATCH}`]],
  [{ type: "text", value: ["a"] }, ["a", "b"], [`${AT}[1] ${INVALID}`]],
  [{ type: "text", min: 2 }, ["a"], [`${AT} ${MISSING}`]],
  [{ type: "number" }, "1", [`${AT} ${MISMATCH}`]],
  [{ type: "number" }, null, [`${AT} ${MISMATCH}`]],
  [{ type: "number" }, undefined, [`${AT} ${MISSING}`]],
  [{ type: "number", min: 2 }, 1.9, [`${AT} ${INVALID}`]],
  [{ type: "number", max: 2 }, [2, 2.1], [`${AT}[1] ${INVALID}`]],
  [{ type: "boolean" }, "true", [`${AT} ${MISMATCH}`]],
  [{ type: "geo_location" }, place(90.1, 0), [`${AT} ${MISMATCH}`]],
  [{ type: "geo_location" }, { lat: 1, lon: 1 }, [`${AT} ${MISMATCH}`]],
];

test.each(BAD)("%j refuses %j, and names the path", (field, value, expected) => {
  expect(check(field, { key: "f", value }).problems).toEqual(expected);
});

test("a single text is stored as an array", () => {
  const { entries } = check({ type: "text" }, { key: "f", value: "light" });
  expect(entries[0]?.fields).toEqual([{ type: "text", id: "id-of-f", key: "f", value: ["light"] }]);
});

test("a field is matched by id, else by key; an unknown, repeated or missing one is reported", () => {
  const needed = { type: "text", min: 1 };
  expect(check(needed, { id: "id-of-f", value: ["a"] }).problems).toEqual([]);
  expect(check(needed, { id: "other", key: "f", type: "TEXT", value: ["a"] }).problems).toEqual([]);
  expect(check(needed, { key: "f", type: "number", value: ["a"] }).problems).toEqual([
    `taxonomies[0].fields[0].type ${MISMATCH}`,
  ]);
  expect(check(needed, { key: "g", value: ["a"] }).problems).toEqual([
    "taxonomies[0].fields[0] FIELD.UNKNOWN",
    `taxonomies[0].fields ${MISSING}`,
  ]);
  expect(check(needed, { key: "f", value: ["a"] }, { key: "f", value: ["a"] }).problems).toEqual([
    `taxonomies[0].fields[1] ${INVALID}`,
  ]);
});

test("a missing or repeated taxonomy is refused with its path", () => {
  const twice = [
    { taxonomy_id: "tax_1", fields: [] },
    { taxonomy_id: "tax_1", fields: [] },
  ];
  const { errors } = checkEntries(
    [...twice, { taxonomy_id: "no", fields: [] }],
    [taxonomyOf()],
    "taxonomies",
  );
  expect(errors.map(({ field, message }) => `${field} ${message}`)).toEqual([
    "taxonomies[1].taxonomy_id is named twice",
    "taxonomies[2].taxonomy_id names a taxonomy that does not exist",
  ]);
});
