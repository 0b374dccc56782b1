import { describe, expect, test } from "vitest";
import * as z from "zod";
import { INDEXES, LAYOUT } from "#core/dynamo/layout.ts";
import { LOCAL_SETTINGS, SETTINGS } from "#core/env.ts";
import { kebab } from "#core/http/contract.ts";
import * as manifestOf from "#functions/manifest.ts";
import { type Config, configOf, ENVIRONMENTS, type EnvironmentName, physicalName } from "#infra/config.ts";
import { pascalCase } from "#infra/function.ts";
import { resourcesUsedBy, timeoutOf } from "#infra/function-access.ts";
import {
  ADMINISTERED_DOMAINS,
  ADMINISTRATION_DOMAIN,
  endpointGroupsOf,
  SHARED_DOMAINS,
} from "#infra/function-groups.ts";
import { bundledSettings } from "#infra/function-settings.ts";
import { DEMO_PLANS } from "#infra/local/demo-plans.ts";
import { workerGroupsOf } from "#infra/worker-groups.ts";
import { SUMMED_KINDS } from "#lib/system/sums/service.ts";
import { fullSizeManifest } from "./full-size.ts";
import { propertiesOf, type Synthesis, synthesise } from "./synthesis.ts";

const manifest = fullSizeManifest();
const { operations, workers } = manifest;
const config = configOf("prod", {});
const systems = new Map<EnvironmentName, Synthesis>();
const prod = systemIn("prod");
const groups = endpointGroupsOf(operations, "endpoint");
const queueWorkers = workers.filter(({ trigger }) => trigger.kind === "queue");

const LambdaFunction = z.object({
  FunctionName: z.string(),
  Runtime: z.string(),
  Architectures: z.array(z.string()),
  Timeout: z.int(),
  MemorySize: z.int(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional(),
  LoggingConfig: z.object({ LogFormat: z.string(), SystemLogLevel: z.string(), LogGroup: z.unknown() }),
});
const SesEvents = z.object({
  EventDestination: z.object({
    MatchingEventTypes: z.array(z.string()),
    SnsDestination: z.object({ TopicARN: z.unknown() }),
  }),
});
const Queue = z.object({
  QueueName: z.string(),
  VisibilityTimeout: z.int().optional(),
  RedrivePolicy: z.unknown().optional(),
  MaximumMessageSize: z.int().optional(),
});
const CachePolicy = z.object({
  CachePolicyConfig: z.object({
    Name: z.string(),
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      HeadersConfig: z.object({ HeaderBehavior: z.string() }),
      QueryStringsConfig: z.object({ QueryStringBehavior: z.string() }),
    }),
  }),
});

describe("functions", () => {
  // CDK's own function empties buckets when a stack is deleted.
  const functions = prod
    .ofType("AWS::Lambda::Function")
    .filter(({ logicalId }) => !logicalId.startsWith("CustomS3AutoDeleteObjects"));

  test("are one for each group of endpoints and each worker, and three of the stack's own", () => {
    const names = functions.map((each) => propertiesOf(LambdaFunction, each).FunctionName).sort();
    const ids = [...groups, ...workers].map(({ id }) => id);
    expect(names).toEqual(
      [...ids, "unknownRoute", "protectData", "publishConsole"]
        .map((id) => physicalName(config, kebab(id)))
        .sort(),
    );
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(64);
  });

  test("are named by operation or by a domain's staff, for sam local invoke", () => {
    const ids = new Set(functions.map(({ logicalId }) => logicalId));
    for (const { id } of groups) expect(ids).toContain(pascalCase(id));
    expect(groups.flatMap((group) => group.operations)).toHaveLength(operations.length);
  });

  test("are separate for visitors' pages, and shared among operations with equal permissions", () => {
    const plain = ["table:read", "table:write", "secrets", "media:read", "media:write"];
    plain.push("credentials", "billing", "apps");
    const real = endpointGroupsOf(manifestOf.operations, "endpoint");
    for (const { id, operations: shared } of real.filter((group) => group.operations.length > 1)) {
      const isPage = new Set(shared.map(({ domain, path }) => `${domain} ${path}`)).size === 1;
      for (const { domain, needs } of shared) {
        if (!SHARED_DOMAINS.includes(domain) && !isPage)
          expect(["READ", "WRITE", "ADMIN", "OWNER", "account"], id).toContain(needs);
      }
      const beyond = shared.map(({ uses = [] }) => uses.filter((use) => !plain.includes(use)).sort());
      expect(new Set(beyond.map((uses) => uses.join())).size, id).toBe(1);
    }
    const domains = new Set(manifestOf.operations.map(({ domain }) => domain));
    for (const domain of [ADMINISTRATION_DOMAIN, ...ADMINISTERED_DOMAINS, ...SHARED_DOMAINS])
      expect(domains).toContain(domain);
  });

  test("run Node 24 on arm64, log JSON into their domain's group, and have known settings only", () => {
    for (const each of functions) {
      const made = propertiesOf(LambdaFunction, each);
      expect(made).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
      expect(made.LoggingConfig).toMatchObject({ LogFormat: "JSON", SystemLogLevel: "WARN" });
      expect(made.LoggingConfig.LogGroup).toBeDefined();
      const unknown = Object.keys(made.Environment?.Variables ?? {}).filter((name) => !(name in SETTINGS));
      expect(unknown, each.logicalId).toEqual([]);
    }
  });

  test("have every setting, except those of a local stack", () => {
    const oidc = {
      issuer: "https://accounts.google.com",
      clientId: "id",
      clientSecretArn: "arn:aws:secretsmanager:a:1:secret:b",
    };
    const places = { origins: ["https://shop.example"], redirects: ["https://shop.example/back"] };
    const signIn = { ...places, requireState: true, oidc };
    const trustedProxies = { networks: ["203.0.113.0/24"] };
    const payments = { sandbox: true, billingSecretArn: "arn:aws:secretsmanager:a:1:secret:d" };
    const social = { appsSecretArn: "arn:aws:secretsmanager:a:1:secret:c" };
    const budgets: Config["budgets"] = { codes: [5, 3600] };
    const more = { payments, social, plans: DEMO_PLANS, trustedProxies, budgets };
    const every = { ...config, signIn, ...more };
    const full = synthesise(every, manifest);
    const set = new Set(
      full
        .ofType("AWS::Lambda::Function")
        .flatMap(({ properties }) =>
          Object.keys(LambdaFunction.safeParse(properties).data?.Environment?.Variables ?? {}),
        )
        .concat(Object.keys(bundledSettings(every))),
    );
    const missing = Object.entries(SETTINGS).filter(([name]) => !set.has(name));
    const needed = missing.filter(
      ([name, meaning]) => !(name in LOCAL_SETTINGS) && !meaning.startsWith("in place of the ARN"),
    );
    expect(needed.map(([name]) => name)).toEqual([]);
    const readers = (arn: string) =>
      full
        .ofType("AWS::IAM::Role")
        .flatMap((role) => (JSON.stringify(role).includes(arn) ? role.logicalId : []));
    for (const arn of [oidc.clientSecretArn, payments.billingSecretArn, social.appsSecretArn])
      expect(readers(arn)).toEqual(["VerifyPhoneRole"]);
  });

  test.each(ENVIRONMENTS)("take sandbox payments in %s only if its configuration says so", (environment) => {
    const made = JSON.stringify(systemIn(environment).ofType("AWS::Lambda::Function"));
    expect(made.includes('"SANDBOX_PAYMENTS":"1"')).toBe(configOf(environment, {}).payments.sandbox);
    if (environment !== "dev") expect(made).not.toContain("SANDBOX_PAYMENTS");
  });

  test("are one for each domain with the grain domain", () => {
    const coarse = synthesise({ ...config, grain: "domain" }, manifest);
    const domains = new Set(operations.map(({ domain }) => domain));
    expect(coarse.ofType("AWS::Lambda::Function")).toHaveLength(domains.size + workers.length + 4);
    expect(coarse.ofType("AWS::ApiGatewayV2::Integration")).toHaveLength(domains.size + 1);
    expect(routeKeys(coarse).length).toBeLessThanOrEqual(routeKeys(prod).length);
  });
});

describe("routes", () => {
  test("are those of the manifest and the default route", () => {
    const keys = groups.flatMap(({ routes }) => routes.map(({ key }) => key));
    expect(routeKeys(prod)).toEqual([...keys, "$default"].sort());
  });
});

describe("a caller", () => {
  test("is in the access log by address, and gets HSTS and nosniff headers", () => {
    const [stage] = prod.ofType("AWS::ApiGatewayV2::Stage");
    expect(JSON.stringify(stage?.properties)).toContain("$context.identity.sourceIp");
    const [policy] = prod.ofType("AWS::CloudFront::ResponseHeadersPolicy");
    expect(policy?.properties).toMatchObject({
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          ContentTypeOptions: { Override: true },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
        },
      },
    });
  });
});

describe("queues", () => {
  const queues = prod.ofType("AWS::SQS::Queue").map((each) => propertiesOf(Queue, each));
  const named = (name: string) => queues.find(({ QueueName }) => QueueName === physicalName(config, name));

  test("have one dead-letter queue, and accept the largest messages that code sends", () => {
    for (const { id } of queueWorkers)
      expect(JSON.stringify(named(kebab(id))?.RedrivePolicy), id).toMatch(/DeadLetters/);
    expect(named("work-dlq")).toBeDefined();
    for (const { MaximumMessageSize, QueueName } of queues)
      expect(MaximumMessageSize, QueueName).toBe(1024 * 1024);
  });

  test("hide a message for at least six times its worker's timeout", () => {
    for (const worker of queueWorkers) {
      const visibility = named(kebab(worker.id))?.VisibilityTimeout ?? 30;
      expect(visibility, worker.id).toBeGreaterThanOrEqual(6 * timeoutOf(worker));
    }
  });

  test("have an alarm on age, and one on dead letters, in every environment", () => {
    for (const name of ENVIRONMENTS) {
      const alarms = systemIn(name).ofType("AWS::CloudWatch::Alarm");
      const on = (metric: string) =>
        alarms.filter((alarm) => JSON.stringify(alarm.properties).includes(`"${metric}"`));
      expect(on("ApproximateAgeOfOldestMessage").length, name).toBe(queueWorkers.length);
      expect(on("ApproximateNumberOfMessagesVisible").length, name).toBe(2);
      for (const alarm of alarms) expect(alarm.properties.AlarmActions, alarm.logicalId).toHaveLength(1);
    }
  });

  test("have alarms that may publish to their topic, as SES may to its own", () => {
    const policies = prod.ofType("AWS::SNS::TopicPolicy").map(({ properties }) => JSON.stringify(properties));
    const publishing = (service: string) => new RegExp(`"Action":"sns:Publish"[^}]*.*"Service":"${service}"`);
    for (const service of ["cloudwatch.amazonaws.com", "ses.amazonaws.com"]) {
      expect(
        policies.filter((policy) => publishing(service).test(policy)),
        service,
      ).toHaveLength(1);
    }
  });

  test("deliver all kinds of SES events by a topic to their worker", () => {
    const [told] = prod
      .ofType("AWS::SES::ConfigurationSetEventDestination")
      .map((each) => propertiesOf(SesEvents, each));
    const mailEvents = [
      "bounce",
      "complaint",
      "delivery",
      "open",
      "reject",
      "renderingFailure",
      "deliveryDelay",
    ];
    expect(told?.EventDestination.MatchingEventTypes.toSorted()).toEqual(mailEvents.sort());
    const subscriptions = prod
      .ofType("AWS::SNS::Subscription")
      .map(({ properties }) => properties)
      .filter(({ Protocol }) => Protocol === "sqs");
    expect(subscriptions).toHaveLength(1);
    expect(subscriptions[0]).toMatchObject({ RawMessageDelivery: true });
    expect(subscriptions[0]?.TopicArn).toEqual(told?.EventDestination.SnsDestination.TopicARN);
    expect(JSON.stringify(subscriptions[0]?.Endpoint)).toContain("recordMailEvents");
  });

  test("refuse plain HTTP", () => {
    expect(prod.ofType("AWS::SQS::QueuePolicy")).toHaveLength(queues.length);
  });
});

describe("event sources", () => {
  const Mapping = z.looseObject({
    FunctionResponseTypes: z.array(z.string()),
    FilterCriteria: z.unknown().optional(),
  });
  const mappings = prod.ofType("AWS::Lambda::EventSourceMapping");

  test("all report partial failures", () => {
    expect(mappings).toHaveLength(queueWorkers.length + 1);
    for (const each of mappings)
      expect(propertiesOf(Mapping, each).FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
  });

  test("start the fan-out only for outbox, watched and counted records, and split failed batches", () => {
    const all = synthesise(config, manifestOf).ofType("AWS::Lambda::EventSourceMapping");
    const source = all.find(({ logicalId }) => logicalId === "FanOutSource");
    expect(source?.properties).toMatchObject({ BisectBatchOnFunctionError: true });
    const filters = z
      .object({ Filters: z.array(z.object({ Pattern: z.string() })) })
      .parse(source?.properties.FilterCriteria);
    expect(SUMMED_KINDS).toEqual(expect.arrayContaining(["inventory_level", "order"]));
    expect(filters.Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { eventName: ["INSERT"], dynamodb: { NewImage: { _t: { S: LAYOUT.outbox } } } },
      { eventName: ["INSERT", "MODIFY"], dynamodb: { NewImage: { watched: { BOOL: [true] } } } },
      { eventName: ["INSERT", "MODIFY"], dynamodb: { NewImage: { _t: { S: SUMMED_KINDS } } } },
      { eventName: ["REMOVE"], dynamodb: { OldImage: { _t: { S: SUMMED_KINDS } } } },
    ]);
  });

  test("turn off loop detection only for workers that send to their own queue", () => {
    const loops = z.object({ FunctionName: z.string(), RecursiveLoop: z.string() });
    const spared = synthesise(config, manifestOf)
      .ofType("AWS::Lambda::Function")
      .flatMap(({ properties }) => loops.safeParse(properties).data ?? []);
    const meant = workerGroupsOf(manifestOf.workers).filter(
      (each) => each.trigger.kind === "queue" && resourcesUsedBy(each).includes("queue:send"),
    );
    expect(meant.length).toBeGreaterThan(1);
    expect(new Set(spared)).toEqual(
      new Set(
        meant.map(({ id }) => ({ FunctionName: physicalName(config, kebab(id)), RecursiveLoop: "Allow" })),
      ),
    );
  });

  test("limit the concurrency of each queue; nothing is reserved by default", () => {
    const Bounded = z.looseObject({ ScalingConfig: z.object({ MaximumConcurrency: z.int().min(2) }) });
    const ofQueues = mappings.filter(({ logicalId }) => logicalId !== "FanOutSource");
    for (const each of ofQueues) expect(() => propertiesOf(Bounded, each), each.logicalId).not.toThrow();
    const reserving = (system: Synthesis) =>
      system
        .ofType("AWS::Lambda::Function")
        .filter(({ properties }) => "ReservedConcurrentExecutions" in properties);
    expect(reserving(prod)).toEqual([]);
    const made = reserving(synthesise({ ...config, reserved: { media: 10 } }, manifest));
    expect(made.map(({ logicalId }) => logicalId)).toEqual(["TransformImage"]);
  });

  test("never repeat a failed tick, and start none while another may run", () => {
    const ticking = workers.filter(({ trigger }) => trigger.kind === "schedule");
    const rules = prod.ofType("AWS::Lambda::EventInvokeConfig").map(({ properties }) => properties);
    expect(rules).toHaveLength(ticking.length);
    for (const rule of rules) expect(rule.MaximumRetryAttempts).toBe(0);
    for (const { id, trigger, ...worker } of manifestOf.workers)
      if (trigger.kind === "schedule")
        expect(timeoutOf(worker), id).toBeLessThanOrEqual(60 * trigger.everyMinutes);
  });

  test("run no more concurrent calls than a worker allows", () => {
    const source = mappings.find(({ logicalId }) => logicalId === "SendEmailSource");
    expect(source?.properties).toMatchObject({ ScalingConfig: { MaximumConcurrency: 5 } });
  });
});

describe("data", () => {
  const tableIn = (system: Synthesis) => system.ofType("AWS::DynamoDB::Table")[0];

  test("can be restored to any second", () => {
    for (const name of ENVIRONMENTS) {
      const table = tableIn(systemIn(name));
      expect(table?.properties).toMatchObject({
        BillingMode: "PAY_PER_REQUEST",
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
        TimeToLiveSpecification: { AttributeName: LAYOUT.ttl, Enabled: true },
      });
    }
  });

  test("have the indexes of the layout, with the fields that lists filter by", () => {
    const Index = z.object({
      IndexName: z.string(),
      KeySchema: z.array(z.object({ AttributeName: z.string() })),
      Projection: z.object({ ProjectionType: z.string(), NonKeyAttributes: z.array(z.string()) }),
    });
    const indexes = z.array(Index).parse(tableIn(prod)?.properties.GlobalSecondaryIndexes);
    const made = indexes.map(({ IndexName, KeySchema }) => [
      IndexName,
      ...KeySchema.map((key) => key.AttributeName),
    ]);
    expect(made).toEqual(
      Object.entries(INDEXES).map(([name, { partition, sort }]) => [name, partition, sort]),
    );
    for (const { Projection } of indexes) {
      expect(Projection).toEqual({ ProjectionType: "INCLUDE", NonKeyAttributes: [...LAYOUT.projected] });
    }
  });

  test("in buckets are private, encrypted, and only accessible by TLS", () => {
    const buckets = prod.ofType("AWS::S3::Bucket");
    expect(buckets).toHaveLength(4);
    for (const { properties } of buckets) {
      expect(properties.PublicAccessBlockConfiguration).toMatchObject({
        BlockPublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(properties.BucketEncryption).toBeDefined();
    }
    expect(prod.ofType("AWS::S3::BucketPolicy")).toHaveLength(buckets.length);
  });

  test("in originals have versions for as long as the table's backups", () => {
    const [versioned, ...more] = prod
      .ofType("AWS::S3::Bucket")
      .filter((each) => each.properties.VersioningConfiguration);
    expect(versioned?.logicalId).toMatch(/Originals/);
    expect(more).toEqual([]);
    expect(JSON.stringify(versioned?.properties.LifecycleConfiguration)).toContain('"NoncurrentDays":35');
  });

  test("in logs are kept for the configured time", () => {
    for (const { logicalId, properties } of prod.ofType("AWS::Logs::LogGroup")) {
      expect(properties.RetentionInDays, logicalId).toBe(config.logRetentionDays);
    }
  });
});

test("functions of all domains are deployed in parallel, and routes after them", () => {
  const stacks = prod.ofType("AWS::CloudFormation::Stack");
  const waiting = stacks.filter(({ attributes }) => attributes.DependsOn !== undefined);
  expect(stacks.filter(({ logicalId }) => logicalId.endsWith("Domain")).length).toBeGreaterThan(15);
  expect(waiting.map(({ logicalId }) => logicalId).filter((id) => !id.endsWith("Routes"))).toEqual([]);
});

test("a stored result is cached by its path, and CloudFront may call the transformation", () => {
  const policies = prod
    .ofType("AWS::CloudFront::CachePolicy")
    .map((each) => propertiesOf(CachePolicy, each).CachePolicyConfig);
  const variants = policies.find(({ Name }) => Name.endsWith("-variants"));
  expect(variants?.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
    HeadersConfig: { HeaderBehavior: "none" },
    QueryStringsConfig: { QueryStringBehavior: "none" },
  });
  const [distribution] = prod.ofType("AWS::CloudFront::Distribution");
  expect(JSON.stringify(distribution?.properties)).toMatch(/"\/variants\/\*"/);
  const permissions = prod
    .ofType("AWS::Lambda::Permission")
    .filter(({ properties }) => properties.Principal === "cloudfront.amazonaws.com");
  // AWS requires both permissions, the second limited to the function's URL.
  expect(permissions.map(({ properties }) => [properties.Action, properties.InvokedViaFunctionUrl])).toEqual([
    ["lambda:InvokeFunctionUrl", undefined],
    ["lambda:InvokeFunction", true],
  ]);
});

function systemIn(name: EnvironmentName): Synthesis {
  const known = systems.get(name) ?? synthesise(configOf(name, {}), manifest);
  systems.set(name, known);
  return known;
}

function routeKeys(system: Synthesis): unknown[] {
  return system
    .ofType("AWS::ApiGatewayV2::Route")
    .map(({ properties }) => properties.RouteKey)
    .sort();
}
