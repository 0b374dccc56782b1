import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import * as manifest from "#functions/manifest.ts";
import { configOf } from "#infra/config.ts";
import { type Synthesis, synthesise } from "./synthesis.ts";

/**
 * Quotas of AWS as they are for a new account. Resources, parameters and template bytes of CloudFormation, integrations
 * of an HTTP API and widgets and metrics of a dashboard cannot be raised; routes, roles and nothing else here can.
 */
const QUOTA = {
  resourcesAStack: 500,
  parametersATemplate: 200,
  outputsATemplate: 200,
  bytesATemplate: 1_000_000,
  integrationsAnApi: 300,
  routesAnApi: 300,
  rolesAnAccount: 1000,
  widgetsADashboard: 500,
  metricsADashboard: 2500,
  nameOfAFunction: 64,
};
/** What the real system keeps to, so that thirty more operations of any kind leave a third of them free. */
const INTEGRATIONS_NOW = 175;
/** What staff call below a path of its domain takes no further route; what visitors call takes one. */
const ROUTES_NOW = 255;

const config = configOf("staging", {});
const now = synthesise(config, manifest);
const larger = synthesise(config, aThirdMore());

const Dashboard = z.object({ DashboardBody: z.unknown() });
const Named = z.object({ FunctionName: z.string() });

describe("the manifest and a third more of each domain", () => {
  test("fit into the stacks", () => {
    for (const { stack, bytes, parameters, outputs, resources } of larger.templates) {
      expect(resources.length, stack).toBeLessThanOrEqual(QUOTA.resourcesAStack);
      expect(bytes, stack).toBeLessThanOrEqual(QUOTA.bytesATemplate);
      expect(parameters, stack).toBeLessThanOrEqual(QUOTA.parametersATemplate);
      expect(Object.keys(outputs).length, stack).toBeLessThanOrEqual(QUOTA.outputsATemplate);
    }
    const largest = larger.templates.toSorted((a, b) => b.resources.length - a.resources.length)[0];
    const parameters = Math.max(...larger.templates.map((each) => each.parameters));
    console.info(
      `Largest stack ${largest?.stack}: ${largest?.resources.length} of ${QUOTA.resourcesAStack} resources. At most ${parameters} of ${QUOTA.parametersATemplate} parameters.`,
    );
  });

  test("fit into one API: a third of its integrations is free with thirty more operations, whatever these are, and a seventh of its routes", () => {
    const integrations = (system: Synthesis) => system.ofType("AWS::ApiGatewayV2::Integration").length;
    const routes = (system: Synthesis) => system.ofType("AWS::ApiGatewayV2::Route").length;
    console.info(
      `${integrations(now)} integrations and ${routes(now)} routes for ${manifest.operations.length} operations; a third more: ${integrations(larger)} of ${QUOTA.integrationsAnApi} and ${routes(larger)} of ${QUOTA.routesAnApi}.`,
    );
    expect(integrations(now)).toBeLessThanOrEqual(INTEGRATIONS_NOW);
    expect(integrations(larger)).toBeLessThanOrEqual(QUOTA.integrationsAnApi);
    expect(routes(now)).toBeLessThanOrEqual(ROUTES_NOW);
  });

  test("fit into one dashboard, and into the account's roles", () => {
    const bodies = larger
      .ofType("AWS::CloudWatch::Dashboard")
      .map((each) => bodyOf(Dashboard.parse(each.properties)));
    expect(bodies).toHaveLength(1);
    const count = (text: string, what: string) => text.split(what).length - 1;
    const widgets = Math.max(...bodies.map((body) => count(body, '"type":')));
    const metrics = Math.max(...bodies.map((body) => count(body, '"AWS/') + count(body, '"expression"')));
    const roles = larger.ofType("AWS::IAM::Role").length;
    console.info(`${widgets} widgets, ${metrics} metrics, ${roles} roles.`);
    expect(widgets).toBeGreaterThan(5);
    expect(widgets).toBeLessThanOrEqual(QUOTA.widgetsADashboard);
    expect(metrics).toBeLessThanOrEqual(QUOTA.metricsADashboard);
    expect(roles).toBeLessThanOrEqual(QUOTA.rolesAnAccount);
  });

  test("have names that fit", () => {
    const names = larger
      .ofType("AWS::Lambda::Function")
      .map(({ properties }) => Named.safeParse(properties).data);
    for (const name of names)
      expect(name?.FunctionName.length ?? 0).toBeLessThanOrEqual(QUOTA.nameOfAFunction);
  });
});

function aThirdMore(): { operations: Operation[]; workers: Worker[] } {
  const operations = more(manifest.operations).map((each) => ({ ...each, path: `${each.path}/more` }));
  const again = manifest.workers.filter(
    ({ trigger }) => trigger.kind === "queue" || trigger.kind === "schedule",
  );
  return {
    operations: [...manifest.operations, ...operations],
    workers: [...manifest.workers, ...more(again)],
  };
}

function more<T extends { id: string; domain: string }>(list: readonly T[]): T[] {
  const third = (each: readonly T[]) => each.slice(0, Math.ceil(each.length / 3));
  const domains = [...Map.groupBy(list, ({ domain }) => domain).values()];
  return domains.flatMap(third).map((each) => ({ ...each, id: `${each.id}More` }));
}

// A template joins the body from texts and references.
function bodyOf({ DashboardBody }: z.infer<typeof Dashboard>): string {
  return JSON.stringify(DashboardBody).replaceAll('\\"', '"');
}
