import { Aws, type Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import { SIGNING_KEYS } from "#core/dynamo/layout.ts";
import type { Resource } from "#core/http/contract.ts";

/** What reads a secret: each has one of its own. */
type Secret = Extract<Resource, "secrets" | "signing" | "credentials" | "billing" | "apps" | "oidc">;

/** ARNs that permissions are made of. */
export interface Grantable {
  tableArn: string;
  indexArns: readonly string[];
  mediaBucketArn: string;
  variantsBucketArn: string;
  mailArns: readonly string[];
  /** The one address that mail may come from, without a name: SES compares it with the address alone. */
  mailFrom: string;
  /** Of each worker that has one, by its id: the ARN of the queue, which several may share. */
  queues: ReadonlyMap<string, string>;
  /** A deployment has those of the platform's own accounts alone that its settings name. */
  secretArns: Readonly<Record<Secret, string | undefined>>;
  aiModels: readonly string[];
}

/**
 * The statements of a role: for each resource used just its actions on just its ARNs.
 *
 * @param to workers whose queues it sends to; any unless given
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

/** What tracing needs; X-Ray has no resource to name. */
export function tracingStatement(): iam.PolicyStatement {
  return allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], ["*"]);
}

const READ_TABLE = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
// Reading stamps when a key was last used, and counts tries.
const STAMP = ["dynamodb:UpdateItem"];
// A transaction needs no action of its own: it is allowed what its parts are.
const WRITE_TABLE = [
  "dynamodb:PutItem",
  "dynamodb:DeleteItem",
  "dynamodb:BatchWriteItem",
  "dynamodb:ConditionCheckItem",
];

// "For all values" holds of a request that names none: such a one is not meant.
const KEYS_NAMED = { Null: { "dynamodb:LeadingKeys": "false" } };
/** What reading stamps: when a credential was used last, which lies with its person, and budgets. */
const STAMPS = {
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["PERSON#*", "BUDGET#*"] },
  ...KEYS_NAMED,
};
const NO_SIGNING_KEYS = {
  "ForAllValues:StringNotEquals": { "dynamodb:LeadingKeys": [SIGNING_KEYS] },
  ...KEYS_NAMED,
};

const GRANTS: Readonly<Record<Resource, (on: Grantable) => iam.PolicyStatement[]>> = {
  "table:read": (on) => [...reading(on), allow(STAMP, [on.tableArn], STAMPS)],
  "table:write": (on) => [...reading(on), allow([...STAMP, ...WRITE_TABLE], [on.tableArn], NO_SIGNING_KEYS)],
  "media:read": (on) => [
    allow(["s3:GetObject"], [`${on.mediaBucketArn}/*`]),
    // Without it S3 answers 403 for an object that is not there.
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
    quota(),
  ],
  "mail:quota": () => [quota()],
  // A phone number has no ARN; every topic has one, and none of them is meant.
  "sms:send": () => [
    new iam.PolicyStatement({ actions: ["sns:Publish"], notResources: [`arn:${Aws.PARTITION}:sns:*:*:*`] }),
  ],
  "ai:invoke": (on) => [allow(["bedrock:InvokeModel"], on.aiModels.flatMap(modelArns))],
  "queue:send": (on) => [allow(["sqs:SendMessage"], [...new Set(on.queues.values())])],
  secrets: (on) => secret(on, "secrets"),
  signing: (on) => [
    ...secret(on, "signing"),
    allow(["dynamodb:PutItem"], [on.tableArn], {
      "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [SIGNING_KEYS] },
      ...KEYS_NAMED,
    }),
  ],
  credentials: (on) => secret(on, "credentials"),
  billing: (on) => secret(on, "billing"),
  apps: (on) => secret(on, "apps"),
  oidc: (on) => secret(on, "oidc"),
};

function secret({ secretArns }: Grantable, of: Secret): iam.PolicyStatement[] {
  const arn = secretArns[of];
  return arn === undefined ? [] : [allow(["secretsmanager:GetSecretValue"], [arn])];
}

// The quota is the account's: it has no resource to name.
function quota(): iam.PolicyStatement {
  return allow(["ses:GetSendQuota"], ["*"]);
}

// An inference profile of a geography, such as `eu.amazon.nova-lite-v1:0`, asks the model in whichever of its regions has
// room: the role needs the profile, and the model in each region.
function modelArns(model: string): string[] {
  const bedrock = `arn:${Aws.PARTITION}:bedrock`;
  const [, named] = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/.exec(model) ?? [];
  if (named === undefined) return [`${bedrock}:${Aws.REGION}::foundation-model/${model}`];
  const profile = `${bedrock}:${Aws.REGION}:${Aws.ACCOUNT_ID}:inference-profile/${model}`;
  return [profile, `${bedrock}:*::foundation-model/${named}`];
}

function reading({ tableArn, indexArns }: Grantable): iam.PolicyStatement[] {
  return [allow(READ_TABLE, [tableArn]), allow(["dynamodb:Query"], indexArns)];
}

function allow(
  actions: readonly string[],
  resources: readonly string[],
  conditions: iam.Conditions = {},
): iam.PolicyStatement {
  return new iam.PolicyStatement({ actions: [...actions], resources: [...resources], conditions });
}

/** The ARN of an SES identity: of the domain or address that is verified. */
export function identityArn(stack: Stack, identity: string): string {
  return stack.formatArn({ service: "ses", resource: "identity", resourceName: identity });
}
