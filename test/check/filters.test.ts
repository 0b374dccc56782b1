import { expect, test } from "vitest";
import { sources } from "./sources.ts";

/** A filter of a read, whose bounds DynamoDB checks and the emulator of this machine does not. */
const FILTER = /FilterExpression\??\s*:\s*[^s\s]/;

// DynamoDB refuses an inverted BETWEEN in a filter as invalid; the emulator of this machine takes it.
test("no read of the table is filtered by an expression but the restore's, which has no bounds", () => {
  const filtered = sources.filter(({ path, text }) => !path.startsWith("test/") && FILTER.test(text));
  expect(filtered.map(({ path }) => path)).toEqual(["infra/commands/restore.ts"]);
  expect(filtered.filter(({ text }) => /BETWEEN/.test(text))).toEqual([]);
  expect(FILTER.test("FilterExpression: `#a BETWEEN :x AND :y`")).toBe(true);
});
