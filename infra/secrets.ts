import * as secretsmanager from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { type Config, kept, physicalName } from "./config.ts";
import { explain } from "./nag.ts";

/** Generated secrets. Nobody ever types or sees them. */
export class Secrets extends Construct {
  /** Its current version signs access tokens; the public keys that verify them are in the table. */
  readonly signing: secretsmanager.Secret;
  /** Seals cursors, and data at rest; changing it makes what it sealed unreadable. */
  readonly data: secretsmanager.Secret;
  /** Seals what others entrusted to us; read by the few functions that use it. */
  readonly credentials: secretsmanager.Secret;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const removalPolicy = kept(config);
    const generateSecretString = { passwordLength: 64, excludePunctuation: true };
    this.signing = new secretsmanager.Secret(this, "Signing", {
      secretName: physicalName(config, "signing"),
      description: "Signs access tokens. To rotate: put a new version with 64 random characters.",
      generateSecretString,
      removalPolicy,
    });
    this.data = new secretsmanager.Secret(this, "Data", {
      secretName: physicalName(config, "data"),
      description: "Seals cursors and data at rest. Never change it while sealed data is wanted.",
      generateSecretString,
      removalPolicy,
    });
    this.credentials = new secretsmanager.Secret(this, "Credentials", {
      secretName: physicalName(config, "credentials"),
      description:
        "Seals keys of payment, shipping and social providers. Never change it while they are wanted.",
      generateSecretString,
      removalPolicy,
    });
    for (const secret of [this.data, this.credentials])
      explain(secret, {
        "AwsSolutions-SMG4": "Rotating it would make the data that it has sealed unreadable.",
      });
    explain(this.signing, {
      "AwsSolutions-SMG4":
        "Rotated by an operator with put-secret-value; the public keys of earlier versions stay in the table, so no deployment takes part.",
    });
  }
}
