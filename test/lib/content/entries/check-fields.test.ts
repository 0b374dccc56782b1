import { expect, test } from "vitest";
import { CreateCollection } from "#lib/content/collections/schema.ts";
import { checkFields } from "#lib/content/entries/fields.ts";

const ID = "01j9z3k4m5n6p7q8r9s0t1v2w3";
const MISMATCH = "FIELD.TYPE_MISMATCH";
const INVALID = "FIELD.VALIDATION_FAILED";
const MISSING = "FIELD.REQUIRED_MISSING";
const AT = "fields[0].value";

async function check(field: object, ...given: object[]) {
  const { fields } = CreateCollection.parse({ key: "c", fields: [{ key: "f", ...field }] });
  const [stored] = fields.map((one) => ({ ...one, id: one.id ?? "field_1" }));
  const sent = given.map((one) => ({ key: "f", ...one }));
  const { errors, ...checked } = await checkFields(stored ? [stored] : [], sent);
  return { ...checked, problems: errors.map((one) => `${one.field} ${one.error}`) };
}

const localized = { localized: true };
const place = (lat: number, lon: number) => ({ coordinates: { lat, lon } });

const GOOD: [object, unknown][] = [
  [{ type: "text" }, ""],
  [{ type: "text", properties: { minLength: 2, maxLength: 3 } }, "ab"],
  [{ type: "text", properties: { minLength: 2, maxLength: 3 } }, "😀😀😀"],
  [{ type: "text", properties: { pattern: "^a+$" } }, "aa"],
  [{ type: "text", properties: localized }, {}],
  [
    { type: "text", properties: { ...localized, maxLength: 2 } },
    { en: "ab", "zh-Hant-TW": "烘焙" },
  ],
  [{ type: "markdown", properties: localized }, { de: "# a" }],
  [{ type: "markdown", required: true }, "# a"],
  [{ type: "number", properties: { min: -1, max: 2 } }, -1],
  [{ type: "number", properties: { min: -1, max: 2 } }, 2],
  [{ type: "number", required: true }, 0],
  [{ type: "boolean", required: true }, false],
  [{ type: "date" }, -1],
  [{ type: "date" }, 99_999_999_999],
  [{ type: "geo_location" }, { ...place(90, -180), label: "a".repeat(500) }],
  [{ type: "select", properties: { options: ["a", "b"], maxValues: 2 } }, ["b", "a"]],
  [{ type: "select", properties: { options: ["a"], minValues: 1 } }, []],
  [{ type: "media", properties: { maxValues: 1 } }, [`media:media_${ID}`]],
  [{ type: "media" }, `media:media_${ID}`],
  [{ type: "entry", properties: { minValues: 2 } }, [`entry:entry_${ID}`, "entry:entry_2"]],
  ...["text", "markdown", "number", "boolean", "date", "geo_location", "media", "entry"].map(
    (type): [object, unknown] => [{ type }, null],
  ),
];

test.each(GOOD)("%j takes %j and keeps it as it is", async (field, value) => {
  const { fields, problems } = await check(field, { value });
  expect(problems).toEqual([]);
  expect(fields.map((one) => one.value)).toEqual([value]);
});

const BAD: [object, unknown, string[]][] = [
  [{ type: "text" }, 1, [`${AT} ${MISMATCH}`]],
  [{ type: "text" }, {}, [`${AT} ${MISMATCH}`]],
  [{ type: "text" }, [], [`${AT} ${MISMATCH}`]],
  [{ type: "text", properties: { minLength: 2 } }, "a", [`${AT} ${INVALID}`]],
  [{ type: "text", properties: { maxLength: 3 } }, "abcd", [`${AT} ${INVALID}`]],
  [{ type: "text", properties: { pattern: "^a+$" } }, "ab", [`${AT} ${INVALID}`]],
  [{ type: "text", required: true }, "", [`${AT} ${MISSING}`]],
  [{ type: "text", required: true }, null, [`${AT} ${MISSING}`]],
  [{ type: "text", properties: localized }, "a", [`${AT} ${MISMATCH}`]],
  [{ type: "text", properties: localized }, ["a"], [`${AT} ${MISMATCH}`]],
  [{ type: "text", properties: localized }, { en: 1 }, [`${AT}.en ${MISMATCH}`]],
  [{ type: "text", properties: localized }, { "": "a" }, [`${AT}. ${INVALID}`]],
  [{ type: "text", properties: localized }, { "not a tag": "" }, [`${AT}.not a tag ${INVALID}`]],
  [{ type: "text", properties: { ...localized, maxLength: 2 } }, { en: "abc" }, [`${AT}.en ${INVALID}`]],
  [{ type: "text", required: true, properties: localized }, {}, [`${AT} ${MISSING}`]],
  [{ type: "text", required: true, properties: localized }, { en: "", de: "" }, [`${AT} ${MISSING}`]],
  [{ type: "markdown", properties: localized }, "# a", [`${AT} ${MISMATCH}`]],
  [{ type: "markdown" }, { en: "# a" }, [`${AT} ${MISMATCH}`]],
  [{ type: "number" }, "1", [`${AT} ${MISMATCH}`]],
  [{ type: "number" }, "", [`${AT} ${MISMATCH}`]],
  [{ type: "number", properties: { min: 2 } }, 1.9, [`${AT} ${INVALID}`]],
  [{ type: "number", properties: { max: 2 } }, 2.1, [`${AT} ${INVALID}`]],
  [{ type: "number", required: true }, null, [`${AT} ${MISSING}`]],
  [{ type: "boolean" }, "true", [`${AT} ${MISMATCH}`]],
  [{ type: "boolean" }, "", [`${AT} ${MISMATCH}`]],
  [{ type: "date" }, 1.5, [`${AT} ${MISMATCH}`]],
  [{ type: "date" }, "2026-01-01", [`${AT} ${MISMATCH}`]],
  [{ type: "date" }, {}, [`${AT} ${MISMATCH}`]],
  [{ type: "geo_location" }, {}, [`${AT} ${MISMATCH}`]],
  [{ type: "geo_location" }, place(90.01, 0), [`${AT} ${MISMATCH}`]],
  [{ type: "geo_location" }, place(0, -180.01), [`${AT} ${MISMATCH}`]],
  [{ type: "geo_location" }, { ...place(0, 0), label: "a".repeat(501) }, [`${AT} ${MISMATCH}`]],
  [{ type: "select", properties: { options: ["a"] } }, "a", [`${AT} ${MISMATCH}`]],
  [{ type: "select", properties: { options: ["a"] } }, ["b"], [`${AT}[0] ${INVALID}`]],
  [{ type: "select", properties: { options: ["a"] } }, ["a", "a"], [`${AT}[1] ${INVALID}`]],
  [{ type: "select", properties: { options: ["a", "b"], maxValues: 1 } }, ["a", "b"], [`${AT} ${INVALID}`]],
  [{ type: "select", properties: { options: ["a", "b"], minValues: 2 } }, ["a"], [`${AT} ${INVALID}`]],
  [{ type: "select", required: true, properties: { options: ["a"] } }, [], [`${AT} ${MISSING}`]],
  [{ type: "media" }, "", [`${AT} ${INVALID}`]],
  [{ type: "media" }, {}, [`${AT} ${MISMATCH}`]],
  [{ type: "media" }, [`entry:entry_${ID}`], [`${AT}[0] ${INVALID}`]],
  [{ type: "media", required: true }, [], [`${AT} ${MISSING}`]],
  [{ type: "entry" }, ["entry:a b"], [`${AT}[0] ${INVALID}`]],
  [{ type: "entry" }, [`entry:${"a".repeat(201)}`], [`${AT}[0] ${INVALID}`]],
  [{ type: "entry", properties: { maxValues: 1 } }, ["entry:a", "entry:b"], [`${AT} ${INVALID}`]],
  [{ type: "entry", properties: { minValues: 2 } }, ["entry:a"], [`${AT} ${INVALID}`]],
];

test.each(BAD)("%j refuses %j, and names the path", async (field, value, expected) => {
  expect((await check(field, { value })).problems).toEqual(expected);
});

test("a field is matched by id, else by key, and may name its own type or the collection's", async () => {
  const field = { type: "text", properties: localized };
  for (const name of [{ field_id: "field_1" }, { id: "field_1" }, { field_id: "other", key: "f" }])
    for (const type of ["text", "TEXT", "localized_text", undefined])
      expect((await check(field, { ...name, type, value: { en: "a" } })).problems).toEqual([]);
  expect((await check(field, { type: "number", value: { en: "a" } })).problems).toEqual([
    `fields[0].type ${MISMATCH}`,
  ]);
});

test("an unknown, repeated or missing field is reported once", async () => {
  const field = { type: "text", required: true };
  expect((await check(field, { key: "other", value: "a" })).problems).toEqual([
    "fields[0] FIELD.UNKNOWN",
    `fields ${MISSING}`,
  ]);
  expect((await check(field, { value: "a" }, { value: "b" })).problems).toEqual([`fields[1] ${INVALID}`]);
  expect((await check(field, { type: "number", value: "a" })).problems).toEqual([
    `fields[0].type ${MISMATCH}`,
  ]);
  expect((await check(field)).problems).toEqual([`fields ${MISSING}`]);
});
