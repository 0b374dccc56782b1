import { RemovalPolicy } from "aws-cdk-lib";
import type { Config } from "./config.ts";

/**
 * Protected data survives the deletion of the stack. Data of a failed first deployment does not, as its
 * fixed name would block the next one.
 */
export function removalPolicyOf({ protect }: Config): RemovalPolicy {
  return protect ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
