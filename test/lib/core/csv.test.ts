import { expect, test } from "vitest";
import { csvLine } from "#core/csv.ts";

test("no text of a line begins a formula, and a number below zero stays one", () => {
  expect(csvLine(["=cmd", "-2+3", "-12.50", -3, null, 'a "b", c'])).toBe(
    `'=cmd,'-2+3,-12.50,-3,,"a ""b"", c"\n`,
  );
});
