import { expect, test } from "vitest";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { STOCK } from "#lib/commerce/inventory/errors.ts";
import { LOCATION } from "#lib/commerce/locations/errors.ts";
import { PRODUCT } from "#lib/commerce/products/errors.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { sources } from "./sources.ts";

const CODES = [ORDER, STOCK, LOCATION, PRODUCT, PAYMENT].flatMap((catalogue) =>
  Object.values(catalogue).map(({ code }) => code),
);

/** Tests that call operations or verbs, with what they share. */
const tests = sources.filter(({ path }) => /^test\/(functions|lib|proofs|support)\//.test(path));

test("every code that commerce can answer is expected by a test", () => {
  expect(CODES.length).toBeGreaterThan(15);
  const missing = CODES.filter((code) => !tests.some(({ text }) => text.includes(`"${code}"`)));
  expect(missing).toEqual([]);
});

test("every table of errors of commerce is looked at", () => {
  const tables = sources.filter(
    ({ path, text }) => /^lib\/commerce\/.*errors\.ts$/.test(path) && text.includes("defineErrors("),
  );
  const own = sources.find(({ path }) => path === "test/check/codes.test.ts");
  expect(tables.map(({ path }) => path).filter((path) => !own?.imports.includes(path))).toEqual([]);
});
