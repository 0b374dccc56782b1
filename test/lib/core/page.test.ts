import { expect, test } from "vitest";
import { queryTime } from "#core/http/page.ts";

test.each([
  ["0", 0],
  ["-5", -5],
  ["1790000000", 1_790_000_000],
  ["2026-11-21", 1_795_219_200],
  ["2026-11-21T01:00:00", 1_795_222_800],
  ["2026-11-21T01:00:00.9Z", 1_795_222_800],
  ["2026-11-21T01:00:00+01:00", 1_795_219_200],
])("the moment %s in a query is the second %i", (text, seconds) => {
  expect(queryTime.parse(text)).toBe(seconds);
});

test.each(["", "soon", "1.5", "2026-02-30", "2026-13-01", "2026-11-21T25:00:00Z", "2026-11-21 (x)", "1e9"])(
  "the moment %j in a query is refused",
  (text) => {
    expect(queryTime.safeParse(text).success).toBe(false);
  },
);
