import * as secretsmanager from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { type Config, physicalName } from "./config.ts";
import { explain } from "./nag.ts";
import { removalPolicyOf } from "./removal-policy.ts";

interface SecretOptions {
  secretName: string;
  description: string;
  /** Why it is not rotated automatically. */
  unrotated: string;
  /** ARN of an existing secret. */
  arn: string | undefined;
}

/** Generated secrets, which nobody types or sees. */
export class Secrets extends Construct {
  /** Its current version signs access tokens; the public keys that verify them are in the table. */
  readonly signing: secretsmanager.ISecret;
  /** Encrypts cursors and stored data; after a change, that data cannot be read. */
  readonly data: secretsmanager.ISecret;
  /** Encrypts credentials that others entrusted to us; only functions that use them may read it. */
  readonly credentials: secretsmanager.ISecret;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const unreadable = "Rotating it would make the data that it has sealed unreadable.";
    this.signing = this.secret("Signing", config, {
      secretName: physicalName(config, "signing"),
      description: "Signs access tokens. To rotate: put a new version with 64 random characters.",
      unrotated:
        "Rotated by an operator with put-secret-value; the public keys of earlier versions stay in the table, so no deployment takes part.",
      arn: config.secrets?.signing,
    });
    this.data = this.secret("Data", config, {
      secretName: physicalName(config, "data"),
      description: "Seals cursors and data at rest. Never change it while sealed data is wanted.",
      unrotated: unreadable,
      arn: config.secrets?.data,
    });
    this.credentials = this.secret("Credentials", config, {
      secretName: physicalName(config, "credentials"),
      description:
        "Seals keys of payment, shipping and social providers. Never change it while they are wanted.",
      unrotated: unreadable,
      arn: config.secrets?.credentials,
    });
  }

  private secret(id: string, config: Config, options: SecretOptions): secretsmanager.ISecret {
    const { secretName, description, unrotated, arn } = options;
    if (arn) return secretsmanager.Secret.fromSecretCompleteArn(this, `${id}Kept`, arn);
    const secret = new secretsmanager.Secret(this, id, {
      secretName,
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: removalPolicyOf(config),
    });
    explain(secret, { "AwsSolutions-SMG4": unrotated });
    return secret;
  }
}
