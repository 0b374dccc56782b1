import type { AwsEndpoints } from "./environment.ts";

/** URLs of the local stack's services and pages. */
export interface Addresses {
  api: string;
  reference: string;
  inbox: string;
  webhooks: string;
  /** The example shop, which has its own origin. */
  shop: string;
  /** The sandbox social network. */
  social: string;
  aws: AwsEndpoints;
}
