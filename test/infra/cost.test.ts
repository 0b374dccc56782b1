import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as manifest from "#functions/manifest.ts";
import { configOf } from "#infra/config.ts";
import { costOfMillionCalls, costOfThousandVisits } from "#infra/cost/estimate.ts";
import { costRow, TABLE_HEAD } from "#infra/cost/templates.ts";
import { synthesise } from "./synthesis.ts";

/** USD for a month without requests. */
const MAX_IDLE_COST = 15;

test("prod costs at most 15 USD in a month without requests, as in the guide", () => {
  // With cdk-nag, to share one synthesis with its test.
  const { templates } = synthesise(configOf("prod", {}), manifest, { nag: true });
  const made = templates.flatMap(({ resources }) => resources);
  const { usd, line } = costRow("prod", "endpoint", made);
  console.info(`prod idles at ${usd.toFixed(2)} USD a month.`);
  expect(usd).toBeLessThanOrEqual(MAX_IDLE_COST);
  const guide = readFileSync("infra/guide.md", "utf8");
  for (const said of [...TABLE_HEAD, costOfMillionCalls().toFixed(2)]) expect(guide).toContain(said);
  expect(guide).toContain(`a thousand first visits to the console cost ${costOfThousandVisits().toFixed(2)}`);
  const [mark = ""] = line.split(" | ");
  const row = guide.split("\n").find((each) => each.startsWith(mark)) ?? "";
  const figures = (text: string) => text.split("|").slice(2, -1).map(Number);
  // A new worker costs 0.36 a month. After a change, print the guide's table again.
  for (const [place, figure] of figures(line).entries())
    expect(Math.abs(figure - (figures(row)[place] ?? 0)), `npm run cost prints ${line}`).toBeLessThan(0.75);
});
