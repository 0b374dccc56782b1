import { CfnOutput, Duration, Fn } from "aws-cdk-lib";
import * as acm from "aws-cdk-lib/aws-certificatemanager";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import * as origins from "aws-cdk-lib/aws-cloudfront-origins";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { CONTENT_SECURITY_POLICY, canonical } from "#lib/content/media/edge.ts";
import { type Config, physicalName } from "./config.ts";
import type { Buckets } from "./media.ts";
import { explain } from "./nag.ts";

/** The public face of the media buckets; makes what is asked for with parameters and not there yet. */
export class Cdn extends Construct {
  /** `MEDIA_URL`. */
  readonly url: string;
  readonly distribution: cloudfront.Distribution;

  /** @param api address of the API, which makes the scripts that shops embed */
  constructor(
    scope: Construct,
    id: string,
    config: Config,
    buckets: Buckets,
    api: string,
    transform?: lambda.Function,
  ) {
    super(scope, id);
    const originals = origins.S3BucketOrigin.withOriginAccessControl(buckets.originals);
    const shared = this.behaviour(config);
    this.distribution = new cloudfront.Distribution(this, "Distribution", {
      comment: physicalName(config, "media"),
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      logBucket: buckets.accessLogs,
      logFilePrefix: "cdn/",
      ...this.domainName(config),
      defaultBehavior: {
        ...shared,
        origin: transform ? this.transforming(originals, transform) : originals,
        functionAssociations: [this.canonical()],
      },
      additionalBehaviors: {
        // Results too large for a function's reply are stored, and redirected to.
        "/variants/*": {
          ...shared,
          origin: origins.S3BucketOrigin.withOriginAccessControl(buckets.variants),
        },
        "/widgets/*": { ...shared, origin: new origins.HttpOrigin(Fn.select(2, Fn.split("/", api))) },
      },
    });
    if (transform) this.allowInvocation(transform);
    this.url = `https://${config.mediaDomain?.name ?? this.distribution.distributionDomainName}`;
    const output = { value: this.url, description: "Address of the CDN" };
    new CfnOutput(this, "Url", output).overrideLogicalId("MediaUrl");
    this.explain(config);
  }

  private behaviour(config: Config): Omit<cloudfront.BehaviorOptions, "origin"> {
    const cachePolicy = new cloudfront.CachePolicy(this, "CachePolicy", {
      cachePolicyName: physicalName(config, "media"),
      comment: "By path, transformation parameters and negotiated format",
      queryStringBehavior: cloudfront.CacheQueryStringBehavior.all(),
      headerBehavior: cloudfront.CacheHeaderBehavior.allowList("Accept"),
      defaultTtl: Duration.days(30),
      maxTtl: Duration.days(365),
      minTtl: Duration.seconds(0),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
    const responseHeadersPolicy = new cloudfront.ResponseHeadersPolicy(this, "HeadersPolicy", {
      responseHeadersPolicyName: physicalName(config, "media"),
      corsBehavior: {
        accessControlAllowOrigins: ["*"],
        accessControlAllowMethods: ["GET", "HEAD"],
        accessControlAllowHeaders: ["*"],
        accessControlAllowCredentials: false,
        originOverride: true,
      },
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        contentSecurityPolicy: { contentSecurityPolicy: CONTENT_SECURITY_POLICY, override: true },
      },
    });
    return {
      cachePolicy,
      responseHeadersPolicy,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
    };
  }

  private transforming(originals: cloudfront.IOrigin, transform: lambda.Function): cloudfront.IOrigin {
    const url = transform.addFunctionUrl({ authType: lambda.FunctionUrlAuthType.AWS_IAM });
    return new origins.OriginGroup({
      primaryOrigin: originals,
      fallbackOrigin: origins.FunctionUrlOrigin.withOriginAccessControl(url),
      fallbackStatusCodes: [403, 404],
    });
  }

  private canonical(): cloudfront.FunctionAssociation {
    const viewer = new cloudfront.Function(this, "Canonical", {
      comment: "One address for each file and picture",
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(
        `${canonical.toString()}\nfunction handler(event) { return canonical(event); }`,
      ),
    });
    return { function: viewer, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST };
  }

  // A function URL asks for the right to invoke the function besides the right to its address.
  private allowInvocation(transform: lambda.Function): void {
    new lambda.CfnPermission(this, "InvokeTransform", {
      action: "lambda:InvokeFunction",
      functionName: transform.functionArn,
      principal: "cloudfront.amazonaws.com",
      sourceArn: this.distribution.distributionArn,
      invokedViaFunctionUrl: true,
    });
  }

  private domainName({ mediaDomain }: Config): Partial<cloudfront.DistributionProps> {
    if (!mediaDomain) return {};
    const certificate = acm.Certificate.fromCertificateArn(this, "Certificate", mediaDomain.certificateArn);
    return {
      domainNames: [mediaDomain.name],
      certificate,
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  private explain({ mediaDomain }: Config): void {
    explain(this.distribution, {
      "AwsSolutions-CFR1": "Stores sell to any country.",
      "AwsSolutions-CFR2":
        "Only cached pictures are served; parameters are bounded and refused before storage is touched.",
      ...(mediaDomain
        ? {}
        : {
            "AwsSolutions-CFR4":
              "CloudFront's own certificate fixes the protocol version; it applies with a mediaDomain.",
          }),
    });
  }
}
