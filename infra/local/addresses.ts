import type { AwsEndpoints } from "./environment.ts";

/** Where the parts of a stack answer. */
export interface Addresses {
  api: string;
  reference: string;
  inbox: string;
  webhooks: string;
  /** The example shop, on an origin of its own. */
  shop: string;
  /** The sandbox network. */
  social: string;
  aws: AwsEndpoints;
}
