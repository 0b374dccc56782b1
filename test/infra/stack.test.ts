import { describe, expect, test } from "vitest";
import * as z from "zod";
import { INDEXES, LAYOUT } from "#core/dynamo/layout.ts";
import { SETTINGS } from "#core/env.ts";
import { kebab } from "#core/http/contract.ts";
import { configOf, ENVIRONMENTS, physicalName } from "#infra/config.ts";
import { pascal, timeoutOf } from "#infra/function.ts";
import { fullSizeManifest } from "./full-size.ts";
import { as, type Synthesis, synthesise } from "./synthesis.ts";

const manifest = fullSizeManifest();
const { operations, workers } = manifest;
const config = configOf("prod");
const prod = synthesise(config, manifest);
const queued = workers.filter(({ trigger }) => trigger.kind === "queue");

const Statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]).transform((action) => [action].flat()),
  Resource: z.unknown().optional(),
  NotResource: z.unknown().optional(),
});
const Policies = z.object({
  Policies: z
    .array(z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) }))
    .default([])
    .transform((policies) => policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)),
});
const LambdaFunction = z.object({
  FunctionName: z.string(),
  Runtime: z.string(),
  Architectures: z.array(z.string()),
  Timeout: z.int(),
  MemorySize: z.int(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional(),
  LoggingConfig: z.object({ LogFormat: z.string(), SystemLogLevel: z.string(), LogGroup: z.unknown() }),
});
const Queue = z.object({
  QueueName: z.string(),
  VisibilityTimeout: z.int().optional(),
  RedrivePolicy: z.unknown().optional(),
});

describe("functions", () => {
  const functions = prod.ofType("AWS::Lambda::Function");

  test("are one for each endpoint and worker, and the one for unknown routes", () => {
    const names = functions.map((each) => as(LambdaFunction, each).FunctionName).sort();
    const ids = [...operations, ...workers].map(({ id }) => id);
    expect(names).toEqual([...ids, "unknownRoute"].map((id) => physicalName(config, kebab(id))).sort());
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(64);
  });

  test("are found by the name of their operation, for sam local invoke", () => {
    const ids = new Set(functions.map(({ logicalId }) => logicalId));
    for (const { id } of operations) expect(ids).toContain(pascal(id));
  });

  test("run Node 24 on arm64, log JSON into their domain's group, and have no setting that the code does not know", () => {
    for (const each of functions) {
      const made = as(LambdaFunction, each);
      expect(made).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
      expect(made.LoggingConfig).toMatchObject({ LogFormat: "JSON", SystemLogLevel: "WARN" });
      expect(made.LoggingConfig.LogGroup).toBeDefined();
      const unknown = Object.keys(made.Environment?.Variables ?? {}).filter((name) => !(name in SETTINGS));
      expect(unknown, each.logicalId).toEqual([]);
    }
  });

  test("have every setting that the stack can know", () => {
    const missing = new Set(Object.keys(SETTINGS));
    for (const each of functions) {
      for (const name of Object.keys(as(LambdaFunction, each).Environment?.Variables ?? {}))
        missing.delete(name);
    }
    expect([...missing].sort()).toEqual(["BUDGETS", "DATA_SECRET", "LOCAL_CLOCK", "SIGNING_SECRETS"]);
  });

  test("become one a domain when the grain says so, behind the same routes", () => {
    const coarse = synthesise({ ...config, grain: "domain" }, manifest);
    const domains = new Set(operations.map(({ domain }) => domain));
    expect(coarse.ofType("AWS::Lambda::Function")).toHaveLength(domains.size + workers.length + 1);
    expect(coarse.ofType("AWS::ApiGatewayV2::Integration")).toHaveLength(domains.size + 1);
    expect(routeKeys(coarse)).toEqual(routeKeys(prod));
  });
});

describe("routes", () => {
  test("are those of the manifest and the one for everything else", () => {
    expect(routeKeys(prod)).toEqual(
      [...operations.map(({ method, path }) => `${method} ${path}`), "$default"].sort(),
    );
  });
});

describe("roles", () => {
  const roles = prod
    .ofType("AWS::IAM::Role")
    .map((role) => ({ role, statements: as(Policies, role).Policies }));
  const statementsOf = (id: string) =>
    roles.find(({ role }) => role.logicalId === `${pascal(id)}Role`)?.statements ?? [];

  test("name every action, and every resource but X-Ray's, which has none", () => {
    for (const { role, statements } of roles) {
      for (const { Action, Resource } of statements) {
        expect(
          Action.filter((action) => action.includes("*")),
          role.logicalId,
        ).toEqual([]);
        if (JSON.stringify([Resource].flat()).includes('"*"')) {
          expect(
            Action.every((action) => action.startsWith("xray:Put")),
            role.logicalId,
          ).toBe(true);
        }
      }
    }
  });

  test("hold all that a function may do: no managed policies, no policies beside them, and nobody may scan", () => {
    expect(prod.ofType("AWS::IAM::Policy")).toEqual([]);
    expect(prod.ofType("AWS::IAM::ManagedPolicy")).toEqual([]);
    expect(roles.flatMap(({ role }) => role.properties.ManagedPolicyArns ?? [])).toEqual([]);
    expect(JSON.stringify(roles)).not.toContain(":Scan");
  });

  test("let a GET read, and anything else write", () => {
    const reading = operations.find(({ method }) => method === "GET")?.id ?? "";
    const writing = operations.find(({ method }) => method === "POST")?.id ?? "";
    const read = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query", "dynamodb:UpdateItem"];
    const write = [...read, "dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:PutItem"];
    expect(actionsOf(statementsOf(reading), "dynamodb")).toEqual(read.sort());
    expect(actionsOf(statementsOf(writing), "dynamodb")).toEqual(write.sort());
    expect(actionsOf(statementsOf(writing), "s3")).toEqual([]);
    expect(actionsOf(statementsOf(writing), "ses")).toEqual([]);
  });

  test("let a worker have what it says it uses, and what starts it", () => {
    expect(actionsOf(statementsOf("sendEmail"), "ses")).toEqual(["ses:SendEmail", "ses:SendRawEmail"]);
    expect(actionsOf(statementsOf("sendEmail"), "sqs")).toContain("sqs:ReceiveMessage");
    expect(actionsOf(statementsOf("minuteTick"), "sqs")).toEqual(["sqs:SendMessage"]);
    expect(actionsOf(statementsOf("transformImage"), "dynamodb")).toEqual([]);
    const texts = statementsOf("verifyPhone").find(({ Action }) => Action.includes("sns:Publish"));
    expect(texts?.Resource).toBeUndefined();
    expect(JSON.stringify(texts?.NotResource)).toContain(":sns:*:*:*");
  });
});

describe("queues", () => {
  const queues = prod.ofType("AWS::SQS::Queue").map((each) => as(Queue, each));
  const named = (name: string) => queues.find(({ QueueName }) => QueueName === physicalName(config, name));

  test("have dead-letter queues, named after them", () => {
    for (const { id } of queued) {
      expect(named(kebab(id))?.RedrivePolicy, id).toBeDefined();
      expect(named(`${kebab(id)}-dlq`), id).toBeDefined();
    }
  });

  test("hide a message for at least six times as long as its worker may run", () => {
    for (const worker of queued) {
      const visibility = named(kebab(worker.id))?.VisibilityTimeout ?? 30;
      expect(visibility, worker.id).toBeGreaterThanOrEqual(6 * timeoutOf(worker));
    }
  });

  test("have an alarm on age, and their dead letters one on number, in every environment", () => {
    for (const name of ENVIRONMENTS) {
      const alarms = synthesise(configOf(name), manifest).ofType("AWS::CloudWatch::Alarm");
      const on = (metric: string) =>
        alarms.filter((alarm) => JSON.stringify(alarm.properties).includes(`"${metric}"`));
      expect(on("ApproximateAgeOfOldestMessage").length, name).toBe(queued.length);
      // The stream's reader has dead letters too.
      expect(on("ApproximateNumberOfMessagesVisible").length, name).toBe(queued.length + 1);
      for (const alarm of alarms) expect(alarm.properties.AlarmActions, alarm.logicalId).toHaveLength(1);
    }
  });

  test("refuse plain HTTP", () => {
    expect(prod.ofType("AWS::SQS::QueuePolicy")).toHaveLength(queues.length);
  });
});

describe("sources", () => {
  const Mapping = z.looseObject({
    FunctionResponseTypes: z.array(z.string()),
    FilterCriteria: z.unknown().optional(),
  });
  const mappings = prod.ofType("AWS::Lambda::EventSourceMapping");

  test("take partial failures, all of them", () => {
    expect(mappings).toHaveLength(queued.length + 1);
    for (const each of mappings)
      expect(as(Mapping, each).FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
  });

  test("start the fan-out for inserts of outbox items alone, and split a batch that fails", () => {
    const source = mappings.find(({ logicalId }) => logicalId === "FanOutSource");
    expect(source?.properties).toMatchObject({ BisectBatchOnFunctionError: true });
    const filters = z
      .object({ Filters: z.array(z.object({ Pattern: z.string() })) })
      .parse(source?.properties.FilterCriteria);
    expect(filters.Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { eventName: ["INSERT"], dynamodb: { NewImage: { _t: { S: LAYOUT.outbox } } } },
    ]);
  });

  test("do no more side by side than a worker allows", () => {
    const source = mappings.find(({ logicalId }) => logicalId === "SendEmailSource");
    expect(source?.properties).toMatchObject({ ScalingConfig: { MaximumConcurrency: 5 } });
  });
});

describe("data", () => {
  const tableIn = (system: Synthesis) => system.ofType("AWS::DynamoDB::Table")[0];

  test("can be restored to any second, and are protected outside dev", () => {
    for (const name of ENVIRONMENTS) {
      const table = tableIn(synthesise(configOf(name), manifest));
      expect(table?.properties).toMatchObject({
        BillingMode: "PAY_PER_REQUEST",
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: name !== "dev",
        StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
        TimeToLiveSpecification: { AttributeName: LAYOUT.ttl, Enabled: true },
      });
      expect(table?.attributes.DeletionPolicy, name).toBe(name === "dev" ? "Delete" : "Retain");
    }
  });

  test("have the indexes of the layout, which carry what a list filters by", () => {
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

  test("in buckets are private, encrypted, and only reached by TLS", () => {
    const buckets = prod.ofType("AWS::S3::Bucket");
    expect(buckets).toHaveLength(3);
    for (const { properties } of buckets) {
      expect(properties.PublicAccessBlockConfiguration).toMatchObject({
        BlockPublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(properties.BucketEncryption).toBeDefined();
    }
    expect(prod.ofType("AWS::S3::BucketPolicy")).toHaveLength(buckets.length);
  });

  test("in logs are kept for as long as the configuration says", () => {
    for (const { logicalId, properties } of prod.ofType("AWS::Logs::LogGroup")) {
      expect(properties.RetentionInDays, logicalId).toBe(config.logRetentionDays);
    }
  });
});

function routeKeys(system: Synthesis): unknown[] {
  return system
    .ofType("AWS::ApiGatewayV2::Route")
    .map(({ properties }) => properties.RouteKey)
    .sort();
}

function actionsOf(statements: { Action: string[] }[], service: string): string[] {
  const actions = statements
    .flatMap(({ Action }) => Action)
    .filter((action) => action.startsWith(`${service}:`));
  return [...new Set(actions)].sort();
}
