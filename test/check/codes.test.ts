import { expect, test } from "vitest";
import { errorsOf } from "#core/http/openapi.ts";
import { operations } from "#functions/manifest.ts";
import { sources } from "./sources.ts";

/** Any operation can answer these, for a defect, a write conflict or a rate limit. */
const COMMON_CODES = ["GENERAL.INTERNAL_SERVER", "GENERAL.CONFLICT", "GENERAL.TOO_MANY_REQUESTS"];

/** Tests that call operations or domain code, and their support. */
const tests = sources.filter(({ path }) => /^test\/(everything|functions|lib|proofs|support)\//.test(path));

test("every code that an operation can answer is expected by a test", () => {
  const codes = new Set(operations.flatMap(errorsOf).map(({ code }) => code));
  expect(codes.size).toBeGreaterThan(100);
  const missing = [...codes].filter((code) => !tests.some(({ text }) => text.includes(`"${code}"`)));
  expect(missing.filter((code) => !COMMON_CODES.includes(code))).toEqual([]);
});
