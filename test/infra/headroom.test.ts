import { describe, expect, test } from "vitest";
import { configOf } from "#infra/config.ts";
import { documented } from "#test/contract/interface.ts";
import { fullSizeManifest } from "./full-size.ts";
import { synthesise } from "./synthesis.ts";

/**
 * Quotas of AWS as they are for a new account. Resources, parameters and template bytes of CloudFormation and
 * integrations of an HTTP API cannot be raised; routes of an HTTP API can.
 */
const QUOTA = {
  resourcesAStack: 500,
  parametersATemplate: 200,
  outputsATemplate: 200,
  bytesATemplate: 1_000_000,
  integrationsAnApi: 300,
  routesAnApi: 300,
};

const manifest = fullSizeManifest();
const system = synthesise(configOf("prod"), manifest);

describe("all published operations and a third more", () => {
  test("are what is measured", () => {
    expect(manifest.operations.length).toBeGreaterThanOrEqual(Math.ceil((documented().length * 4) / 3));
  });

  test("fit into the stacks of their domains, at what an endpoint really takes", () => {
    const perEndpoint = resourcesPerEndpoint();
    const largest = Math.max(
      ...[...Map.groupBy(manifest.operations, ({ domain }) => domain).values()].map((list) => list.length),
    );
    console.info(
      `${perEndpoint} resources an endpoint; the largest domain has ${largest} endpoints, ${perEndpoint * largest} of ${QUOTA.resourcesAStack} resources.`,
    );
    expect(perEndpoint * largest).toBeLessThanOrEqual(QUOTA.resourcesAStack);
    for (const { stack, resources } of system.templates) {
      expect(resources.length, stack).toBeLessThanOrEqual(QUOTA.resourcesAStack);
    }
  });

  test("fit into one API", () => {
    const routes = system.ofType("AWS::ApiGatewayV2::Route").length;
    const integrations = system.ofType("AWS::ApiGatewayV2::Integration").length;
    console.info(
      `${routes} of ${QUOTA.routesAnApi} routes, ${integrations} of ${QUOTA.integrationsAnApi} integrations.`,
    );
    expect(routes).toBeLessThanOrEqual(QUOTA.routesAnApi);
    expect(integrations).toBeLessThanOrEqual(QUOTA.integrationsAnApi);
  });

  test("fit into the templates", () => {
    const largest = Math.max(...system.templates.map(({ bytes }) => bytes));
    console.info(`The largest template has ${largest} bytes.`);
    for (const { stack, bytes, parameters, outputs } of system.templates) {
      expect(bytes, stack).toBeLessThanOrEqual(QUOTA.bytesATemplate);
      expect(parameters, stack).toBeLessThanOrEqual(QUOTA.parametersATemplate);
      expect(outputs, stack).toBeLessThanOrEqual(QUOTA.outputsATemplate);
    }
  });
});

// Of the domain with the most endpoints and no workers, so that the division has no rest.
function resourcesPerEndpoint(): number {
  const withWorkers = new Set(manifest.workers.map(({ domain }) => domain));
  const domains = [...Map.groupBy(manifest.operations, ({ domain }) => domain)]
    .filter(([domain]) => !withWorkers.has(domain))
    .sort(([, a], [, b]) => b.length - a.length);
  const [domain = "", list = []] = domains[0] ?? [];
  const stack = system.templates.find((each) => each.stack === `${domain}Domain`);
  return Math.ceil((stack?.resources.length ?? 0) / list.length);
}
