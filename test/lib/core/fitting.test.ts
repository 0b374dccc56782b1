import { expect, test } from "vitest";
import { countFitting, MAX_ANSWER_BYTES } from "#core/dynamo/list/page.ts";

/** An item as the table's client reads it, with a text of this length. */
function itemOfLength(length: number, unit = "x") {
  return Object.assign(Object.create(null), { _r: unit.repeat(length), terms: [unit] }) as object;
}

test.each([
  ["letters", "x", 1],
  ["control characters, six bytes each", "\u0001", 6],
  ["letters of three bytes", "日", 3],
])("a page ends before its records of %s are more than an answer holds", (_, unit, bytes) => {
  const length = 200_000 / bytes;
  const page = Array.from({ length: 50 }, () => itemOfLength(length, unit));
  const fitting = countFitting(page);
  const size = Buffer.byteLength(JSON.stringify(page[0]));
  expect(fitting).toBe(Math.floor(MAX_ANSWER_BYTES / size));
});

test("a page of small records, or of a few large ones, is never cut", () => {
  expect(countFitting(Array.from({ length: 100 }, () => itemOfLength(1000)))).toBe(100);
  expect(countFitting(Array.from({ length: 11 }, () => itemOfLength(390_000)))).toBe(11);
});
