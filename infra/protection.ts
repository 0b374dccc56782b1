import { createHash } from "node:crypto";
import { CfnElement, CfnResource, CustomResource, Duration, Lazy, Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { Handler, type Platform } from "./function.ts";

export const PROTECT_DATA = {
  id: "protectData",
  domain: "gateway",
  description: "Protects the table from being deleted, once all of a deployment stands",
  memory: 512,
  timeout: 120,
  uses: [],
} as const;

/**
 * Turns on deletion protection as the last step of a deployment. A table created with it would block the
 * rollback of a failed first deployment, and then the next deployment by its fixed name. Each later deployment
 * sets it again, in case somebody turned it off.
 */
export class Protection extends Construct {
  constructor(scope: Construct, platform: Platform) {
    super(scope, "Protection");
    const stack = Stack.of(this);
    const before = resourcesOf(stack);
    const statements = [
      new iam.PolicyStatement({
        actions: ["dynamodb:DescribeTable", "dynamodb:UpdateTable"],
        resources: [platform.grantable.tableArn],
      }),
    ];
    const { lambda } = new Handler(this, { ...PROTECT_DATA, platform, statements });
    const last = new CustomResource(this, "Last", {
      resourceType: "Custom::Protection",
      serviceToken: lambda.functionArn,
      properties: {
        table: platform.environment.TABLE_NAME,
        // CloudFormation calls the function only when a property changes, so this one changes with the whole
        // template.
        deployment: Lazy.uncachedString({
          produce: ({ preparing }) => (preparing ? "" : fingerprint(stack, last)),
        }),
      },
      // Lambda retries a failed function twice, after one and two minutes.
      serviceTimeout: Duration.minutes(15),
    });
    last.node.addDependency(...before);
  }
}

/**
 * A hash of the whole template except one resource. Assets and nested templates are in it by their own
 * hashes.
 */
function fingerprint(stack: Stack, without: CustomResource): string {
  const elements = stack.node
    .findAll()
    .filter((each) => CfnElement.isCfnElement(each) && Stack.of(each) === stack)
    .filter((each) => each !== without.node.defaultChild);
  const template = stack.resolve(
    elements.map((each) => (CfnElement.isCfnElement(each) ? each._toCloudFormation() : {})),
  );
  return createHash("sha256").update(JSON.stringify(template)).digest("hex").slice(0, 32);
}

/** All resources of a stack; a nested stack counts as one. */
function resourcesOf(stack: Stack): CfnResource[] {
  const own = stack.node.findAll().filter((each) => Stack.of(each) === stack);
  const nested = stack.node
    .findAll()
    .flatMap((each) =>
      Stack.isStack(each) && each.nestedStackParent === stack ? each.nestedStackResource : [],
    );
  return [...own, ...nested].filter((each) => CfnResource.isCfnResource(each));
}
