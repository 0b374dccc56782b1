import { Stack } from "aws-cdk-lib";
import * as apigw from "aws-cdk-lib/aws-apigatewayv2";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { explainRoute } from "./api.ts";
import { DISPATCHER } from "./build-plugins.ts";
import type { Grain } from "./config.ts";
import { endpointSize, Handler, type HandlerProps, type Platform, pascal } from "./function.ts";
import { usesOf } from "./permissions.ts";

/** One function and the operations that it answers. */
interface Group {
  id: string;
  domain: string;
  operations: readonly Operation[];
  /** Handler in the domain's asset. */
  entry: string;
}

export interface Route {
  /** Begins the logical id. */
  id: string;
  /** `GET /v1/…`, or `$default`. */
  key: string;
}

/** The functions behind a domain's operations, with their routes. */
export class Endpoints extends Construct {
  constructor(scope: Construct, platform: Platform, apiId: string, operations: readonly Operation[]) {
    super(scope, "Endpoints");
    for (const group of groupsOf(operations, platform.config.grain)) {
      const handler = new Handler(this, handlerProps(platform, group));
      const routes = group.operations.map(({ id, method, path }) => ({ id, key: `${method} ${path}` }));
      new Routes(this, `${group.id}Routes`, { apiId, target: handler.lambda, id: group.id, routes });
    }
  }
}

/** Every function of the system: its id, which names it, its domain, and whether somebody waits for its reply. */
export function functionsOf(
  operations: readonly Operation[],
  workers: readonly Worker[],
  grain: Grain,
): { id: string; domain: string; replies: boolean }[] {
  return [
    ...groupsOf(operations, grain).map(({ id, domain }) => ({ id, domain, replies: true })),
    ...workers.map(({ id, domain, trigger }) => ({ id, domain, replies: trigger.kind === "url" })),
  ];
}

/** The one place that decides how many functions there are. */
function groupsOf(operations: readonly Operation[], grain: Grain): Group[] {
  if (grain === "endpoint") {
    return operations.map((operation) => {
      const { id, domain } = operation;
      return { id, domain, operations: [operation], entry: id };
    });
  }
  const domains = Map.groupBy(operations, ({ domain }) => domain);
  return [...domains].map(([domain, list]) => ({
    id: `${domain}Api`,
    domain,
    operations: list,
    entry: DISPATCHER,
  }));
}

function handlerProps(platform: Platform, { id, domain, operations, entry }: Group): HandlerProps {
  const sizes = operations.map(endpointSize);
  const [first] = operations;
  return {
    platform,
    id,
    domain,
    entry,
    description: operations.length === 1 && first ? first.summary : `All operations of ${domain}`,
    memory: Math.max(...sizes.map(({ memory }) => memory)),
    timeout: Math.max(...sizes.map(({ timeout }) => timeout)),
    uses: operations.flatMap(usesOf),
  };
}

interface RoutesProps {
  apiId: string;
  target: lambda.Function;
  /** Of the function. */
  id: string;
  routes: readonly Route[];
}

/** An integration, the routes to it, and the permission for the API to call the function by them. */
export class Routes extends Construct {
  constructor(scope: Construct, id: string, { apiId, target, id: functionId, routes }: RoutesProps) {
    super(scope, id);
    const integration = new apigw.CfnIntegration(this, "Integration", {
      apiId,
      integrationType: "AWS_PROXY",
      integrationUri: target.functionArn,
      payloadFormatVersion: "2.0",
    });
    integration.overrideLogicalId(`${pascal(functionId)}Integration`);
    for (const route of routes) this.route(apiId, integration, route);
    const permission = new lambda.CfnPermission(this, "Permission", {
      action: "lambda:InvokeFunction",
      functionName: target.functionArn,
      principal: "apigateway.amazonaws.com",
      sourceArn: sourceArn(Stack.of(this), apiId, routes),
    });
    permission.overrideLogicalId(`${pascal(functionId)}Permission`);
  }

  private route(apiId: string, integration: apigw.CfnIntegration, { id, key }: Route): void {
    const route = new apigw.CfnRoute(this, `${id}Route`, {
      apiId,
      routeKey: key,
      target: `integrations/${integration.ref}`,
      authorizationType: "NONE",
    });
    route.overrideLogicalId(`${pascal(id)}Route`);
    explainRoute(route);
  }
}

// The stage is not named, so that a test invocation from the console works too.
function sourceArn(stack: Stack, apiId: string, routes: readonly Route[]): string {
  const [only] = routes;
  const route = routes.length === 1 && only ? only.key.replace(/^[A-Z]+ /, "*") : "*";
  return stack.formatArn({ service: "execute-api", resource: apiId, resourceName: `*/${route}` });
}
