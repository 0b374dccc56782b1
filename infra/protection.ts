import { createHash } from "node:crypto";
import { CfnElement, CfnResource, CustomResource, Duration, Lazy, Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { Handler, type Platform } from "./function.ts";

/** The function that protects the table. */
export const PROTECT_DATA = {
  id: "protectData",
  domain: "gateway",
  description: "Protects the table from being deleted, once all of a deployment stands",
  memory: 512,
  timeout: 120,
  uses: [],
} as const;

/**
 * Protection of the table as the last step of a deployment, after every other resource of the stack: a table that is made
 * with it refuses the rollback of the deployment that made it, and its fixed name then stands in the way of the next.
 * A later deployment that changes anything protects again: somebody may have taken the protection off, or never put it on.
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
        // CloudFormation calls for what has changed, and so must change with all else.
        deployment: Lazy.uncachedString({
          produce: ({ preparing }) => (preparing ? "" : fingerprint(stack, last)),
        }),
      },
      // Lambda runs a function that failed twice more, a minute and two later.
      serviceTimeout: Duration.minutes(15),
    });
    last.node.addDependency(...before);
  }
}

/** Of a stack's whole template but for one resource. Assets and nested templates are in it by their own hashes. */
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

/** What the template of a stack makes; of a nested stack the stack itself. */
function resourcesOf(stack: Stack): CfnResource[] {
  const own = stack.node.findAll().filter((each) => Stack.of(each) === stack);
  const nested = stack.node
    .findAll()
    .flatMap((each) =>
      Stack.isStack(each) && each.nestedStackParent === stack ? each.nestedStackResource : [],
    );
  return [...own, ...nested].filter((each) => CfnResource.isCfnResource(each));
}
