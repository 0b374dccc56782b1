import { expect, test } from "vitest";
import { BlockInput, BlockInputs, StoredProperties } from "#lib/content/blocks/schema.ts";
import { checkBlocks } from "#lib/content/blocks/service.ts";
import { blockProblems } from "#test/support/content.ts";

const MISMATCH = "TYPE_MISMATCH";
const INVALID = "VALIDATION_FAILED";
const MISSING = "REQUIRED_MISSING";

const text = (length: number) => "a".repeat(length);
const email = (local: number, all: number) => `${text(local)}@${domain(all - local - 1)}`;
// Labels of at most 63 characters.
const domain = (length: number) =>
  `${`${text(61)}.`.repeat(Math.floor((length - 3) / 62))}${text((length - 3) % 62 || 1)}.de`.slice(-length);
const at = (lat: unknown, lon: unknown) => ({ coordinates: { lat, lon } });
const inner = { key: "i", type: "TEXT", value: ["x"] };
const held = (properties: object) => ({ ...inner, properties });
const inBritain = (postal_code: string) => ({ postal_code, country: "GB" });

/** A property or rule, the last accepted value, the first refused one, and the path and code of its error. */
const RULES: [string, string, object, unknown[], unknown[], string, string?][] = [
  ["minLength", "TEXT", { minLength: 2 }, ["ab"], ["a"], "[0]"],
  ["maxLength", "TEXT", { maxLength: 2 }, ["ab"], ["abc"], "[0]"],
  ["maxLength", "MARKDOWN", { maxLength: 2 }, [{ de: "ab" }], [{ de: "abc" }], "[0].de"],
  ["minLength", "LOCALIZED_TEXT", { minLength: 2 }, [{ de: "ab" }], [{ de: "a" }], "[0].de"],
  ["pattern", "TEXT", { pattern: "^a+$" }, ["aa"], ["ab"], "[0]"],
  ["pattern", "MARKDOWN", { pattern: "^#" }, ["# a"], ["a"], "[0]"],
  ["pattern", "LOCALIZED_TEXT", { pattern: "^a" }, [{ en: "a" }], [{ en: "a", de: "b" }], "[0].de"],
  ["pattern", "TEXT_FILTER", { pattern: "^a" }, ["a"], ["b"], "[0]"],
  ["pattern", "EMAIL", { pattern: "@a[.]de$" }, ["x@a.de"], ["x@b.de"], "[0]"],
  ["minLength", "EMAIL", { minLength: 6 }, ["x@a.de"], ["x@a.d"], "[0]"],
  ["maxLength", "EMAIL", { maxLength: 6 }, ["x@a.de"], ["xx@a.de"], "[0]"],
  ["pattern", "PHONE_NUMBER", { pattern: "^[+]49" }, ["+4930901820"], ["+41446681800"], "[0]"],
  ["pattern", "PHONE", { pattern: "^[+]49" }, ["+4930901820"], ["+41446681800"], "[0]"],
  ["country", "PHONE", { country: "DE" }, ["030 901820"], ["030"], "[0]"],
  ["isRequired", "PHONE_NUMBER", { isRequired: true }, ["+4930901820"], [], "", MISSING],
  ["isRequired", "LOCALIZED_TEXT", { isRequired: true }, [{ en: "a" }], [{ en: "", de: "" }], "", MISSING],
  ["isRequired", "NUMBER", { isRequired: true }, [0], [], "", MISSING],
  ["required", "BOOLEAN", { required: true }, [false], [], "", MISSING],
  ["minValues", "NUMBER", { minValues: 2 }, [1, 2], [1], ""],
  ["maxValues", "NUMBER", { maxValues: 2 }, [1, 2], [1, 2, 3], ""],
  ["maxValues", "BOOLEAN", { maxValues: 1 }, [true], [true, false], ""],
  ["maxValues", "EMAIL", { maxValues: 1 }, ["a@b.de"], ["a@b.de", "b@b.de"], ""],
  ["minValues", "EMAIL", { minValues: 1 }, ["a@b.de"], [], "", MISSING],
  ["maxValues", "RELATIONSHIP_MEDIA", { maxValues: 1 }, ["media:a"], ["media:a", "media:b"], ""],
  ["minValues", "RELATIONSHIP_ENTRY", { minValues: 1 }, ["entry:a"], [], "", MISSING],
  ["maxValues", "BLOCK", { maxValues: 1 }, [inner], [inner, inner], ""],
  ["minValues", "BLOCK", { minValues: 1 }, [inner], [], "", MISSING],
  ["min", "NUMBER", { min: 2 }, [2], [1.999], "[0]"],
  ["max", "NUMBER", { max: 2 }, [2], [2.001], "[0]"],
  ["an operation", "NUMBER_FILTER", { operation: "plus" }, ["+1"], ["-1"], "[0]"],
  ["an operation", "NUMBER_FILTER", { operation: "minus" }, ["-1"], ["+1"], "[0]"],
  ["an operation", "NUMBER_FILTER", { operation: "equals" }, ["=1", "== -1"], [">1"], "[0]"],
  ["an operation", "NUMBER_FILTER", { operation: "greater_than" }, [">1"], [">=1"], "[0]"],
  ["an operation", "NUMBER_FILTER", { operation: "less_than" }, ["<1"], ["<=1"], "[0]"],
  ["an operation", "NUMBER_FILTER", { operation: "greater_than_or_equal" }, [">=1"], [">1"], "[0]"],
  ["an operation", "NUMBER_FILTER", { operation: "less_than_or_equal" }, ["<=1"], ["<1"], "[0]"],
  ["an operation", "NUMBER_FILTER", { operation: "contains" }, ["~1"], ["=1"], "[0]"],
  ["a number after a prefix", "NUMBER_FILTER", {}, ["> 1.5"], ["> 1.5kg"], "[0]"],
  ["a latitude", "GEO_LOCATION", {}, [at(-90, 0)], [at(-90.01, 0)], "[0].coordinates.lat"],
  ["a longitude", "GEO_LOCATION", {}, [at(0, 180)], [at(0, 180.01)], "[0].coordinates.lon"],
  ["both coordinates", "GEO_LOCATION", {}, [at(0, 0)], [at(0, undefined)], "[0].coordinates.lon", MISSING],
  ["coordinates' form", "GEO_LOCATION", {}, [{}], [{ coordinates: [1, 2] }], "[0].coordinates", MISMATCH],
  ["a place's texts", "GEO_LOCATION", {}, [{ city: text(500) }], [{ city: text(501) }], "[0].city"],
  ["a postcode", "GEO_LOCATION", {}, [{ postalCode: "1" }], [{ postalCode: 1 }], "[0].postalCode", MISMATCH],
  ["a country", "GEO_LOCATION", {}, [{ countryCode: "ch" }], [{ countryCode: "CHE" }], "[0].countryCode"],
  ["characters before the @", "EMAIL", {}, [email(64, 80)], [email(65, 80)], "[0]"],
  ["characters of an email", "EMAIL", {}, [email(60, 254)], [email(60, 255)], "[0]"],
  ["a dot in the domain", "EMAIL", {}, ["a@b.de"], ["a@localhost"], "[0]"],
  ["the length of a number", "PHONE", {}, ["+15555550100"], ["+1555555010"], "[0]"],
  ["an address's texts", "ADDRESS", {}, [{ street: text(500) }], [{ street: text(501) }], "[0].street"],
  ["an address's texts", "ADDRESS", {}, [{ city: "a" }], [{ city: 1, zip: "1" }], "[0].city", MISMATCH],
  ["a postal code's form", "ADDRESS", {}, [inBritain("SW1A 1AA")], [inBritain("10117")], "[0].postal_code"],
  ["an address that says something", "ADDRESS", {}, [{ country: "DE" }], [{ country: "" }], "[0]", MISSING],
  ["a boolean", "BOOLEAN", {}, [false], [0], "[0]", MISMATCH],
  ["an id's length", "RELATIONSHIP_ENTRY", {}, [`entry:${text(200)}`], [`entry:${text(201)}`], "[0]"],
  ["a tag", "TEXT", {}, [{ "i-klingon": "a", "de-CH-1996": "b", en_US: "c" }], [{ "-en": "a" }], "[0].-en"],
  ["a nested block's key", "BLOCK", {}, [inner], [{ ...inner, key: undefined }], "[0].key", MISSING],
  ["a nested block's type", "BLOCK", {}, [inner], [{ ...inner, type: "FORM" }], "[0].type"],
  ["a property", "BLOCK", {}, [inner], [held({ maxLength: "9" })], "[0].properties.maxLength", MISMATCH],
  ["a country", "BLOCK", {}, [held({ country: "uk" })], [held({ country: "XX" })], "[0].properties.country"],
  ["a nested block's own rules", "BLOCK", {}, [inner], [held({ minLength: 2 })], "[0].value[0]"],
];

test.each(RULES)("%s of %s %j accepts a value at the limit and refuses one beyond it", async (...rule) => {
  const [, type, properties, good, bad, path, code = INVALID] = rule;
  const blockOf = (value: unknown[]) => ({ key: "k", type, value, properties });
  expect(await blockProblems(blockOf(good))).toEqual([]);
  expect(await blockProblems(blockOf(bad))).toEqual([`blocks[0].value${path} ${code}`]);
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
  expect(await blockProblems({ key: "b", type: "BLOCK", value: rows(999) })).toEqual([]);
  const full = { key: "b", type: "BLOCK", value: rows(999) };
  expect(await blockProblems(full, { key: "c", type: "TEXT", value: [] })).toEqual([`blocks ${INVALID}`]);
});

test("unknown properties are kept as they are", async () => {
  const free = { style: { color: "red" }, url: "/a", own: [1, { two: null }] };
  const properties = { each: true, label: { en: "A" }, ...free };
  const given = BlockInput.parse({ key: "k", type: "text", value: ["a"], properties });
  const { blocks } = await checkBlocks([given]);
  expect(blocks).toMatchObject([{ type: "TEXT", properties }]);
});
