import { CfnOutput, Duration, RemovalPolicy } from "aws-cdk-lib";
import * as s3 from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Config } from "./config.ts";
import { explain } from "./nag.ts";
import { removalPolicyOf } from "./removal-policy.ts";

const VARIANT_DAYS = 90;
const LOG_DAYS = 30;
const RECOVERABLE_DAYS = 35;

/** For buckets with nothing to preserve. S3 deletes only empty buckets, so they are emptied first. */
const DISPOSABLE_BUCKET = { removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: true };

/** The buckets of uploads, of their variants and of access logs. */
export class Buckets extends Construct {
  readonly originals: s3.Bucket;
  readonly variants: s3.Bucket;
  readonly accessLogs: s3.Bucket;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.accessLogs = this.accessLogBucket(config);
    const logged = { serverAccessLogsBucket: this.accessLogs };
    this.originals = new s3.Bucket(this, "Originals", {
      ...privateBucket(config),
      ...logged,
      serverAccessLogsPrefix: "originals/",
      // An overwritten file can be restored for as long as the table can.
      versioned: true,
      lifecycleRules: [
        { noncurrentVersionExpiration: Duration.days(RECOVERABLE_DAYS) },
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Uploads that were never completed; others leave this prefix within an hour.
        { prefix: "uploads/", expiration: Duration.days(2) },
      ],
      // Browsers upload large files and download large exports with URLs that the API has signed.
      cors: [
        {
          allowedOrigins: ["*"],
          allowedMethods: [s3.HttpMethods.POST, s3.HttpMethods.GET],
          allowedHeaders: ["*"],
          maxAge: 3600,
        },
      ],
    });
    this.variants = new s3.Bucket(this, "Variants", {
      ...privateBucket(config),
      ...logged,
      serverAccessLogsPrefix: "variants/",
      ...DISPOSABLE_BUCKET,
      lifecycleRules: [{ expiration: Duration.days(VARIANT_DAYS) }],
    });
    const name = { value: this.originals.bucketName, description: "Bucket of uploaded originals" };
    new CfnOutput(this, "MediaBucket", name).overrideLogicalId("MediaBucketName");
  }

  private accessLogBucket(config: Config): s3.Bucket {
    const bucket = new s3.Bucket(this, "AccessLogs", {
      ...privateBucket(config),
      ...DISPOSABLE_BUCKET,
      // CloudFront needs ACLs to write its logs.
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(LOG_DAYS) }],
    });
    explain(bucket, {
      "AwsSolutions-S1": "It is the bucket of access logs; logging its own accesses into itself never ends.",
    });
    return bucket;
  }
}

function privateBucket(config: Config): s3.BucketProps {
  return {
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: removalPolicyOf(config),
    ...(config.protect ? {} : { autoDeleteObjects: true }),
  };
}
