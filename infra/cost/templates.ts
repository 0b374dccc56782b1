import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as z from "zod";
import { operations, workers } from "#functions/manifest.ts";
import { Backend } from "#infra/backend.ts";
import { configOf, type EnvironmentName, type Grain } from "#infra/config.ts";
import { type CreatedResource, idleCost, sum } from "./estimate.ts";

const Template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

export const TABLE_HEAD = [
  "| environment, grain | idle a month | alarms | dashboards | secrets | polling | ticks |",
  "|---|---|---|---|---|---|---|",
];

/**
 * A line of the cost table for a month without requests. `resources`: of all templates; synthesised by
 * default.
 */
export function costRow(
  name: EnvironmentName,
  grain: Grain,
  resources: readonly CreatedResource[] = resourcesOf({ ...configOf(name), grain }),
): { line: string; usd: number } {
  const parts = Object.values(idleCost(resources));
  const usd = sum(parts);
  const cells = [`${name}, ${grain}`, ...[usd, ...parts].map((part) => part.toFixed(2))];
  return { line: `| ${cells.join(" | ")} |`, usd };
}

/** All resources of all stacks, synthesised with stub code. */
function resourcesOf(config: ReturnType<typeof configOf>): CreatedResource[] {
  const app = new App();
  const stub = {
    assetIn: () => lambda.Code.fromInline("exports.handler = async () => ({})"),
    handlerOf: () => "index.handler",
  };
  new Backend(app, "cost", { config, operations, workers, codeOf: () => stub, consoleVersion: "cost" });
  const { directory } = app.synth();
  const stacks = app.node.findAll().filter((node) => node instanceof Stack);
  return stacks.flatMap(({ templateFile }) => {
    const { Resources } = Template.parse(JSON.parse(readFileSync(join(directory, templateFile), "utf8")));
    return Object.values(Resources).map(({ Type, Properties }) => ({ type: Type, properties: Properties }));
  });
}
