import { expect, test } from "vitest";
import * as z from "zod";
import { ApiError, defineErrors } from "#core/errors.ts";
import { parseInput } from "#core/http/input.ts";
import { anyCase, queryTime, queryTimeEnd, UnixTime } from "#core/http/page.ts";

function errorsOf(schema: z.ZodType, value: unknown) {
  try {
    return parseInput(schema, value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.validationErrors.map(({ field, message, error: code }) => `${field}: ${message} (${code})`);
  }
}

const Thing = z.object({
  name: z.string().min(2),
  size: z.int().min(1).max(9).optional(),
  cleared: z.string().nullish(),
  kind: anyCase(["one", "two"]).optional(),
  list: z.array(z.object({ at: z.number().optional() })).optional(),
  either: z.union([z.string(), z.object({ id: z.string() })]).optional(),
});

test("null counts as a missing field unless the field gives it a meaning", () => {
  const sent = { name: "ab", size: null, cleared: null, kind: null, either: null, list: [{ at: null }] };
  expect(errorsOf(Thing, sent)).toEqual({ name: "ab", cleared: null, list: [{}] });
  expect(errorsOf(Thing, { name: null })).toEqual(["name: is required (FIELD.REQUIRED_MISSING)"]);
  expect(errorsOf(Thing, { name: "ab", list: [null] })).toEqual([
    "list[0]: must be an object, not null (FIELD.TYPE_MISMATCH)",
  ]);
});

test.each([
  [{}, "name: is required (FIELD.REQUIRED_MISSING)"],
  [{ name: 5 }, "name: must be text, not a number (FIELD.TYPE_MISMATCH)"],
  [{ name: "a" }, "name: must have at least 2 characters (FIELD.VALIDATION_FAILED)"],
  [{ name: "ab", size: 10 }, "size: must be at most 9 (FIELD.VALIDATION_FAILED)"],
  [{ name: "ab", kind: "three" }, "kind: must be one of one, two (FIELD.VALIDATION_FAILED)"],
  [{ name: "ab", list: {} }, "list: must be an array, not an object (FIELD.TYPE_MISMATCH)"],
  [{ name: "ab", either: 5 }, "either: must be text or an object (FIELD.VALIDATION_FAILED)"],
  [{ name: "ab", either: { id: 5 } }, "either.id: must be text, not a number (FIELD.TYPE_MISMATCH)"],
])("%j is told in plain words what is wrong", (value, fault) => {
  expect(errorsOf(Thing, value)).toEqual([fault]);
});

test("an error shows at most a hundred characters of what was sent", () => {
  const TEST = defineErrors("TEST", { TAKEN: [409, "{key} is taken"] });
  expect(TEST.TAKEN({ key: "x".repeat(5000) }).message).toBe(`${"x".repeat(100)}… is taken`);
});

test("a time in milliseconds is refused wherever a time is taken", () => {
  const milliseconds = Date.now();
  expect(errorsOf(z.object({ at: UnixTime }), { at: milliseconds })).toEqual([
    "at: must be Unix time in seconds; this looks like milliseconds (FIELD.VALIDATION_FAILED)",
  ]);
  expect(errorsOf(z.object({ at: queryTime }), { at: String(milliseconds) })).toEqual([
    "at: must be Unix time in seconds; this looks like milliseconds (FIELD.VALIDATION_FAILED)",
  ]);
});

test("a date without a time includes the whole day at both ends of a range", () => {
  const start = Date.UTC(2026, 10, 22) / 1000;
  expect(queryTime.parse("2026-11-22")).toBe(start);
  expect(queryTimeEnd.parse("2026-11-22")).toBe(start + 86_399);
  expect(queryTimeEnd.parse("2026-11-22T10:00:00Z")).toBe(start + 36_000);
});
