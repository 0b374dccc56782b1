import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GUIDE, withSettings } from "#infra/settings-table.ts";

test("the guide lists every environment variable that the code reads; npm run routes renews it", () => {
  const guide = readFileSync(GUIDE, "utf8");
  expect(withSettings(guide) === guide).toBe(true);
  expect(guide).toContain("| `TABLE_NAME` |");
});
