import { CfnElement, Duration, Stack, Token } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type FunctionOptions, kebab, type Resource } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { DISPATCHER } from "./build-plugins.ts";
import { workerConcurrencyClass } from "./concurrency-class.ts";
import { type Config, physicalName } from "./config.ts";
import { checkedEnvironment } from "./environment.ts";
import { queueTargetsOf, resourcesUsedBy, timeoutOf, WORKER_DEFAULTS } from "./function-access.ts";
import { explainFindings } from "./nag.ts";
import { type Grantable, statementsFor, tracingStatement } from "./permissions.ts";
import type { ConcurrencyClass } from "./settings.ts";

export interface Code {
  /** The asset of a stack: each template needs its own. */
  assetIn(stack: Stack): lambda.Code;
  /** The `handler` property of a function. */
  handlerOf(id: string): string;
}

export interface Platform {
  config: Config;
  environment: Readonly<Record<string, string>>;
  grantable: Grantable;
  /** `SHARED_QUEUES`: the shared queue of each worker that has one. */
  sharedQueues: string;
  codeOf(domain: string): Code;
  logGroupOf(domain: string): ILogGroup;
}

export interface HandlerProps {
  platform: Platform;
  id: string;
  domain: string;
  description: string;
  memory: number;
  timeout: number;
  uses: readonly Resource[];
  /** Workers whose queues it sends to; any by default. */
  sends?: readonly string[] | undefined;
  /** Permissions that its trigger needs, besides those that it declares. */
  statements?: readonly iam.PolicyStatement[];
  /** Whether it sends to its own queue on purpose: otherwise Lambda stops such loops after sixteen calls. */
  loops?: boolean;
  concurrency?: ConcurrencyClass | undefined;
  /** Entry in the domain's asset; the function's id by default. */
  entry?: string;
}

// MB and seconds. Less memory makes a request no cheaper, and a cold start slower.
const ENDPOINT_DEFAULTS = { memory: 1024, timeout: 10 };
// API Gateway gives up on a function that takes longer.
const MAX_REPLY_SECONDS = 29;

export class Handler extends Construct {
  readonly lambda: lambda.Function;
  readonly role: iam.Role;

  constructor(scope: Construct, props: HandlerProps) {
    super(scope, props.id);
    const { platform, domain } = props;
    const { config } = platform;
    const logGroup = platform.logGroupOf(domain);
    this.role = new iam.Role(this, "Role", {
      assumedBy: new iam.ServicePrincipal("lambda.amazonaws.com"),
      description: `What ${props.id} may do`,
      inlinePolicies: { access: new iam.PolicyDocument({ statements: roleStatements(props, logGroup) }) },
    });
    const code = platform.codeOf(domain);
    this.lambda = new lambda.Function(this, "Function", {
      functionName: physicalName(config, kebab(props.id)),
      description: props.description.slice(0, 256),
      role: this.role.withoutPolicyUpdates(),
      architecture: lambda.Architecture.ARM_64,
      runtime: lambda.Runtime.NODEJS_24_X,
      code: code.assetIn(Stack.of(this)),
      handler: code.handlerOf(props.entry ?? props.id),
      memorySize: props.memory,
      timeout: Duration.seconds(props.timeout),
      environment: checkedEnvironment(
        {
          ...platform.environment,
          ...(props.uses.includes("queue:send") ? { SHARED_QUEUES: platform.sharedQueues } : {}),
        },
        (value) => !Token.isUnresolved(value),
      ),
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      systemLogLevelV2: lambda.SystemLogLevel[config.systemLogLevel],
      applicationLogLevelV2: lambda.ApplicationLogLevel[config.logLevel],
      ...(props.loops ? { recursiveLoop: lambda.RecursiveLoop.ALLOW } : {}),
      ...reservedProps(config, props.concurrency),
      ...(config.tracing ? { tracing: lambda.Tracing.ACTIVE } : {}),
    });
    setLogicalId(this.lambda, pascalCase(props.id));
    setLogicalId(this.role, `${pascalCase(props.id)}Role`);
    explainRole(this.role);
  }
}

export function endpointSize(options: FunctionOptions): { memory: number; timeout: number } {
  return {
    memory: options.memory ?? ENDPOINT_DEFAULTS.memory,
    timeout: Math.min(options.timeout ?? ENDPOINT_DEFAULTS.timeout, MAX_REPLY_SECONDS),
  };
}

export function workerProps(
  platform: Platform,
  worker: Worker & { members?: readonly Worker[] },
): HandlerProps {
  const { kind } = worker.trigger;
  const shared = (worker.members ?? []).length > 1;
  return {
    platform,
    id: worker.id,
    domain: worker.domain,
    description: worker.summary,
    memory: worker.memory ?? WORKER_DEFAULTS.memory,
    timeout: timeoutOf(worker),
    loops: kind === "queue" && resourcesUsedBy(worker).includes("queue:send"),
    concurrency: workerConcurrencyClass(worker.trigger),
    uses: resourcesUsedBy(worker),
    sends: queueTargetsOf(worker.members ?? [worker]),
    ...(shared ? { entry: DISPATCHER } : {}),
  };
}

/** `CreateForm` for `createForm`. */
export function pascalCase(id: string): string {
  return id.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function reservedProps(
  { reserved }: Config,
  of?: ConcurrencyClass,
): { reservedConcurrentExecutions?: number } {
  const reservedConcurrentExecutions = of && reserved[of];
  return reservedConcurrentExecutions === undefined ? {} : { reservedConcurrentExecutions };
}

function roleStatements(
  { platform, uses, sends, statements = [] }: HandlerProps,
  logGroup: ILogGroup,
): iam.PolicyStatement[] {
  return [
    new iam.PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroup.logGroupArn],
    }),
    ...statements,
    ...statementsFor(uses, platform.grantable, sends),
    ...(platform.config.tracing ? [tracingStatement()] : []),
  ];
}

// Sets a readable logical id that does not depend on the construct's parents: `sam local invoke CreateForm`
// uses it.
export function setLogicalId(construct: Construct, logicalId: string): void {
  const resource = construct.node.defaultChild;
  if (CfnElement.isCfnElement(resource)) resource.overrideLogicalId(logicalId);
}

function explainRole(role: iam.Role): void {
  const explain = (pattern: RegExp, reason: string) =>
    explainFindings(role, "AwsSolutions-IAM5", pattern, reason);
  explain(
    /^Resource::.*LogGroup.*$/,
    "The star is the log stream; Lambda chooses its name. The group is named.",
  );
  explain(
    /^Resource::.*(Media|Originals|Variants|Console).*\/\*$/,
    "The star is the object; the bucket is named.",
  );
  explain(
    /^Resource::.*Table.*\/stream\/\*$/,
    "The star is the moment at which the stream was made; the table is named.",
  );
  explain(
    /^Resource::.*:ses:.*:identity\/\*$/,
    "In the sandbox SES asks for the recipient's identity too; a condition allows one sender alone.",
  );
  explain(
    /^Resource::.*:bedrock:\*::foundation-model\/.*$/,
    "The star is the region that an inference profile chooses; the model is named.",
  );
  explain(
    /^Resource::\*$/,
    "X-Ray's put actions and SES's quota take no resource; nothing else is given a star.",
  );
}
