import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { million } from "#infra/cost/estimate.ts";
import { HEAD, row } from "#infra/cost/templates.ts";

/** USD a month in which nobody calls. */
const MOST = 15;

test("prod costs at most 15 USD in a month in which nobody calls, as the guide has it", () => {
  const { usd, line } = row("prod", "endpoint");
  console.info(`prod idles at ${usd.toFixed(2)} USD a month.`);
  expect(usd).toBeLessThanOrEqual(MOST);
  const guide = readFileSync("infra/guide.md", "utf8");
  for (const said of [...HEAD, line, million().toFixed(2)]) expect(guide).toContain(said);
});
