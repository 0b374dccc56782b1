import { channel } from "node:diagnostics_channel";

/** A permission that the role of a function needs although no call may show it. */
export interface RequiredPermission {
  action:
    | "secretsmanager:GetSecretValue"
    | "s3:GetObject"
    | "s3:PutObject"
    | "bedrock:InvokeModel"
    | "ses:GetSendQuota";
  /** The setting with the secret or the bucket, or `model`, or `*`. */
  resource: string;
}

/** Carries required permissions to tests that compare them with roles; on AWS nothing subscribes. */
export const PERMISSIONS_CHANNEL = channel("storefront.needed");

/**
 * Reports a permission that a role needs even if no call shows it: a secret may come from memory, a signed URL is used
 * by others, a model may not be configured.
 */
export function requirePermission(action: RequiredPermission["action"], resource: string): void {
  PERMISSIONS_CHANNEL.publish({ action, resource } satisfies RequiredPermission);
}
