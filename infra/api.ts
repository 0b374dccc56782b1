import { CfnOutput, Duration } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import * as apigw from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import * as acm from "aws-cdk-lib/aws-certificatemanager";
import * as logs from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type Config, physicalName } from "./config.ts";
import { CORS } from "./cors.ts";
import { explain } from "./nag.ts";
import { removalPolicyOf } from "./removal-policy.ts";

const ACCESS_LOG = {
  requestId: "$context.requestId",
  time: "$context.requestTimeEpoch",
  ip: "$context.identity.sourceIp",
  route: "$context.routeKey",
  status: "$context.status",
  latency: "$context.responseLatency",
  integrationLatency: "$context.integrationLatency",
  integrationStatus: "$context.integration.status",
  integrationError: "$context.integrationErrorMessage",
  // Set when the gateway itself refused, such as for its throttle or the size of the body.
  error: "$context.error.message",
  bytes: "$context.responseLength",
  userAgent: "$context.identity.userAgent",
};

export const UNKNOWN_ROUTE = {
  id: "unknownRoute",
  domain: "gateway",
  description: "Answers what no operation takes",
  memory: 512,
  timeout: 5,
  uses: [],
} as const;

/** The HTTP API. The stack of each area adds its routes. */
export class Api extends Construct {
  readonly http: apigw.HttpApi;
  readonly stage: apigw.HttpStage;
  /** `PUBLIC_URL`. */
  readonly url: string;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const { apiDomain } = config;
    this.http = new apigw.HttpApi(this, "Http", {
      apiName: physicalName(config, "api"),
      createDefaultStage: false,
      disableExecuteApiEndpoint: apiDomain !== undefined,
      corsPreflight: {
        allowOrigins: [...CORS.allowOrigins],
        allowMethods: CORS.allowMethods.map((method) => apigw.CorsHttpMethod[method]),
        allowHeaders: [...CORS.allowHeaders],
        exposeHeaders: [...CORS.exposeHeaders],
        maxAge: Duration.seconds(CORS.maxAge),
      },
    });
    this.stage = this.addStage(config);
    this.url = apiDomain ? `https://${apiDomain.name}` : this.http.apiEndpoint;
    new CfnOutput(this, "Url", { value: this.url, description: "Address of the API" }).overrideLogicalId(
      "ApiUrl",
    );
  }

  private addStage(config: Config): apigw.HttpStage {
    const accessLog = new logs.LogGroup(this, "AccessLog", {
      logGroupName: `/${config.prefix}/${config.environment}/access`,
      retention: config.logRetentionDays,
      removalPolicy: removalPolicyOf(config),
    });
    const stage = new apigw.HttpStage(this, "Stage", {
      httpApi: this.http,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: config.throttle.rate, burstLimit: config.throttle.burst },
      detailedMetricsEnabled: false,
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
      ...(config.apiDomain ? { domainMapping: { domainName: this.domainName(config.apiDomain) } } : {}),
    });
    return stage;
  }

  private domainName({ name, certificateArn }: { name: string; certificateArn: string }): apigw.DomainName {
    const domain = new apigw.DomainName(this, "DomainName", {
      domainName: name,
      certificate: acm.Certificate.fromCertificateArn(this, "Certificate", certificateArn),
    });
    const target = { value: domain.regionalDomainName, description: `CNAME of ${name}` };
    new CfnOutput(this, "DomainTarget", target).overrideLogicalId("ApiDomainTarget");
    return domain;
  }
}

/**
 * Explains to cdk-nag why routes have no authorizer: functions check credentials, as most routes take several
 * kinds or none.
 */
export function explainRoute(route: Construct): void {
  explain(route, {
    "AwsSolutions-APIG4":
      "The function authenticates: a route takes access tokens, API keys, visitors' tokens or nobody, by its declared need.",
  });
}
