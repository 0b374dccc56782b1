import { kebab } from "#core/http/contract.ts";
import { workers } from "#functions/manifest.ts";

/** Placeholder ARNs of a whole deployment. */
export const GRANTABLE = {
  tableArn: "table",
  indexArns: ["index"],
  mediaBucketArn: "media",
  variantsBucketArn: "variants",
  mailArns: ["mail"],
  mailFrom: "from",
  queues: new Map(workers.map(({ id }) => [id, `queue:${kebab(id)}`])),
  secretArns: {
    secrets: "DATA_SECRET",
    signing: "SIGNING_SECRETS",
    credentials: "CREDENTIALS_SECRET",
    billing: "BILLING_STRIPE",
    apps: "SOCIAL_APPS",
    oidc: "OIDC_CLIENT_SECRET",
  },
  aiModels: ["model"],
};
