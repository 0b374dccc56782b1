import { ArnFormat, Stack } from "aws-cdk-lib";
import * as apigw from "aws-cdk-lib/aws-apigatewayv2";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { kebab } from "#core/http/contract.ts";
import { explainRoute } from "./api.ts";
import { concurrencyClassOf } from "./concurrency-class.ts";
import { type Config, physicalName } from "./config.ts";
import { endpointSize, Handler, type HandlerProps, type Platform, pascalCase } from "./function.ts";
import { queueTargetsOf, resourcesUsedBy } from "./function-access.ts";
import type { EndpointGroup } from "./function-groups.ts";
import type { Route } from "./route-keys.ts";

/** The functions that answer a domain's operations. */
export class Endpoints extends Construct {
  constructor(scope: Construct, platform: Platform, apiId: string, groups: readonly EndpointGroup[]) {
    super(scope, "Endpoints");
    for (const group of groups) {
      const handler = new Handler(this, handlerProps(platform, group));
      allowCalls(this, { apiId, target: handler.lambda, id: group.id, routes: group.routes });
    }
  }
}

function handlerProps(platform: Platform, { id, domain, operations, entry }: EndpointGroup): HandlerProps {
  const sizes = operations.map(endpointSize);
  const [first] = operations;
  return {
    platform,
    id,
    domain,
    entry,
    description:
      operations.length === 1 && first ? first.summary : `${operations.length} operations of ${domain}`,
    memory: Math.max(...sizes.map(({ memory }) => memory)),
    timeout: Math.max(...sizes.map(({ timeout }) => timeout)),
    uses: operations.flatMap(resourcesUsedBy),
    sends: queueTargetsOf(operations),
    concurrency: concurrencyClassOf({ domain }),
  };
}

interface RoutesProps {
  config: Config;
  apiId: string;
  /** Id of the function. */
  id: string;
  routes: readonly Route[];
}

/**
 * An integration and its routes. It builds the function's ARN from its name: a reference would need a
 * parameter for each function, and a template has at most 200.
 */
export class Routes extends Construct {
  constructor(scope: Construct, id: string, { config, apiId, id: functionId, routes }: RoutesProps) {
    super(scope, id);
    const integration = new apigw.CfnIntegration(this, "Integration", {
      apiId,
      integrationType: "AWS_PROXY",
      integrationUri: Stack.of(this).formatArn({
        service: "lambda",
        resource: "function",
        resourceName: physicalName(config, kebab(functionId)),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
      payloadFormatVersion: "2.0",
    });
    integration.overrideLogicalId(`${pascalCase(functionId)}Integration`);
    for (const route of routes) this.route(apiId, integration, route);
  }

  private route(apiId: string, integration: apigw.CfnIntegration, { id, key }: Route): void {
    const route = new apigw.CfnRoute(this, `${id}Route`, {
      apiId,
      routeKey: key,
      target: `integrations/${integration.ref}`,
      authorizationType: "NONE",
    });
    route.overrideLogicalId(`${pascalCase(id)}Route`);
    explainRoute(route);
  }
}

interface AllowedCalls {
  apiId: string;
  target: lambda.Function;
  /** Id of the function. */
  id: string;
  routes: readonly Route[];
}

export function allowCalls(scope: Construct, { apiId, target, id, routes }: AllowedCalls): void {
  const permission = new lambda.CfnPermission(scope, `${id}Permission`, {
    action: "lambda:InvokeFunction",
    functionName: target.functionArn,
    principal: "apigateway.amazonaws.com",
    sourceArn: sourceArn(Stack.of(scope), apiId, routes),
  });
  permission.overrideLogicalId(`${pascalCase(id)}Permission`);
}

// Any stage, so that a test invocation from the AWS console works too.
function sourceArn(stack: Stack, apiId: string, routes: readonly Route[]): string {
  const [only] = routes;
  const route = routes.length === 1 && only ? only.key.replace(/^[A-Z]+ /, "*") : "*";
  return stack.formatArn({ service: "execute-api", resource: apiId, resourceName: `*/${route}` });
}
