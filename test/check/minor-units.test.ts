import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decimalsOf } from "#lib/client/money.ts";
import { ROOT, sources } from "./sources.ts";

/** Intl's digits differ by engine, and by it HUF has none, but its minor unit has two decimals. */
const INTL_DIGITS =
  /FractionDigits\b[^:\n]*=[^>\n]*resolvedOptions\(|resolvedOptions\(\)[\s\S]{0,40}FractionDigits/;

/** All sources that compute amounts, with those of the console. */
const texts = [
  ...sources.map(({ path, text }) => ({ path, text })),
  ...globSync("lib/console/**/*.{ts,tsx}", { cwd: ROOT, exclude: ["**/node_modules/**"] }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), "utf8"),
  })),
];

test("no amount is computed with Intl's digits, also in the console", () => {
  const wrong = texts.filter(({ text }) => INTL_DIGITS.test(text)).map(({ path }) => path);
  expect(wrong).toEqual(["test/check/minor-units.test.ts"]);
  expect(texts.filter(({ path }) => path.endsWith(".tsx")).length).toBeGreaterThan(100);
  for (const text of [
    "amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)",
    "const { maximumFractionDigits } = format.resolvedOptions();",
  ])
    expect(INTL_DIGITS.test(text), text).toBe(true);
});

/** An amount divided by 100 or 1000, whatever its currency. */
const FIXED_DIVISOR =
  /\b\w*(?:[aA]mount|[pP]rice|[tT]otal|[mM]oney|[cC]harge|[rR]efund)\w*\)?\s*\/\s*(?:100|1000|1_000)\b/;

test("no amount is divided by a literal: its currency defines its decimals", () => {
  const wrong = texts.filter(({ text }) => FIXED_DIVISOR.test(text)).map(({ path }) => path);
  expect(wrong).toEqual(["test/check/minor-units.test.ts"]);
  for (const text of ["amount / 100", "x.total/100", "(unitPrice) / 1_000"])
    expect(FIXED_DIVISOR.test(text), text).toBe(true);
});

// ISO 4217, list one.
test.each([
  ["HUF", 2],
  ["COP", 2],
  ["IDR", 2],
  ["PKR", 2],
  ["IQD", 3],
  ["LBP", 2],
  ["ALL", 2],
  ["AFN", 2],
  ["MGA", 2],
  ["ISK", 0],
  ["JPY", 0],
  ["KWD", 3],
  ["CLF", 4],
  ["eur", 2],
])("the minor unit of %s has %i decimals", (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});
