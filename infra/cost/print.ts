import { readArguments } from "#infra/arguments.ts";
import { ENVIRONMENTS, type Grain } from "#infra/config.ts";
import { costOfMillionCalls, costOfThousandVisits } from "./estimate.ts";
import { costRow, TABLE_HEAD } from "./templates.ts";

readArguments(
  `Use: npm run cost

Prints what each environment costs when idle, and a million calls.`,
  {},
);

const GRAINS: readonly Grain[] = ["endpoint", "domain"];

console.log("USD by list prices of us-east-1, 2025-11, without free tiers.\n");
for (const line of TABLE_HEAD) console.log(line);
for (const name of ENVIRONMENTS) for (const grain of GRAINS) console.log(costRow(name, grain).line);
console.log(
  `\nA million calls, four reads to one write, at either grain: ${costOfMillionCalls().toFixed(2)}.`,
);
console.log(`The console, idle: 0. A thousand first visits to it: ${costOfThousandVisits().toFixed(2)}.`);
