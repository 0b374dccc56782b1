import { CfnOutput, Duration, Fn } from "aws-cdk-lib";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import * as origins from "aws-cdk-lib/aws-cloudfront-origins";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { CONTENT_SECURITY_POLICY, canonical } from "#lib/content/media/edge.ts";
import { type Config, physicalName } from "./config.ts";
import { customDomainProps, explainDistribution, outputDomainTarget } from "./distribution.ts";
import type { Buckets } from "./media.ts";

/**
 * The CDN before the media buckets. A request with parameters for a missing variant goes to the
 * transformation.
 */
export class Cdn extends Construct {
  /** `MEDIA_URL`. */
  readonly url: string;
  readonly distribution: cloudfront.Distribution;

  /** @param api address of the API, which serves the scripts that shops embed */
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
      ...customDomainProps(this, config.mediaDomain),
      defaultBehavior: {
        ...shared,
        origin: transform ? this.transforming(originals, transform) : originals,
        originRequestPolicy: this.viewerAddress(config),
        functionAssociations: [this.canonical()],
      },
      additionalBehaviors: {
        // A picture too large for a function's reply is stored, and the reply redirects to it.
        "/variants/*": {
          ...shared,
          cachePolicy: this.byPath(config),
          origin: origins.S3BucketOrigin.withOriginAccessControl(buckets.variants),
        },
        "/widgets/*": { ...shared, origin: new origins.HttpOrigin(Fn.select(2, Fn.split("/", api))) },
      },
    });
    this.url = `https://${config.mediaDomain?.name ?? this.distribution.distributionDomainName}`;
    const output = { value: this.url, description: "Address of the CDN" };
    new CfnOutput(this, "Url", output).overrideLogicalId("MediaUrl");
    outputDomainTarget(this, config.mediaDomain, {
      name: "MediaDomainTarget",
      distribution: this.distribution,
    });
    explainDistribution(this.distribution, config.mediaDomain, {
      setting: "mediaDomain",
      firewall:
        "A firewall costs by the month and inspects what is public here: files and pictures by GET. It does not bound new variants of a picture; the concurrency reserved for media does (config.reserved).",
    });
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
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
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

  // Each picture variant has its own path, so the cache key needs no headers and parameters.
  private byPath(config: Config): cloudfront.CachePolicy {
    return new cloudfront.CachePolicy(this, "PathPolicy", {
      cachePolicyName: physicalName(config, "variants"),
      comment: "By path alone",
      queryStringBehavior: cloudfront.CacheQueryStringBehavior.none(),
      headerBehavior: cloudfront.CacheHeaderBehavior.none(),
      defaultTtl: Duration.days(30),
      maxTtl: Duration.days(365),
      minTtl: Duration.seconds(0),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  // The function limits new variants by the viewer's IP address, which is not part of the cache key.
  private viewerAddress(config: Config): cloudfront.OriginRequestPolicy {
    return new cloudfront.OriginRequestPolicy(this, "ViewerAddress", {
      originRequestPolicyName: physicalName(config, "viewer-address"),
      comment: "The viewer's address, for budgets",
      headerBehavior: cloudfront.OriginRequestHeaderBehavior.allowList("CloudFront-Viewer-Address"),
    });
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
}
