import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as z from "zod";
import { operations, workers } from "#functions/manifest.ts";
import { Backend } from "#infra/backend.ts";
import { configOf, ENVIRONMENTS, type Grain } from "#infra/config.ts";
import { idle, type Made, million, sum } from "./estimate.ts";

const Template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
const GRAINS: readonly Grain[] = ["endpoint", "domain"];

console.log(
  "USD by list prices of us-east-1, 2025-11, without free tiers. Idle: a month in which nobody calls.",
);
for (const name of ENVIRONMENTS) {
  for (const grain of GRAINS) {
    const parts = idle(resourcesOf({ ...configOf(name), grain }));
    const list = Object.entries(parts).map(([part, usd]) => `${part} ${usd.toFixed(2)}`);
    console.log(`${name} ${grain}: idle ${sum(Object.values(parts)).toFixed(2)} (${list.join(", ")})`);
  }
}
console.log(`A million calls, four reads to one write, at either grain: ${million().toFixed(2)}`);

/** Of all stacks, with a stub in place of the code. */
function resourcesOf(config: ReturnType<typeof configOf>): Made[] {
  const app = new App();
  const stub = {
    assetIn: () => lambda.Code.fromInline("exports.handler = async () => ({})"),
    handlerOf: () => "index.handler",
  };
  new Backend(app, "cost", { config, operations, workers, codeOf: () => stub });
  const { directory } = app.synth();
  const stacks = app.node.findAll().filter((node) => node instanceof Stack);
  return stacks.flatMap(({ templateFile }) => {
    const { Resources } = Template.parse(JSON.parse(readFileSync(join(directory, templateFile), "utf8")));
    return Object.values(Resources).map(({ Type, Properties }) => ({ type: Type, properties: Properties }));
  });
}
