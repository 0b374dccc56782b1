import { expect, test } from "vitest";
import { decimalsOf } from "#lib/client/money.ts";
import { sources } from "./sources.ts";

/** The digits that Intl writes, taken for the minor unit of a currency: they differ by engine, and HUF has two. */
const INTL_DIGITS = /resolvedOptions\(\)[\s\S]{0,40}FractionDigits/;

test("no amount is reckoned by the digits with which Intl writes it", () => {
  const wrong = sources.filter(({ text }) => INTL_DIGITS.test(text)).map(({ path }) => path);
  expect(wrong.filter((path) => path !== "test/check/minor-units.test.ts")).toEqual([]);
  expect(INTL_DIGITS.test("amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)")).toBe(true);
});

// ISO 4217, list one of the maintenance agency.
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
