import { CfnOutput, NestedStack, Stack, Tags } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { kebab, type Operation } from "#core/http/contract.ts";
import { parseSender } from "#core/mail/address.ts";
import type { Worker } from "#core/queue/contract.ts";
import { Api, UNKNOWN_ROUTE } from "./api.ts";
import { Cdn } from "./cdn.ts";
import type { Config } from "./config.ts";
import { Console } from "./console.ts";
import { Data } from "./data.ts";
import { allowCalls, Endpoints, Routes } from "./endpoints.ts";
import { type Code, Handler, type Platform, pascalCase, workerProps } from "./function.ts";
import { type EndpointGroup, endpointGroupsOf } from "./function-groups.ts";
import { deployedUnits, environmentSettings } from "./function-settings.ts";
import { LogGroups } from "./log-groups.ts";
import { MAIL_EVENTS_WORKER, Mail } from "./mail.ts";
import { Buckets } from "./media.ts";
import { Monitoring } from "./monitoring.ts";
import { Protection } from "./protection.ts";
import { Queues } from "./queues.ts";
import { Secrets } from "./secrets.ts";
import { Workers } from "./triggers.ts";
import { sharedQueues, type WorkerGroup, workerGroupsOf } from "./worker-groups.ts";

export interface BackendProps {
  config: Config;
  operations: readonly Operation[];
  workers: readonly Worker[];
  codeOf(domain: string): Code;
  /** Name of the console build that is packed next to the code that publishes it. */
  consoleVersion: string;
}

/** The root stack has everything with state; the functions of each domain are in nested stacks. */
export class Backend extends Stack {
  private readonly props: BackendProps;
  private readonly workerGroups: readonly WorkerGroup[];
  private readonly groups: readonly EndpointGroup[];
  private readonly data: Data;
  private readonly secrets: Secrets;
  private readonly buckets: Buckets;
  private readonly queues: Queues;
  private readonly mail: Mail;
  private readonly api: Api;
  private readonly logGroups: LogGroups;

  constructor(scope: Construct, id: string, props: BackendProps) {
    const { config } = props;
    const workers = deployedUnits(config, props.workers);
    const operations = deployedUnits(config, props.operations);
    const env = config.target && { env: { ...config.target } };
    const terminationProtection = config.protect;
    super(scope, id, {
      terminationProtection,
      description: `Storefront backend, ${config.environment}`,
      ...env,
    });
    this.props = { ...props, operations, workers };
    this.workerGroups = workerGroupsOf(workers);
    this.groups = endpointGroupsOf(operations, config.grain);
    this.data = new Data(this, "Data", config);
    this.secrets = new Secrets(this, "Secrets", config);
    this.buckets = new Buckets(this, "Media", config);
    this.queues = new Queues(this, "Queues", config, this.workerGroups);
    this.mail = new Mail(this, "Mail", config, this.queues.byWorker.get(MAIL_EVENTS_WORKER));
    this.api = new Api(this, "Api", config);
    this.logGroups = new LogGroups(this, "Logs", config);

    const withoutCdn = this.platform();
    const cdn = new Cdn(this, "Cdn", config, this.buckets, this.api.url, this.transform(withoutCdn));
    this.unknownRoute(withoutCdn);
    const urls = { MEDIA_URL: cdn.url, ...this.console(withoutCdn, cdn) };
    this.routes(this.domains({ ...withoutCdn, environment: { ...withoutCdn.environment, ...urls } }));
    this.monitoring();
    if (config.protect) new Protection(this, withoutCdn);
    new CfnOutput(this, "TableName", { value: this.data.table.tableName, description: "Name of the table" });
    Tags.of(this).add("application", config.prefix);
    Tags.of(this).add("environment", config.environment);
  }

  private platform(): Platform {
    const { config, codeOf } = this.props;
    const { data, buckets, queues, secrets, mail, api } = this;
    return {
      config,
      codeOf,
      sharedQueues: JSON.stringify(sharedQueues(this.props.workers)),
      logGroupOf: (domain) => this.logGroups.of(domain),
      grantable: {
        tableArn: data.table.tableArn,
        indexArns: data.indexArns,
        mediaBucketArn: buckets.originals.bucketArn,
        variantsBucketArn: buckets.variants.bucketArn,
        mailArns: mail.arns,
        mailFrom: parseSender(config.mail.from).address,
        queues: new Map(this.workerGroups.flatMap((group) => queues.queueArnsOf(group))),
        secretArns: {
          secrets: secrets.data.secretArn,
          signing: secrets.signing.secretArn,
          credentials: secrets.credentials.secretArn,
          billing: config.payments.billingSecretArn,
          apps: config.social?.appsSecretArn,
          oidc: config.signIn.oidc?.clientSecretArn,
        },
        aiModels: config.aiModels,
      },
      environment: {
        TABLE_NAME: data.table.tableName,
        MEDIA_BUCKET: buckets.originals.bucketName,
        VARIANTS_BUCKET: buckets.variants.bucketName,
        QUEUE_URL_PREFIX: queues.urlPrefix,
        MAIL_CONFIGURATION_SET: mail.configurationSet,
        PUBLIC_URL: api.url,
        SIGNING_SECRETS_ARN: secrets.signing.secretArn,
        DATA_SECRET_ARN: secrets.data.secretArn,
        CREDENTIALS_SECRET_ARN: secrets.credentials.secretArn,
        ...environmentSettings(config),
      },
    };
  }

  // In the root stack, not in its domain's: the CDN needs its URL, and the domain's stack needs the CDN's.
  private transform(platform: Platform): lambda.Function | undefined {
    const [transform, ...more] = this.props.workers.filter(({ trigger }) => trigger.kind === "url");
    if (more.length > 0) throw new Error(`Only one worker can stand behind the CDN, not ${more[0]?.id} too.`);
    return transform && new Handler(this, workerProps(platform, transform)).lambda;
  }

  private unknownRoute(platform: Platform): void {
    const { id } = UNKNOWN_ROUTE;
    const target = new Handler(this, { ...UNKNOWN_ROUTE, platform }).lambda;
    const { apiId } = this.api.http;
    const routes = [{ id, key: "$default" }];
    allowCalls(this, { apiId, target, id, routes });
    new Routes(this, "Default", { config: this.props.config, apiId, id, routes }).node.addDependency(target);
  }

  private console(platform: Platform, { url: media }: Cdn): { CONSOLE_URL?: string } {
    const { config, consoleVersion: version } = this.props;
    if (!config.console) return {};
    const { url } = new Console(this, { platform, buckets: this.buckets, media, version });
    return { CONSOLE_URL: url };
  }

  private domains(platform: Platform): NestedStack[] {
    const workers = this.workerGroups.filter(({ trigger }) => trigger.kind !== "url");
    const { config } = this.props;
    const counted = [...new Set(this.props.workers.flatMap(({ wakesOnChangesOf = [] }) => wakesOnChangesOf))];
    const sources = {
      table: this.data.table,
      queues: this.queues,
      concurrency: config.queueConcurrency,
      counted,
    };
    return [...new Set([...this.groups, ...workers].map(({ domain }) => domain))].map((domain) => {
      const stack = this.stackFor(`${domain}Domain`, `Functions of ${domain}`);
      const mine = (each: { domain: string }) => each.domain === domain;
      new Endpoints(stack, platform, this.api.http.apiId, this.groups.filter(mine));
      new Workers(stack, platform, sources, workers.filter(mine));
      return stack;
    });
  }

  /**
   * API Gateway refuses changes to one API from several stacks at once, so routes have stacks of their own. A
   * route stays in the stack of its operations' area whichever function answers it: to move it, CloudFormation
   * would create its key a second time first.
   */
  private routes(functions: readonly NestedStack[]): void {
    const { config, operations } = this.props;
    const { apiId } = this.api.http;
    let previous = functions;
    for (const area of new Set(operations.map(areaOf))) {
      const here = this.groups.flatMap(({ id, routes }) => {
        const mine = routes.filter((route) => areaOf(route) === area);
        return mine.length > 0 ? [{ id, routes: mine }] : [];
      });
      // CloudFormation refuses a stack without a resource.
      if (here.length === 0) continue;
      const stack = this.stackFor(`${area}Routes`, `Routes of ${area}`);
      for (const { id, routes } of here) new Routes(stack, id, { config, apiId, id, routes });
      for (const each of previous) stack.addStackDependency(each);
      previous = [stack];
    }
  }

  private stackFor(id: string, description: string): NestedStack {
    const stack = new NestedStack(this, id, { description });
    stack.nestedStackResource?.overrideLogicalId(pascalCase(id));
    return stack;
  }

  private monitoring(): void {
    const { config, workers } = this.props;
    const namesBy = (kind: Worker["trigger"]["kind"]) =>
      workers.filter(({ trigger }) => trigger.kind === kind).map(({ id }) => kebab(id));
    const stack = new Monitoring(this, "Monitoring", {
      config,
      api: this.api.http,
      table: this.data.table,
      queues: [...this.queues.names, ...(this.mail.fallback ? ["mail-events"] : [])],
      deadLetters: [...this.queues.deadLetterNames, ...(this.mail.fallback ? ["mail-events-dlq"] : [])],
      streamReaders: namesBy("stream"),
      scheduledFunctions: namesBy("schedule"),
      interactiveFunctions: namesBy("url"),
    });
    stack.nestedStackResource?.overrideLogicalId("MonitoringStack");
    // `cdk deploy` prints outputs of the root stack only.
    new CfnOutput(this, "AlarmTopic", { value: stack.topicArn, description: "Topic of all alarms" });
  }
}

/** `tenancy` for `tenancy/stores`. */
function areaOf({ folder }: { folder: string }): string {
  return folder.split("/")[0] ?? folder;
}
