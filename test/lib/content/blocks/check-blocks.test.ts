import { expect, test, vi } from "vitest";
import { sizeOf } from "#core/records/record.ts";
import { BlockInput } from "#lib/content/blocks/schema.ts";
import { checkBlocks } from "#lib/content/blocks/service.ts";
import { blockProblems } from "#test/support/content.ts";

const ID = "01j9z3k4m5n6p7q8r9s0t1v2w3";

const block = (type: string, value: unknown[], properties = {}) => ({ key: "k", type, value, properties });

const GOOD: [string, unknown[], object?][] = [
  ["TEXT", ["a", { en: "b", "zh-Hant-TW": "c" }]],
  ["text", ["abc"], { minLength: 3, maxLength: 3, pattern: "^[a-c]+$", maxValues: 1 }],
  ["TEXT", ["😀😀"], { maxLength: 2 }],
  ["LOCALIZED_TEXT", [{ en: "a", "x-private": "b" }], { label: { en: "Title" }, style: { bold: true } }],
  ["TEXT_FILTER", ["abc"], { operation: "contains" }],
  ["NUMBER", [1, -2.5], { minValues: 2, operation: "plus" }],
  ["NUMBER_FILTER", [">=10", "< 3.5", "5"]],
  ["NUMBER_FILTER", ["5"], { operation: "greater_than" }],
  ["NUMBER_FILTER", [">1"], { operation: "GREATER_THAN" }],
  ["BOOLEAN", [true], { maxValues: 1 }],
  ["GEO_LOCATION", [{}, { countryCode: "DE", city: "Berlin", coordinates: { lat: 52.5, lon: 13.4 } }]],
  ["RELATIONSHIP_MEDIA", [`media:media_${ID}`]],
  ["RELATIONSHIP_ENTRY", [`entry:entry_${ID}`], { url: "/entries" }],
  ["MARKDOWN", ["# a", { de: "# b" }]],
  ["EMAIL", ["ada@example.com"], { pattern: "@example" }],
  ["PHONE", ["+49 30 901820"]],
  ["PHONE_NUMBER", ["030 901820"], { country: "de", placeholder: "…", isRequired: true }],
  ["ADDRESS", [{ street: "Unter den Linden 1", city: "Berlin", zip: "10117", country: "DE" }]],
  ["ADDRESS", [{ city: "Berlin", zip: "anything", country: "Germany" }]],
  ["BLOCK", [{ key: "a", type: "TEXT", value: ["x"] }], { each: true }],
];

test.each(GOOD)("%s takes %j with %j", async (type, value, properties) => {
  expect(await blockProblems(block(type, value, properties))).toEqual([]);
});

const MISMATCH = "TYPE_MISMATCH";
const INVALID = "VALIDATION_FAILED";
const AT = "blocks[0].value";
const BAD: [string, unknown[], object, string[]][] = [
  ["TEXT", ["a", 7], {}, [`${AT}[1] ${MISMATCH}`]],
  ["TEXT", [{ en: 1 }], {}, [`${AT}[0].en ${MISMATCH}`]],
  ["TEXT", [{ "not a tag": "x" }], {}, [`${AT}[0].not a tag ${INVALID}`]],
  ["TEXT", [{ de: "abcd" }], { maxLength: 3 }, [`${AT}[0].de ${INVALID}`]],
  ["TEXT", ["a", "b"], { maxValues: 1 }, [`${AT} ${INVALID}`]],
  ["TEXT", [], { minValues: 1 }, ["blocks[0].value REQUIRED_MISSING"]],
  ["TEXT", [""], { isRequired: true }, ["blocks[0].value REQUIRED_MISSING"]],
  ["TEXT", ["a"], { pattern: "(a)\\1" }, [`blocks[0].properties.pattern ${INVALID}`]],
  ["LOCALIZED_TEXT", ["plain"], {}, [`${AT}[0] ${MISMATCH}`]],
  ["NUMBER", ["1"], {}, [`${AT}[0] ${MISMATCH}`]],
  ["NUMBER_FILTER", ["ten"], {}, [`${AT}[0] ${INVALID}`]],
  ["NUMBER_FILTER", [10], {}, [`${AT}[0] ${MISMATCH}`]],
  ["BOOLEAN", ["true"], {}, [`${AT}[0] ${MISMATCH}`]],
  ["GEO_LOCATION", [{ coordinates: { lat: 1, lon: "x" } }], {}, [`${AT}[0].coordinates.lon ${MISMATCH}`]],
  ["GEO_LOCATION", [{ countryCode: "QQ" }], {}, [`${AT}[0].countryCode ${INVALID}`]],
  ["RELATIONSHIP_MEDIA", [`entry:entry_${ID}`], {}, [`${AT}[0] ${INVALID}`]],
  ["RELATIONSHIP_ENTRY", [{}], {}, [`${AT}[0] ${MISMATCH}`]],
  ["EMAIL", ["ada@"], {}, [`${AT}[0] ${INVALID}`]],
  ["PHONE", ["+1234"], {}, [`${AT}[0] ${INVALID}`]],
  ["PHONE_NUMBER", ["030 901820"], {}, [`${AT}[0] ${INVALID}`]],
  ["ADDRESS", [{ zip: "1", country: "DE" }], {}, [`${AT}[0].zip ${INVALID}`]],
  ["ADDRESS", [{ country: "QQ" }], {}, [`${AT}[0].country ${INVALID}`]],
  ["ADDRESS", [{}], {}, ["blocks[0].value[0] REQUIRED_MISSING"]],
  ["BLOCK", [block("NUMBER", ["x"]), 3], {}, [`${AT}[0].value[0] ${MISMATCH}`, `${AT}[1] ${MISMATCH}`]],
  ["NUMBER", [1e300], {}, ["schema [0].value[0]"]],
  ["TEXT", ["a"], { operation: "divide" }, ["schema [0].properties.operation"]],
  ["TEXT", ["a"], { minLength: 3, maxLength: 2 }, ["schema [0].properties.minLength"]],
];

test.each(BAD)("%s refuses %j with %j, and names the path", async (type, value, properties, expected) => {
  expect(await blockProblems(block(type, value, properties))).toEqual(expected);
});

test("a block's id is unique at every depth", async () => {
  const twin = { id: "same", key: "a", type: "TEXT", value: ["x"] };
  const outer = { key: "b", type: "BLOCK", value: [twin] };
  expect(await blockProblems(twin, outer)).toEqual([`blocks[1].value[0].id ${INVALID}`]);
});

test("blocks are nested eight deep, and no deeper", async () => {
  const nest = (levels: number): object =>
    levels === 1
      ? { key: "x", type: "TEXT", value: ["end"] }
      : { key: "x", type: "BLOCK", value: [nest(levels - 1)] };
  expect(await blockProblems(nest(8))).toEqual([]);
  expect(await blockProblems(nest(9))).toHaveLength(1);
});

test("a pattern that would hang a backtracking engine reads each of 50,000 characters once", async () => {
  for (const pattern of ["(a+)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)(.*)(.*)(.*)[^b]$"]) {
    const given = [BlockInput.parse(block("TEXT", [`${"a".repeat(50_000)}!`], { pattern }))];
    await checkBlocks([BlockInput.parse(block("TEXT", ["a"], { pattern }))]).catch(() => undefined);
    const read = await charactersRead(() => checkBlocks(given).catch(() => undefined));
    expect(read, pattern).toBeGreaterThan(50_000);
    expect(read, pattern).toBeLessThan(51_000);
  }
});

/** Characters read one by one while something runs, as an engine of expressions reads them. */
async function charactersRead(run: () => Promise<unknown>): Promise<number> {
  const { charCodeAt } = String.prototype;
  let read = 0;
  const reading = vi.spyOn(String.prototype, "charCodeAt").mockImplementation(function (this: string, at) {
    read += 1;
    return charCodeAt.call(this, at);
  });
  await run();
  reading.mockRestore();
  return read;
}

test("patterns that repeat too often are refused before they run", async () => {
  const long = "é".repeat(20_000);
  const at = (index: number) => `blocks[${index}].properties.pattern ${INVALID}`;
  const patterns = ["(\\pL{0,999}\\d)+", `(${"a?b".repeat(300)}){900}`, "(a?){1000}".repeat(90)];
  const blocks = patterns.map((pattern) => block("TEXT", [long], { pattern }));
  expect(await blockProblems(...blocks)).toEqual([`blocks[0].value[0] ${INVALID}`, at(1), at(2)]);
  expect(await blockProblems(block("TEXT", [long], { pattern: "^(\\pL{0,9}\\d)*é+$" }))).toEqual([]);
  const many = Array.from({ length: 13 }, (_, index) =>
    block("TEXT", [], { pattern: `${index}${"x{0,960}".repeat(4)}` }),
  );
  expect(await blockProblems(...many)).toEqual([10, 11, 12].map(at));
  // Braces that are no repetition do not count.
  expect(
    await blockProblems(block("TEXT", ["{9999}"], { pattern: "^(\\{9999\\}|[{9999}]+|\\p{L}{9})$" })),
  ).toEqual([]);
});

test("a value too large for a record is refused before a pattern runs over it", async () => {
  const value = [`c${"ab".repeat(1_500_000)}dc`];
  const given = [BlockInput.parse(block("TEXT", value, { pattern: "[ab]*a[ab]{900}c" }))];
  const refused = { validationErrors: [{ field: "blocks[0]" }] };
  expect(await charactersRead(() => expect(checkBlocks(given)).rejects.toMatchObject(refused))).toBeLessThan(
    10_000,
  );
});

test("sizes are counted as DynamoDB counts them", () => {
  expect(sizeOf("é")).toBe(2);
  expect(sizeOf({ ab: ["x", true, null], n: 12345 })).toBe(3 + 1 + 2 + (3 + 2 + 2 + 2) + 1 + 1 + 4);
});
