import { channel } from "node:diagnostics_channel";

/** An action that the role of a function must allow although no call shows it. */
export interface RequiredPermission {
  action:
    | "secretsmanager:GetSecretValue"
    | "s3:GetObject"
    | "s3:PutObject"
    | "bedrock:InvokeModel"
    | "ses:GetSendQuota";
  /** The setting that holds the secret, the bucket, `model`, or `*`. */
  resource: string;
}

/** For what compares roles with what functions do; on AWS nothing listens. */
export const PERMISSIONS_CHANNEL = channel("storefront.needed");

/**
 * Tells that a role must allow an action: a secret is used that memory may have,
 * an address is signed for others, a model would be asked if there were one.
 */
export function requirePermission(action: RequiredPermission["action"], resource: string): void {
  PERMISSIONS_CHANNEL.publish({ action, resource } satisfies RequiredPermission);
}
