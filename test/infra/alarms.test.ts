import { expect, test } from "vitest";
import * as z from "zod";
import { kebab } from "#core/http/contract.ts";
import * as manifest from "#functions/manifest.ts";
import { configOf, physicalName } from "#infra/config.ts";
import { loggedAlarms } from "#infra/logged-alarms.ts";
import { shiftsOf } from "#infra/shifts.ts";
import { as, synthesise } from "./synthesis.ts";

/**
 * What CloudWatch has of one metric: a value a period of five minutes, in the unit that AWS gives it, under just the
 * dimensions that the service keeps it by. Nothing is kept of a period in which nothing came.
 */
interface Series {
  namespace: string;
  metric: string;
  dimensions: Readonly<Record<string, string>>;
  values: readonly (number | undefined)[];
}

const Dimensions = z
  .array(z.object({ Name: z.string(), Value: z.unknown() }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ Name, Value }) => [Name, nameOf(Value)])));
const Stat = z.object({
  Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions }),
  Period: z.literal(300),
  Stat: z.string(),
});
const Alarm = z.object({
  ComparisonOperator: z.literal("GreaterThanThreshold"),
  DatapointsToAlarm: z.int(),
  EvaluationPeriods: z.int(),
  Threshold: z.number(),
  TreatMissingData: z.literal("notBreaching"),
  AlarmActions: z.array(z.unknown()).length(1),
  OKActions: z.array(z.unknown()).length(1),
  Metrics: z
    .array(
      z.object({
        Id: z.string(),
        Expression: z.string().optional(),
        MetricStat: Stat.optional(),
        ReturnData: z.boolean().default(true),
      }),
    )
    .optional(),
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Period: z.literal(300).optional(),
  Dimensions,
});
type Alarm = z.infer<typeof Alarm>;

const config = configOf("prod", {});
const system = synthesise(config, manifest);
const alarms = system
  .ofType("AWS::CloudWatch::Alarm")
  .map((each) => ({ id: each.logicalId, alarm: as(Alarm, each) }));
const of = (name: string) => physicalName(config, name);
const queues = shiftsOf(manifest.workers).filter(({ trigger }) => trigger.kind === "queue");

/** A day as it should be, by the three hours of it that a test looks at. */
const GOOD: Series[] = [
  { namespace: "AWS/ApiGateway", metric: "Latency", dimensions: api(), values: [210, 480, 3900, 350, 300] },
  // One answer of 500 now and then is no incident.
  { namespace: "AWS/ApiGateway", metric: "5xx", dimensions: api(), values: [0, 1, 0, 0, 2] },
  { namespace: "AWS/Lambda", metric: "Errors", dimensions: {}, values: [0, 0, 0, 0, 0] },
  { namespace: "AWS/Lambda", metric: "Throttles", dimensions: {}, values: [0, 0, 0, 0, 0] },
  ofFunction("transform-image", "Duration", [400, 4100, 900, undefined, 300]),
  ofFunction("fan-out", "IteratorAge", [12, 900, undefined, 30, 12]),
  ...queues.map(({ id }) => ofQueue(kebab(id), "ApproximateAgeOfOldestMessage", [0, 40, 310, undefined, 2])),
  ...["work-dlq", "fan-out-dlq"].map((name) =>
    ofQueue(name, "ApproximateNumberOfMessagesVisible", [0, undefined, 0, 0, 0]),
  ),
];

/** What is wrong, one at a time, each as AWS tells of it; all else stays as on a good day. */
const BAD: Record<string, Series> = {
  "the API fails": { namespace: "AWS/ApiGateway", metric: "5xx", dimensions: api(), values: [0, 9] },
  "the API is slow": {
    namespace: "AWS/ApiGateway",
    metric: "Latency",
    dimensions: api(),
    values: [3400, 5200, 8000],
  },
  "the table's partition is too hot to read": ofTable("ReadThrottleEvents", {}, [14]),
  "an index's partition is too hot to read": ofTable(
    "ReadThrottleEvents",
    { GlobalSecondaryIndexName: "list_created" },
    [3],
  ),
  "the table takes no writes": ofTable("WriteThrottleEvents", {}, [2]),
  "transactions fail at DynamoDB": ofTable("SystemErrors", { Operation: "TransactWriteItems" }, [7]),
  "reads fail at DynamoDB": ofTable("SystemErrors", { Operation: "GetItem" }, [7]),
  "a function fails": { namespace: "AWS/Lambda", metric: "Errors", dimensions: {}, values: [1] },
  "the account has no concurrency left": {
    namespace: "AWS/Lambda",
    metric: "Throttles",
    dimensions: {},
    values: [40],
  },
  "pictures take long": ofFunction("transform-image", "Duration", [5000, 7000, 9000]),
  "the fan-out lags": ofFunction("fan-out", "IteratorAge", [1_200_000]),
  "a message was given up": ofQueue("work-dlq", "ApproximateNumberOfMessagesVisible", [1]),
  "a batch of the stream was given up": ofQueue("fan-out-dlq", "ApproximateNumberOfMessagesVisible", [1]),
  "code logged an alarm, such as a mail whose fate is unknown": {
    namespace: config.prefix,
    metric: loggedAlarms(config),
    dimensions: {},
    values: [1],
  },
  ...Object.fromEntries(
    queues.map(({ id }) => [
      `work of ${id} waits`,
      ofQueue(kebab(id), "ApproximateAgeOfOldestMessage", [1000, 1300]),
    ]),
  ),
};

test("all alarms are quiet on a good day, and while nothing runs at all", () => {
  expect(alarms.length).toBeGreaterThan(10);
  expect(ringing(GOOD)).toEqual([]);
  expect(ringing([])).toEqual([]);
});

test.each(Object.entries(BAD))("when %s just one alarm rings", (_, bad) => {
  const same = ({ namespace, metric, dimensions }: Series) =>
    namespace === bad.namespace &&
    metric === bad.metric &&
    JSON.stringify(dimensions) === JSON.stringify(bad.dimensions);
  expect(ringing([...GOOD.filter((each) => !same(each)), bad])).toHaveLength(1);
});

test("no alarm is there that nothing rings", () => {
  const rung = new Set(Object.values(BAD).flatMap((bad) => ringing([bad])));
  expect(alarms.map(({ id }) => id).filter((id) => !rung.has(id))).toEqual([]);
});

function ringing(recorded: readonly Series[]): string[] {
  return alarms.filter(({ alarm }) => rings(alarm, recorded)).map(({ id }) => id);
}

/** As CloudWatch evaluates it: M of the last N periods are above; a period without a value is not. */
function rings(alarm: Alarm, recorded: readonly Series[]): boolean {
  const values = valuesOf(alarm, recorded);
  const { EvaluationPeriods, DatapointsToAlarm, Threshold } = alarm;
  const windows = values.map((_, end) => values.slice(Math.max(0, end + 1 - EvaluationPeriods), end + 1));
  const isAbove = (value: number | undefined) => value !== undefined && value > Threshold;
  return windows.some((window) => window.filter(isAbove).length >= DatapointsToAlarm);
}

function valuesOf(alarm: Alarm, recorded: readonly Series[]): (number | undefined)[] {
  const { Metrics, Namespace = "", MetricName = "", Dimensions: dimensions } = alarm;
  if (!Metrics) return find(recorded, Namespace, MetricName, dimensions);
  const result = Metrics.find(({ ReturnData }) => ReturnData);
  if (result?.Expression) return select(result.Expression, recorded);
  const metric = result?.MetricStat?.Metric;
  return metric ? find(recorded, metric.Namespace, metric.MetricName, metric.Dimensions) : [];
}

/** A metric is found by all of its dimensions and no others. */
function find(
  recorded: readonly Series[],
  namespace: string,
  metric: string,
  dimensions: Record<string, string>,
): (number | undefined)[] {
  const named = (list: object) => JSON.stringify(Object.entries(list).sort());
  const found = recorded.find(
    (each) =>
      each.namespace === namespace && each.metric === metric && named(each.dimensions) === named(dimensions),
  );
  return [...(found?.values ?? [])];
}

/** The queries of Metrics Insights that are used: a sum over all series of a namespace, whatever their dimensions. */
function select(expression: string, recorded: readonly Series[]): (number | undefined)[] {
  const [, metric, namespace, name, value] =
    /^SELECT SUM\((\w+)\) FROM "([\w/]+)" WHERE (\w+) = '([^']+)'$/.exec(expression) ?? [];
  if (!metric || !name) throw new Error(`This test does not know the expression ${expression}.`);
  const found = recorded.filter(
    (each) => each.namespace === namespace && each.metric === metric && each.dimensions[name] === value,
  );
  const length = Math.max(0, ...found.map(({ values }) => values.length));
  return Array.from({ length }, (_, period) => {
    const values = found.flatMap((each) => each.values[period] ?? []);
    return values.length === 0 ? undefined : values.reduce((sum, each) => sum + each, 0);
  });
}

function api(): Record<string, string> {
  return { ApiId: "the API", Stage: "$default" };
}

function ofTable(metric: string, more: Record<string, string>, values: number[]): Series {
  return { namespace: "AWS/DynamoDB", metric, dimensions: { TableName: of("table"), ...more }, values };
}

function ofFunction(name: string, metric: string, values: (number | undefined)[]): Series {
  return { namespace: "AWS/Lambda", metric, dimensions: { FunctionName: of(name) }, values };
}

function ofQueue(name: string, metric: string, values: (number | undefined)[]): Series {
  return { namespace: "AWS/SQS", metric, dimensions: { QueueName: of(name) }, values };
}

// The API's id is known when it is made: the template has a reference.
function nameOf(value: unknown): string {
  return typeof value === "string" ? value : "the API";
}
