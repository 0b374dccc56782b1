import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import * as manifest from "#functions/manifest.ts";
import { configOf, ENVIRONMENTS } from "#infra/config.ts";
import { type Synthesis, synthesise } from "./synthesis.ts";

/** AWS's quotas of a new account. AWS raises only those of routes and roles. */
const AWS_QUOTAS = {
  resourcesPerStack: 500,
  parametersPerTemplate: 200,
  outputsPerTemplate: 200,
  bytesPerTemplate: 1_000_000,
  integrationsPerApi: 300,
  routesPerApi: 300,
  rolesPerAccount: 1000,
  widgetsPerDashboard: 500,
  metricsPerDashboard: 2500,
  charactersPerName: 64,
};

const Dashboard = z.object({ DashboardBody: z.unknown() });
const Named = z.object({ FunctionName: z.string() });
const QUOTA_ENTRIES = Object.entries(AWS_QUOTAS);

describe.each(ENVIRONMENTS)("%s", (name) => {
  const config = configOf(name, {});
  const now = highestUses(synthesise(config, manifest));
  const larger = highestUses(synthesise(config, largerManifest()));
  console.info(
    `${name}: ${now.routesPerApi} routes and ${now.integrationsPerApi} integrations for ${manifest.operations.length} operations; with a third more ${larger.routesPerApi} and ${larger.integrationsPerApi}.\n${JSON.stringify(now)}\n${JSON.stringify(larger)}`,
  );

  test.each(QUOTA_ENTRIES)("leaves a third of its quota of %s free, of %i", (what, quota) => {
    const used = now[what] ?? Number.NaN;
    expect(used).toBeGreaterThan(1);
    // The longest name does not grow with the system, so it needs no free third.
    expect(used).toBeLessThanOrEqual(what === "charactersPerName" ? quota : (quota * 2) / 3);
  });

  test.each(QUOTA_ENTRIES)(
    "stays within its %s with a third more operations and workers, of %i",
    (what, quota) => {
      const used = larger[what] ?? Number.NaN;
      expect(used).toBeGreaterThanOrEqual(now[what] ?? Number.NaN);
      expect(used).toBeLessThanOrEqual(quota);
    },
  );
});

/** The highest use of each quota. */
function highestUses({ templates, ofType }: Synthesis): Readonly<Record<string, number>> {
  const most = (list: readonly number[]) => Math.max(...list);
  const bodies = ofType("AWS::CloudWatch::Dashboard").map((each) => bodyOf(Dashboard.parse(each.properties)));
  const count = (text: string, what: string) => text.split(what).length - 1;
  const names = ofType("AWS::Lambda::Function").flatMap(
    ({ properties }) => Named.safeParse(properties).data?.FunctionName ?? [],
  );
  return {
    resourcesPerStack: most(templates.map(({ resources }) => resources.length)),
    parametersPerTemplate: most(templates.map(({ parameters }) => parameters)),
    outputsPerTemplate: most(templates.map(({ outputs }) => Object.keys(outputs).length)),
    bytesPerTemplate: most(templates.map(({ bytes }) => bytes)),
    integrationsPerApi: ofType("AWS::ApiGatewayV2::Integration").length,
    routesPerApi: ofType("AWS::ApiGatewayV2::Route").length,
    rolesPerAccount: ofType("AWS::IAM::Role").length,
    widgetsPerDashboard: most(bodies.map((body) => count(body, '"type":'))),
    metricsPerDashboard: most(bodies.map((body) => count(body, '"AWS/') + count(body, '"expression"'))),
    charactersPerName: most(names.map(({ length }) => length)),
  };
}

function largerManifest(): { operations: Operation[]; workers: Worker[] } {
  const operations = extraThird(manifest.operations).map(({ also = [], ...each }) => ({
    ...each,
    path: `${each.path}/more`,
    also: also.map((path) => `${path}/more`),
  }));
  const again = manifest.workers.filter(
    ({ trigger }) => trigger.kind === "queue" || trigger.kind === "schedule",
  );
  return {
    operations: [...manifest.operations, ...operations],
    workers: [...manifest.workers, ...extraThird(again)],
  };
}

function extraThird<T extends { id: string; domain: string }>(list: readonly T[]): T[] {
  const third = (each: readonly T[]) => each.slice(0, Math.ceil(each.length / 3));
  const domains = [...Map.groupBy(list, ({ domain }) => domain).values()];
  return domains.flatMap(third).map((each) => ({ ...each, id: `${each.id}More` }));
}

// The body as one text, in which quotes are not escaped.
function bodyOf({ DashboardBody }: z.infer<typeof Dashboard>): string {
  return JSON.stringify(DashboardBody).replaceAll('\\"', '"');
}
