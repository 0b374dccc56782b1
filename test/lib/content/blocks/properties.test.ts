import { expect, test } from "vitest";
import { ApiError } from "#core/errors.ts";
import { BlockInput, BlockInputs, StoredProperties } from "#lib/content/blocks/schema.ts";
import { checkBlocks } from "#lib/content/blocks/service.ts";

const MISMATCH = "TYPE_MISMATCH";
const INVALID = "VALIDATION_FAILED";
const MISSING = "REQUIRED_MISSING";
const AT = "blocks[0].value";

async function problems(...blocks: unknown[]): Promise<string[]> {
  try {
    await checkBlocks(BlockInputs.parse(blocks));
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.validationErrors.map(({ field, error: code }) => `${field} ${code.replace("FIELD.", "")}`);
  }
}

const text = (length: number) => "a".repeat(length);
const email = (local: number, all: number) => `${text(local)}@${domain(all - local - 1)}`;
// Labels of at most 63 characters.
const domain = (length: number) =>
  `${`${text(61)}.`.repeat(Math.floor((length - 3) / 62))}${text((length - 3) % 62 || 1)}.de`.slice(-length);
const at = (lat: unknown, lon: unknown) => ({ coordinates: { lat, lon } });
const inner = { key: "i", type: "TEXT", value: ["x"] };

/** A property or rule, the last accepted value, and the first refused value with its message. */
const RULES: [string, string, object, unknown[], unknown[], string[]][] = [
  ["minLength", "TEXT", { minLength: 2 }, ["ab"], ["a"], [`${AT}[0] ${INVALID}`]],
  ["maxLength", "TEXT", { maxLength: 2 }, ["ab"], ["abc"], [`${AT}[0] ${INVALID}`]],
  ["maxLength", "MARKDOWN", { maxLength: 2 }, [{ de: "ab" }], [{ de: "abc" }], [`${AT}[0].de ${INVALID}`]],
  [
    "minLength",
    "LOCALIZED_TEXT",
    { minLength: 2 },
    [{ de: "ab" }],
    [{ de: "a" }],
    [`${AT}[0].de ${INVALID}`],
  ],
  ["pattern", "TEXT", { pattern: "^a+$" }, ["aa"], ["ab"], [`${AT}[0] ${INVALID}`]],
  ["pattern", "MARKDOWN", { pattern: "^#" }, ["# a"], ["a"], [`${AT}[0] ${INVALID}`]],
  [
    "pattern",
    "LOCALIZED_TEXT",
    { pattern: "^a" },
    [{ en: "a" }],
    [{ en: "a", de: "b" }],
    [`${AT}[0].de ${INVALID}`],
  ],
  ["pattern", "TEXT_FILTER", { pattern: "^a" }, ["a"], ["b"], [`${AT}[0] ${INVALID}`]],
  ["pattern", "EMAIL", { pattern: "@a[.]de$" }, ["x@a.de"], ["x@b.de"], [`${AT}[0] ${INVALID}`]],
  ["minLength", "EMAIL", { minLength: 6 }, ["x@a.de"], ["x@a.d"], [`${AT}[0] ${INVALID}`]],
  ["maxLength", "EMAIL", { maxLength: 6 }, ["x@a.de"], ["xx@a.de"], [`${AT}[0] ${INVALID}`]],
  [
    "pattern",
    "PHONE_NUMBER",
    { pattern: "^[+]49" },
    ["+4930901820"],
    ["+41446681800"],
    [`${AT}[0] ${INVALID}`],
  ],
  ["pattern", "PHONE", { pattern: "^[+]49" }, ["+4930901820"], ["+41446681800"], [`${AT}[0] ${INVALID}`]],
  ["country", "PHONE", { country: "DE" }, ["030 901820"], ["030"], [`${AT}[0] ${INVALID}`]],
  ["isRequired", "PHONE_NUMBER", { isRequired: true }, ["+4930901820"], [], [`${AT} ${MISSING}`]],
  [
    "isRequired",
    "LOCALIZED_TEXT",
    { isRequired: true },
    [{ en: "a" }],
    [{ en: "", de: "" }],
    [`${AT} ${MISSING}`],
  ],
  ["isRequired", "NUMBER", { isRequired: true }, [0], [], [`${AT} ${MISSING}`]],
  ["required", "BOOLEAN", { required: true }, [false], [], [`${AT} ${MISSING}`]],
  ["minValues", "NUMBER", { minValues: 2 }, [1, 2], [1], [`${AT} ${INVALID}`]],
  ["maxValues", "NUMBER", { maxValues: 2 }, [1, 2], [1, 2, 3], [`${AT} ${INVALID}`]],
  ["maxValues", "BOOLEAN", { maxValues: 1 }, [true], [true, false], [`${AT} ${INVALID}`]],
  ["maxValues", "EMAIL", { maxValues: 1 }, ["a@b.de"], ["a@b.de", "b@b.de"], [`${AT} ${INVALID}`]],
  ["minValues", "EMAIL", { minValues: 1 }, ["a@b.de"], [], [`${AT} ${MISSING}`]],
  [
    "maxValues",
    "RELATIONSHIP_MEDIA",
    { maxValues: 1 },
    ["media:a"],
    ["media:a", "media:b"],
    [`${AT} ${INVALID}`],
  ],
  ["minValues", "RELATIONSHIP_ENTRY", { minValues: 1 }, ["entry:a"], [], [`${AT} ${MISSING}`]],
  ["maxValues", "BLOCK", { maxValues: 1 }, [inner], [inner, inner], [`${AT} ${INVALID}`]],
  ["minValues", "BLOCK", { minValues: 1 }, [inner], [], [`${AT} ${MISSING}`]],
  ["min", "NUMBER", { min: 2 }, [2], [1.999], [`${AT}[0] ${INVALID}`]],
  ["max", "NUMBER", { max: 2 }, [2], [2.001], [`${AT}[0] ${INVALID}`]],
  ["an operation", "NUMBER_FILTER", { operation: "plus" }, ["+1"], ["-1"], [`${AT}[0] ${INVALID}`]],
  ["an operation", "NUMBER_FILTER", { operation: "minus" }, ["-1"], ["+1"], [`${AT}[0] ${INVALID}`]],
  [
    "an operation",
    "NUMBER_FILTER",
    { operation: "equals" },
    ["=1", "== -1"],
    [">1"],
    [`${AT}[0] ${INVALID}`],
  ],
  ["an operation", "NUMBER_FILTER", { operation: "greater_than" }, [">1"], [">=1"], [`${AT}[0] ${INVALID}`]],
  ["an operation", "NUMBER_FILTER", { operation: "less_than" }, ["<1"], ["<=1"], [`${AT}[0] ${INVALID}`]],
  [
    "an operation",
    "NUMBER_FILTER",
    { operation: "greater_than_or_equal" },
    [">=1"],
    [">1"],
    [`${AT}[0] ${INVALID}`],
  ],
  [
    "an operation",
    "NUMBER_FILTER",
    { operation: "less_than_or_equal" },
    ["<=1"],
    ["<1"],
    [`${AT}[0] ${INVALID}`],
  ],
  ["an operation", "NUMBER_FILTER", { operation: "contains" }, ["~1"], ["=1"], [`${AT}[0] ${INVALID}`]],
  ["a number after a prefix", "NUMBER_FILTER", {}, ["> 1.5"], ["> 1.5kg"], [`${AT}[0] ${INVALID}`]],
  ["a latitude", "GEO_LOCATION", {}, [at(-90, 0)], [at(-90.01, 0)], [`${AT}[0].coordinates.lat ${INVALID}`]],
  ["a longitude", "GEO_LOCATION", {}, [at(0, 180)], [at(0, 180.01)], [`${AT}[0].coordinates.lon ${INVALID}`]],
  [
    "both coordinates",
    "GEO_LOCATION",
    {},
    [at(0, 0)],
    [at(0, undefined)],
    [`${AT}[0].coordinates.lon ${MISSING}`],
  ],
  [
    "coordinates that are an object",
    "GEO_LOCATION",
    {},
    [{}],
    [{ coordinates: [1, 2] }],
    [`${AT}[0].coordinates ${MISMATCH}`],
  ],
  [
    "a place's texts",
    "GEO_LOCATION",
    {},
    [{ city: text(500) }],
    [{ city: text(501) }],
    [`${AT}[0].city ${INVALID}`],
  ],
  [
    "a place's texts",
    "GEO_LOCATION",
    {},
    [{ postalCode: "1" }],
    [{ postalCode: 1 }],
    [`${AT}[0].postalCode ${MISMATCH}`],
  ],
  [
    "a country code",
    "GEO_LOCATION",
    {},
    [{ countryCode: "ch" }],
    [{ countryCode: "CHE" }],
    [`${AT}[0].countryCode ${INVALID}`],
  ],
  ["characters before the @", "EMAIL", {}, [email(64, 80)], [email(65, 80)], [`${AT}[0] ${INVALID}`]],
  ["characters of an email", "EMAIL", {}, [email(60, 254)], [email(60, 255)], [`${AT}[0] ${INVALID}`]],
  ["a dot in the domain", "EMAIL", {}, ["a@b.de"], ["a@localhost"], [`${AT}[0] ${INVALID}`]],
  ["the length of a number", "PHONE", {}, ["+15555550100"], ["+1555555010"], [`${AT}[0] ${INVALID}`]],
  [
    "an address's texts",
    "ADDRESS",
    {},
    [{ street: text(500) }],
    [{ street: text(501) }],
    [`${AT}[0].street ${INVALID}`],
  ],
  [
    "an address's texts",
    "ADDRESS",
    {},
    [{ city: "a" }],
    [{ city: 1, zip: "1" }],
    [`${AT}[0].city ${MISMATCH}`],
  ],
  [
    "a postal code's form",
    "ADDRESS",
    {},
    [{ postal_code: "SW1A 1AA", country: "GB" }],
    [{ postal_code: "10117", country: "GB" }],
    [`${AT}[0].postal_code ${INVALID}`],
  ],
  [
    "an address that says something",
    "ADDRESS",
    {},
    [{ country: "DE" }],
    [{ country: "" }],
    [`${AT}[0] ${MISSING}`],
  ],
  ["a boolean", "BOOLEAN", {}, [false], [0], [`${AT}[0] ${MISMATCH}`]],
  [
    "an id of 200 characters",
    "RELATIONSHIP_ENTRY",
    {},
    [`entry:${text(200)}`],
    [`entry:${text(201)}`],
    [`${AT}[0] ${INVALID}`],
  ],
  [
    "a language tag",
    "TEXT",
    {},
    [{ "i-klingon": "a", "de-CH-1996": "b", en_US: "c" }],
    [{ "-en": "a" }],
    [`${AT}[0].-en ${INVALID}`],
  ],
  ["a nested block's key", "BLOCK", {}, [inner], [{ ...inner, key: undefined }], [`${AT}[0].key ${MISSING}`]],
  ["a nested block's type", "BLOCK", {}, [inner], [{ ...inner, type: "FORM" }], [`${AT}[0].type ${INVALID}`]],
  [
    "a nested block's properties",
    "BLOCK",
    {},
    [inner],
    [{ ...inner, properties: { maxLength: "9" } }],
    [`${AT}[0].properties.maxLength ${MISMATCH}`],
  ],
  [
    "a nested block's country",
    "BLOCK",
    {},
    [{ ...inner, properties: { country: "uk" } }],
    [{ ...inner, properties: { country: "XX" } }],
    [`${AT}[0].properties.country ${INVALID}`],
  ],
  [
    "a nested block's own rules",
    "BLOCK",
    {},
    [inner],
    [{ ...inner, properties: { minLength: 2 } }],
    [`${AT}[0].value[0] ${INVALID}`],
  ],
];

test.each(RULES)("%s of %s %j accepts a value at the limit and refuses one beyond it", async (...rule) => {
  const [, type, properties, good, bad, expected] = rule;
  const blockOf = (value: unknown[]) => ({ key: "k", type, value, properties });
  expect(await problems(blockOf(good))).toEqual([]);
  expect(await problems(blockOf(bad))).toEqual(expected);
});

test.each([
  ["PHONE", "XX"],
  ["PHONE_NUMBER", "EL"],
  ["ADDRESS", "D"],
])("%s with invalid country %s is refused at its properties, with and without a value", (type, country) => {
  for (const value of [[], undefined]) {
    const { error } = BlockInputs.safeParse([{ key: "k", type, value, properties: { country } }]);
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["0.properties.country"]);
  }
});

test("a country is accepted in any case, including UK, and stored as it was sent", async () => {
  for (const country of ["DE", "de", "UK", "XK", ""]) {
    const given = BlockInput.parse({ key: "k", type: "PHONE", value: [], properties: { country } });
    expect((await checkBlocks([given])).blocks).toMatchObject([{ properties: { country } }]);
  }
});

test("a stored invalid country does not stop a value from being accepted", () => {
  expect(StoredProperties.parse({ country: "XX", maxLength: 3 })).toEqual({ country: "XX", maxLength: 3 });
});

test("a record has at most a thousand blocks, including nested ones", async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, () => ({ key: "i", type: "NUMBER", value: [1] }));
  expect(await problems({ key: "b", type: "BLOCK", value: rows(999) })).toEqual([]);
  const full = { key: "b", type: "BLOCK", value: rows(999) };
  expect(await problems(full, { key: "c", type: "TEXT", value: [] })).toEqual([`blocks ${INVALID}`]);
});

test("unknown properties are kept as they are", async () => {
  const properties = {
    each: true,
    style: { color: "red" },
    url: "/a",
    own: [1, { two: null }],
    label: { en: "A" },
  };
  const given = BlockInput.parse({ key: "k", type: "text", value: ["a"], properties });
  const { blocks } = await checkBlocks([given]);
  expect(blocks).toMatchObject([{ type: "TEXT", properties }]);
});
