import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { checkBlocks, mediaInBlocks } from "#lib/content/legacy-content/blocks.ts";
import { GenerateBlocks } from "#lib/content/legacy-content/entry-schema.ts";
import { generateBlocks } from "#lib/content/legacy-content/generate.ts";
import { BLOCK_TYPES, CreateBusinessCollection } from "#lib/content/legacy-content/schema.ts";
import { newSeed } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

const MISMATCH = "FIELD.TYPE_MISMATCH";
const INVALID = "FIELD.VALIDATION_FAILED";
const MISSING = "FIELD.REQUIRED_MISSING";
const AT = "blocks[0].value";

function check(definition: object, ...values: unknown[]) {
  const { blocks = [] } = CreateBusinessCollection.parse({ name: "n", blocks: [{ id: "b", ...definition }] });
  const definitions = blocks.map((block) => ({ ...block, id: block.id ?? "b" }));
  const { errors, ...checked } = checkBlocks(
    values.map((value) => ({ id: "b", value })),
    definitions,
  );
  return { ...checked, problems: errors.map((one) => `${one.field} ${one.error}`) };
}

const place = (lat: number, lon: number) => ({ coordinates: { lat, lon } });
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

const GOOD: [object, unknown][] = [
  ...["media: a history", "entry:of the year", "{{subscriber.email}}", "\0", ""].map(
    (text): [object, unknown] => [{ type: "TEXT" }, text],
  ),
  [{ type: "TEXT", settings: { minLength: 2, maxLength: 2 } }, "😀😀"],
  [{ type: "TEXT", settings: { variant: "HTML" } }, "<p>a</p>"],
  [{ type: "TEXT" }, "a".repeat(200_000)],
  [{ type: "NUMBER", settings: { min: 1, max: 2 } }, 1],
  [{ type: "NUMBER", settings: { min: 1, max: 2 } }, 2],
  [{ type: "NUMBER" }, many(100)],
  [{ type: "NUMBER", settings: { minValues: 2, maxValues: 2 } }, [1, 2]],
  [{ type: "BOOLEAN", required: true }, false],
  [{ type: "DATE" }, 0],
  [{ type: "DATE" }, "2024-02-29"],
  [{ type: "DATE" }, "2026-01-01T10:00:00+02:00"],
  [{ type: "GEO_LOCATION" }, place(90, 180)],
  [{ type: "RELATIONSHIP", settings: { targetType: "USER" } }, "acc_1"],
  [{ type: "MEDIA" }, "media:media_1"],
  [{ type: "MEDIA" }, ""],
  [{ type: "SELECT", settings: { options: ["a", "b"] } }, "a"],
  [{ type: "MULTI_SELECT", settings: { options: ["a", "b"] } }, ["b", "a"]],
  ...BLOCK_TYPES.map((type): [object, unknown] => [{ type }, null]),
];

test.each(GOOD)("%j takes a value and keeps it as it is", (definition, value) => {
  const { blocks, problems } = check(definition, value);
  expect(problems).toEqual([]);
  expect(blocks.map((block) => block.value)).toEqual([value]);
});

const BAD: [object, unknown, string[]][] = [
  [{ type: "TEXT", required: true }, [""], [`${AT} ${MISSING}`]],
  [{ type: "SELECT", required: true }, ["", ""], [`${AT} ${MISSING}`]],
  [{ type: "TEXT" }, 1, [`${AT} ${MISMATCH}`]],
  [{ type: "TEXT" }, { en: 1 }, [`${AT} ${MISMATCH}`]],
  [{ type: "TEXT", settings: { maxLength: 2 } }, { en: "ab", de: "abc" }, [`${AT} ${INVALID}`]],
  [{ type: "TEXT" }, "a".repeat(200_001), [`${AT} ${INVALID}`]],
  [{ type: "TEXT", settings: { minLength: 2 } }, "a", [`${AT} ${INVALID}`]],
  [{ type: "TEXT", settings: { maxLength: 2 } }, ["ab", "abc"], [`${AT}[1] ${INVALID}`]],
  [{ type: "TEXT", required: true }, "", [`${AT} ${MISSING}`]],
  [{ type: "TEXT", required: true }, null, [`${AT} ${MISSING}`]],
  [{ type: "NUMBER" }, "", [`${AT} ${MISMATCH}`]],
  [{ type: "NUMBER", settings: { min: 1 } }, 0.9, [`${AT} ${INVALID}`]],
  [{ type: "NUMBER", settings: { max: 1 } }, 1.1, [`${AT} ${INVALID}`]],
  [{ type: "NUMBER" }, many(101), [`${AT} ${INVALID}`]],
  [{ type: "NUMBER", settings: { minValues: 2 } }, [1], [`${AT} ${INVALID}`]],
  [{ type: "NUMBER", settings: { maxValues: 1 } }, [1, 2], [`${AT} ${INVALID}`]],
  [{ type: "BOOLEAN" }, "true", [`${AT} ${MISMATCH}`]],
  [{ type: "DATE" }, 1.5, [`${AT} ${MISMATCH}`]],
  [{ type: "DATE" }, "2023-02-29", [`${AT} ${MISMATCH}`]],
  [{ type: "DATE" }, "2020-01-01 (then)", [`${AT} ${MISMATCH}`]],
  [{ type: "GEO_LOCATION" }, place(90.1, 0), [`${AT} ${MISMATCH}`]],
  [{ type: "RELATIONSHIP" }, "a".repeat(201), [`${AT} ${MISMATCH}`]],
  [{ type: "MEDIA" }, 7, [`${AT} ${MISMATCH}`]],
  [{ type: "SELECT", settings: { options: ["a", "b"] } }, ["a", "b"], [`${AT} ${INVALID}`]],
  [{ type: "SELECT", settings: { options: ["a"] } }, "b", [`${AT} ${INVALID}`]],
  [{ type: "MULTI_SELECT", settings: { options: ["a"] } }, "a", [`${AT} ${MISMATCH}`]],
  [{ type: "MULTI_SELECT", settings: { options: ["a"] } }, ["a", "a"], [`${AT}[1] ${INVALID}`]],
  [{ type: "MULTI_SELECT", settings: { options: ["a"] } }, ["b"], [`${AT}[0] ${INVALID}`]],
];

test.each(BAD)("%j refuses a wrong value, and names the path", (definition, value, expected) => {
  expect(check(definition, value).problems).toEqual(expected);
});

test("an unknown, repeated, mistyped or missing block is reported", () => {
  const definitions = [{ id: "b", type: "TEXT" as const, label: "", required: true, settings: {} }];
  const problems = (...given: { id: string; type?: "TEXT" | "NUMBER"; value?: unknown }[]) =>
    checkBlocks(given, definitions).errors.map(({ field, error }) => `${field} ${error}`);
  expect(problems()).toEqual([`blocks ${MISSING}`]);
  expect(problems({ id: "c" })).toEqual(["blocks[0] FIELD.UNKNOWN", `blocks ${MISSING}`]);
  expect(problems({ id: "b", value: "a" }, { id: "b", value: "a" })).toEqual([`blocks[1].id ${INVALID}`]);
  expect(problems({ id: "b", type: "NUMBER", value: 1 })).toEqual([`blocks[0].type ${MISMATCH}`]);
  const bare = checkBlocks([{ id: "note", value: "a" }], undefined).errors;
  expect(bare.map(({ field, error }) => `${field} ${error}`)).toEqual([`blocks[0].type ${MISSING}`]);
});

test("only media and relationship blocks refer to media and entries, never texts", () => {
  const refer = (type: string, value: unknown, settings = {}) =>
    check({ type, settings }, value).references.map(({ kind, id }) => `${kind} ${id}`);
  expect(refer("MEDIA", ["media:a", "b"])).toEqual(["media a", "media b"]);
  expect(refer("RELATIONSHIP", ["media:a", "entry:b", "c"])).toEqual(["media a", "entry b"]);
  expect(refer("RELATIONSHIP", "c", { targetType: "ENTRY" })).toEqual(["entry c"]);
  expect(refer("TEXT", "media:a")).toEqual([]);
  expect(mediaInBlocks([{ id: "t", type: "TEXT", value: "media:a" }])).toEqual([]);
});

test("values of the embedded default fit their blocks, whatever the settings", async () => {
  const seed = newSeed();
  const count = fc.integer({ min: 0, max: 30 });
  const range = fc.tuple(count, count).map((two) => two.toSorted((one, other) => one - other));
  const blocks = fc.array(
    fc.record({
      type: fc.constantFrom(...BLOCK_TYPES),
      label: fc.string({ maxLength: 20 }),
      settings: fc.tuple(range, range, range, fc.boolean()).map(([length, size, values, html]) => ({
        ...{ minLength: length[0], maxLength: length[1], min: (size[0] ?? 0) - 40, max: (size[1] ?? 0) - 20 },
        ...{ minValues: Math.min(values[0] ?? 0, 2), variant: html ? "HTML" : "PLAIN", options: ["a", "b"] },
      })),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const prompt = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== "");
  const business = newId("store");
  await fc.assert(
    fc.asyncProperty(blocks, prompt, async (asked, wish) => {
      const named = asked.map((block, index) => ({ ...block, id: `b${index}` }));
      const input = GenerateBlocks.parse({ prompt: wish, blocks: named });
      const made = await generateBlocks(testContext(), business, input);
      const definitions = input.blocks.map((block) => ({ ...block, required: false }));
      expect(made.blocks.map(({ id, type }) => [id, type])).toEqual(named.map(({ id, type }) => [id, type]));
      expect(checkBlocks(made.blocks, definitions).errors).toEqual([]);
    }),
    { numRuns: 30, seed },
  );
});

test("the embedded default writes the minimum that a block needs", async () => {
  const blocks = [
    { id: "short", type: "TEXT", settings: { minLength: 8, maxLength: 9 } },
    { id: "cut", type: "TEXT", settings: { variant: "html", maxLength: 14 } },
    { id: "two", type: "TEXT", settings: { minValues: 2 } },
    { id: "marks", type: "MULTI_SELECT", settings: { options: ["a", "b", "c"], minValues: 2 } },
    { id: "numbers", type: "NUMBER", settings: { min: 3, minValues: 2 } },
  ];
  const input = GenerateBlocks.parse({ prompt: "<ab", blocks });
  const made = await generateBlocks(testContext(), newId("store"), input);
  expect(made.blocks.map(({ value }) => value)).toEqual([
    "<ab <ab ",
    "<p>&#60;ab</p>",
    ["<ab", "<ab"],
    ["a", "b"],
    [3, 3],
  ]);
});
