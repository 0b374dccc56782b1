import { Aws, type Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import { SIGNING_KEYS } from "#core/dynamo/layout.ts";
import type { Resource } from "#core/http/contract.ts";

/** Resources that are one secret each. */
type Secret = Extract<Resource, "secrets" | "signing" | "credentials" | "billing" | "apps" | "oidc">;

export interface Grantable {
  tableArn: string;
  indexArns: readonly string[];
  mediaBucketArn: string;
  variantsBucketArn: string;
  mailArns: readonly string[];
  /** The only sender address, without a display name, as SES compares it. */
  mailFrom: string;
  /** The queue's ARN by worker id; several workers may share one. */
  queues: ReadonlyMap<string, string>;
  /** Secrets of the platform's own accounts exist only if a setting names them. */
  secretArns: Readonly<Record<Secret, string | undefined>>;
  aiModels: readonly string[];
}

/**
 * The statements of a role, limited to the actions and ARNs of the resources used. `to`: workers whose queues
 * it sends to; any by default.
 */
export function statementsFor(
  uses: readonly Resource[],
  on: Grantable,
  to?: readonly string[],
): iam.PolicyStatement[] {
  const queues = to ? new Map([...on.queues].filter(([worker]) => to.includes(worker))) : on.queues;
  return [...new Set(uses)]
    .flatMap((use) => GRANTS[use]({ ...on, queues }))
    .filter(({ resources, notResources }) => resources.length + notResources.length > 0);
}

/** X-Ray has no resource ARNs. */
export function tracingStatement(): iam.PolicyStatement {
  return allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], ["*"]);
}

const READ_TABLE = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
// Read requests also record when a credential was last used, and count requests against budgets.
const STAMP_ACTIONS = ["dynamodb:UpdateItem"];
// A transaction needs the actions of its parts and no other.
const WRITE_TABLE = [
  "dynamodb:PutItem",
  "dynamodb:DeleteItem",
  "dynamodb:BatchWriteItem",
  "dynamodb:ConditionCheckItem",
];

// Requires keys, since `ForAllValues` would allow a request without them.
const KEYS_CONDITION = { Null: { "dynamodb:LeadingKeys": "false" } };
/** Functions that read may write only these items: budgets, and a credential's last use, stored with its person. */
const STAMP_CONDITION = {
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["PERSON#*", "BUDGET#*"] },
  ...KEYS_CONDITION,
};
const NO_SIGNING_KEYS = {
  "ForAllValues:StringNotEquals": { "dynamodb:LeadingKeys": [SIGNING_KEYS] },
  ...KEYS_CONDITION,
};

const GRANTS: Readonly<Record<Resource, (on: Grantable) => iam.PolicyStatement[]>> = {
  "table:read": (on) => [...readStatements(on), allow(STAMP_ACTIONS, [on.tableArn], STAMP_CONDITION)],
  "table:write": (on) => [
    ...readStatements(on),
    allow([...STAMP_ACTIONS, ...WRITE_TABLE], [on.tableArn], NO_SIGNING_KEYS),
  ],
  "media:read": (on) => [
    allow(["s3:GetObject"], [`${on.mediaBucketArn}/*`]),
    // Without this, S3 answers 403 for a missing object.
    allow(["s3:ListBucket"], [on.mediaBucketArn]),
  ],
  "media:write": (on) => [
    allow(["s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"], [`${on.mediaBucketArn}/*`]),
  ],
  "variants:write": (on) => [
    allow(["s3:GetObject", "s3:PutObject", "s3:DeleteObject"], [`${on.variantsBucketArn}/*`]),
    allow(["s3:ListBucket"], [on.variantsBucketArn]),
  ],
  "mail:send": (on) => [
    new iam.PolicyStatement({
      actions: ["ses:SendRawEmail"],
      resources: [...on.mailArns],
      conditions: { StringEquals: { "ses:FromAddress": on.mailFrom } },
    }),
    quotaStatement(),
  ],
  "mail:quota": () => [quotaStatement()],
  // A phone number has no ARN, so all resources are allowed but topics.
  "sms:send": () => [
    new iam.PolicyStatement({ actions: ["sns:Publish"], notResources: [`arn:${Aws.PARTITION}:sns:*:*:*`] }),
  ],
  "ai:invoke": (on) => [allow(["bedrock:InvokeModel"], on.aiModels.flatMap(modelArns))],
  "queue:send": (on) => [allow(["sqs:SendMessage"], [...new Set(on.queues.values())])],
  secrets: (on) => secretStatements(on, "secrets"),
  signing: (on) => [
    ...secretStatements(on, "signing"),
    allow(["dynamodb:PutItem"], [on.tableArn], {
      "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [SIGNING_KEYS] },
      ...KEYS_CONDITION,
    }),
  ],
  credentials: (on) => secretStatements(on, "credentials"),
  billing: (on) => secretStatements(on, "billing"),
  apps: (on) => secretStatements(on, "apps"),
  oidc: (on) => secretStatements(on, "oidc"),
};

function secretStatements({ secretArns }: Grantable, of: Secret): iam.PolicyStatement[] {
  const arn = secretArns[of];
  return arn === undefined ? [] : [allow(["secretsmanager:GetSecretValue"], [arn])];
}

// The quota belongs to the account and has no ARN.
function quotaStatement(): iam.PolicyStatement {
  return allow(["ses:GetSendQuota"], ["*"]);
}

// A geographic inference profile, such as `eu.amazon.nova-lite-v1:0`, may run the model in any of its
// regions: the role needs the profile and the model in each.
function modelArns(model: string): string[] {
  const bedrock = `arn:${Aws.PARTITION}:bedrock`;
  const [, named] = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/.exec(model) ?? [];
  if (named === undefined) return [`${bedrock}:${Aws.REGION}::foundation-model/${model}`];
  const profile = `${bedrock}:${Aws.REGION}:${Aws.ACCOUNT_ID}:inference-profile/${model}`;
  return [profile, `${bedrock}:*::foundation-model/${named}`];
}

function readStatements({ tableArn, indexArns }: Grantable): iam.PolicyStatement[] {
  return [allow(READ_TABLE, [tableArn]), allow(["dynamodb:Query"], indexArns)];
}

function allow(
  actions: readonly string[],
  resources: readonly string[],
  conditions: iam.Conditions = {},
): iam.PolicyStatement {
  return new iam.PolicyStatement({ actions: [...actions], resources: [...resources], conditions });
}

/** The ARN of a verified domain or address. */
export function identityArn(stack: Stack, identity: string): string {
  return stack.formatArn({ service: "ses", resource: "identity", resourceName: identity });
}
