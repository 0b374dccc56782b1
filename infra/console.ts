import { CfnOutput, CustomResource, Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import * as origins from "aws-cdk-lib/aws-cloudfront-origins";
import * as iam from "aws-cdk-lib/aws-iam";
import * as s3 from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { type Config, physicalName } from "./config.ts";
import { CONSOLE_SEGMENT, type ConsoleConfig, consoleHeaders, LANGUAGES } from "./console-policy.ts";
import { customDomainProps, explainDistribution, outputDomainTarget } from "./distribution.ts";
import { Handler, type Platform } from "./function.ts";
import type { Buckets } from "./media.ts";

export const PUBLISH_CONSOLE = {
  id: "publishConsole",
  domain: "console",
  description: "Puts the console into its bucket, in each deployment",
  memory: 512,
  timeout: 180,
  uses: [],
} as const;

export interface ConsoleProps {
  platform: Platform;
  buckets: Buckets;
  /** Address of the CDN, from which pictures come. */
  media: string;
  /** Name of the build; a new name makes CloudFormation publish it. */
  version: string;
}

/**
 * The console for store staff. It has its own origin, since uploaded files must not share one with sessions.
 * The stack writes the addresses of API and files into `config.json`.
 */
export class Console extends Construct {
  /** `CONSOLE_URL`. */
  readonly url: string;

  constructor(scope: Construct, { platform, buckets, media, version }: ConsoleProps) {
    super(scope, "Console");
    const { config, environment } = platform;
    const own = customDomainConfig(config, environment.PUBLIC_URL ?? "", media, buckets);
    const bucket = this.bucket(buckets);
    const distribution = new cloudfront.Distribution(this, "Distribution", {
      comment: physicalName(config, "console"),
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      logBucket: buckets.accessLogs,
      logFilePrefix: "console/",
      ...customDomainProps(this, config.consoleDomain),
      defaultBehavior: {
        origin: origins.S3BucketOrigin.withOriginAccessControl(bucket),
        // Each file's own Cache-Control decides how long it is cached.
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.headers(config, own),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        compress: true,
        functionAssociations: [this.onePage()],
      },
    });
    outputDomainTarget(this, config.consoleDomain, { name: "ConsoleDomainTarget", distribution });
    explainDistribution(distribution, config.consoleDomain, {
      setting: "consoleDomain",
      firewall:
        "A firewall costs by the month and inspects what is public here: the files of an app, by GET. All that it may see comes from the API.",
    });
    this.url = `https://${config.consoleDomain?.name ?? distribution.distributionDomainName}/${CONSOLE_SEGMENT}`;
    this.publish(platform, bucket, version, own);
    const output = { value: this.url, description: "Address of the console" };
    new CfnOutput(this, "Url", output).overrideLogicalId("ConsoleUrl");
  }

  /** The bucket holds nothing that cannot be published again. */
  private bucket({ accessLogs }: Buckets): s3.Bucket {
    return new s3.Bucket(this, "Bucket", {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: "console-files/",
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
  }

  private headers(config: Config, own: ConsoleConfig): cloudfront.ResponseHeadersPolicy {
    const headers = consoleHeaders(own);
    const { "content-security-policy": contentSecurityPolicy = "", ...others } = headers;
    const override = true;
    // CloudFront has fields of its own for the other headers, and refuses those as custom ones.
    const custom = ["cross-origin-opener-policy", "permissions-policy"];
    return new cloudfront.ResponseHeadersPolicy(this, "Headers", {
      responseHeadersPolicyName: physicalName(config, "console"),
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.NO_REFERRER, override },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override },
      },
      customHeadersBehavior: {
        customHeaders: custom.map((header) => ({ header, value: others[header] ?? "", override })),
      },
    });
  }

  /** A single-page app: every path without an extension gets `index.html`. */
  private onePage(): cloudfront.FunctionAssociation {
    const viewer = new cloudfront.Function(this, "OnePage", {
      comment: "The page of the console at each of its addresses",
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(
        `${onePage.toString()}\nfunction handler(event) { return onePage(event); }`,
      ),
    });
    return { function: viewer, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST };
  }

  private publish(platform: Platform, bucket: s3.Bucket, version: string, own: ConsoleConfig): void {
    const statements = [
      new iam.PolicyStatement({
        actions: ["s3:PutObject"],
        resources: [bucket.arnForObjects(`${CONSOLE_SEGMENT}/*`)],
      }),
    ];
    const { lambda } = new Handler(this, { ...PUBLISH_CONSOLE, platform, statements });
    new CustomResource(this, "Published", {
      resourceType: "Custom::Console",
      serviceToken: lambda.functionArn,
      properties: { bucket: bucket.bucketName, config: Stack.of(this).toJsonString(own), version },
      serviceTimeout: Duration.minutes(15),
    });
  }
}

function customDomainConfig(
  { signIn, payments }: Config,
  api: string,
  media: string,
  { originals }: Buckets,
): ConsoleConfig {
  return {
    api,
    media,
    signIn: ["code", ...(signIn.oidc ? (["google"] as const) : [])],
    languages: LANGUAGES,
    // The browser uploads files that are too large for a request straight into the bucket.
    connect: [`https://${originals.bucketRegionalDomainName}`],
    sandbox: payments.sandbox,
  };
}

type EdgeEvent = { request: { uri: string } };

/** CloudFront runs this function's own source text, so it must use nothing outside itself. */
export function onePage(event: EdgeEvent): unknown {
  const request = event.request;
  if (!/^\/console(\/|$)/.test(request.uri))
    return { statusCode: 302, statusDescription: "Found", headers: { location: { value: "/console/" } } };
  if (!/\.[^/]*$/.test(request.uri)) request.uri = "/console/index.html";
  return request;
}
