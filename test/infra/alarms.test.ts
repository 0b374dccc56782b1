import { expect, test } from "vitest";
import * as z from "zod";
import { kebab } from "#core/http/contract.ts";
import * as manifest from "#functions/manifest.ts";
import { configOf, physicalName } from "#infra/config.ts";
import { deployedUnits } from "#infra/function-settings.ts";
import { dueAgeMetric, loggedAlarmsMetric } from "#infra/logged-alarms.ts";
import { workerGroupsOf } from "#infra/worker-groups.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";
import { propertiesOf, synthesise } from "./synthesis.ts";

/**
 * Values of one CloudWatch metric for periods of five minutes, with AWS's unit and exactly its dimensions.
 * Periods without data have no value.
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
  .transform((list) => Object.fromEntries(list.map(({ Name, Value }) => [Name, textOf(Value)])));
const Stat = z.object({
  Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions }),
  Period: z.union([z.literal(300), z.literal(3600), z.literal(86_400)]),
  Stat: z.string(),
});
const Alarm = z.object({
  ComparisonOperator: z.enum(["GreaterThanThreshold", "LessThanThreshold"]),
  DatapointsToAlarm: z.int(),
  EvaluationPeriods: z.int(),
  Threshold: z.number(),
  TreatMissingData: z.enum(["notBreaching", "breaching"]),
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
  .map((each) => ({ id: each.logicalId, alarm: propertiesOf(Alarm, each) }));
const prefixed = (name: string) => physicalName(config, name);
const queues = workerGroupsOf(deployedUnits(config, manifest.workers)).filter(
  ({ trigger }) => trigger.kind === "queue",
);

/** Metrics of a good day. */
const GOOD_DAY: Series[] = [
  {
    namespace: "AWS/ApiGateway",
    metric: "Latency",
    dimensions: apiDimensions(),
    values: [210, 480, 3900, 350, 300],
  },
  // Too few to trigger an alarm.
  { namespace: "AWS/ApiGateway", metric: "5xx", dimensions: apiDimensions(), values: [0, 1, 0, 0, 2] },
  {
    namespace: "AWS/ApiGateway",
    metric: "Count",
    dimensions: apiDimensions(),
    values: allDay(900, 1200, 700, 800, 2400),
  },
  { namespace: "AWS/SES", metric: "Send", dimensions: {}, values: [40, 10, 30, 0, 20] },
  { namespace: "AWS/SES", metric: "Bounce", dimensions: {}, values: [0, 2, 0, 0, 1] },
  { namespace: "AWS/SES", metric: "Complaint", dimensions: {}, values: [0, 0, 1, 0, 0] },
  { namespace: "AWS/Lambda", metric: "ConcurrentExecutions", dimensions: {}, values: [4, 60, 12, 9, 30] },
  {
    namespace: config.prefix,
    metric: dueAgeMetric(config),
    dimensions: {},
    values: [undefined, 200, 950, 190, 40],
  },
  functionSeries("transform-image", "Invocations", [120, 90, 14, undefined, 60]),
  functionSeries("transform-image", "UrlRequestCount", allDay(120, 90, 14, undefined, 60)),
  functionSeries("transform-image", "Url5xxCount", [0, 1, 0, undefined, 0]),
  functionSeries("look-for-due", "Invocations", [5, 5, 5, 5, 5]),
  { namespace: "AWS/Lambda", metric: "Errors", dimensions: {}, values: [0, 0, 0, 0, 0] },
  { namespace: "AWS/Lambda", metric: "Throttles", dimensions: {}, values: [0, 0, 0, 0, 0] },
  functionSeries("transform-image", "Duration", [400, 4100, 900, undefined, 300]),
  functionSeries("fan-out", "IteratorAge", [12, 900, undefined, 30, 12]),
  ...queues.map(({ id }) =>
    queueSeries(kebab(id), "ApproximateAgeOfOldestMessage", [0, 40, 310, undefined, 2]),
  ),
  ...["work-dlq", "fan-out-dlq"].map((name) =>
    queueSeries(name, "ApproximateNumberOfMessagesVisible", [0, undefined, 0, 0, 0]),
  ),
];

/** The metrics of one fault each, which replace those of a good day. */
const BAD_DAYS: Record<string, Series | Series[]> = {
  "the API fails": {
    namespace: "AWS/ApiGateway",
    metric: "5xx",
    dimensions: apiDimensions(),
    values: [0, 9],
  },
  "the API is slow": {
    namespace: "AWS/ApiGateway",
    metric: "Latency",
    dimensions: apiDimensions(),
    values: [3400, 5200, 8000],
  },
  "the table's partition is too hot to read": tableSeries("ReadThrottleEvents", {}, [14]),
  "an index's partition is too hot to read": tableSeries(
    "ReadThrottleEvents",
    { GlobalSecondaryIndexName: "list_created" },
    [3],
  ),
  "the table takes no writes": tableSeries("WriteThrottleEvents", {}, [2]),
  "transactions fail at DynamoDB": tableSeries("SystemErrors", { Operation: "TransactWriteItems" }, [7]),
  "reads fail at DynamoDB": tableSeries("SystemErrors", { Operation: "GetItem" }, [7]),
  "a function fails": { namespace: "AWS/Lambda", metric: "Errors", dimensions: {}, values: [1] },
  "the account has no concurrency left": {
    namespace: "AWS/Lambda",
    metric: "Throttles",
    dimensions: {},
    values: [40],
  },
  "pictures take long": functionSeries("transform-image", "Duration", [5000, 7000, 9000]),
  "pictures fail": functionSeries("transform-image", "Url5xxCount", [
    ...repeat(6, 12),
    ...repeat(0, 12),
    ...repeat(4, 12),
  ]),
  "every checkout of a small shop fails": [
    {
      namespace: "AWS/ApiGateway",
      metric: "5xx",
      dimensions: apiDimensions(),
      values: [2, ...repeat(0, 40), 3, ...repeat(0, 90), 2],
    },
    { namespace: "AWS/ApiGateway", metric: "Count", dimensions: apiDimensions(), values: allDay(9, 0, 4) },
  ],
  "a tenth of the day's mails bounces": {
    namespace: "AWS/SES",
    metric: "Bounce",
    dimensions: {},
    values: [4, 6],
  },
  "people complain of mails": { namespace: "AWS/SES", metric: "Complaint", dimensions: {}, values: [1, 1] },
  "the account's concurrency is nearly used up": {
    namespace: "AWS/Lambda",
    metric: "ConcurrentExecutions",
    dimensions: {},
    values: [850],
  },
  "what is due is not done": {
    namespace: config.prefix,
    metric: dueAgeMetric(config),
    dimensions: {},
    values: [960, 1260],
  },
  "the minutes start nothing": functionSeries("look-for-due", "Invocations", [
    5,
    undefined,
    undefined,
    undefined,
  ]),
  "the fan-out lags": functionSeries("fan-out", "IteratorAge", [1_200_000]),
  "a message was given up": queueSeries("work-dlq", "ApproximateNumberOfMessagesVisible", [1]),
  "a batch of the stream was given up": queueSeries("fan-out-dlq", "ApproximateNumberOfMessagesVisible", [1]),
  "code logged an alarm, such as a mail whose fate is unknown": {
    namespace: config.prefix,
    metric: loggedAlarmsMetric(config),
    dimensions: {},
    values: [1],
  },
  ...Object.fromEntries(
    queues.map(({ id }) => [
      `work of ${id} waits`,
      queueSeries(kebab(id), "ApproximateAgeOfOldestMessage", [1000, 1300]),
    ]),
  ),
};

test("no alarm is triggered on a good day, or without requests", () => {
  expect(alarms.length).toBeGreaterThan(10);
  expect(triggeredAlarms(GOOD_DAY)).toEqual([]);
  expect(triggeredAlarms([functionSeries("look-for-due", "Invocations", repeat(5, 12))])).toEqual([]);
});

test("no alarm is triggered in a week of ten cold orders and one failed answer", () => {
  const random = randomFrom(newSeed());
  console.info(`seed ${random.seed}`);
  const [calls, failed, slow, pictures, sent, bounced] = Array.from({ length: 6 }, () =>
    repeat<number>(undefined, WEEK_PERIODS),
  );
  for (let order = 0; order < 10; order++) {
    const at = random.int(WEEK_PERIODS);
    for (const [list, value] of [
      [calls, 30],
      [slow, 2400],
      [pictures, 3900],
      [sent, 2],
    ] as const)
      list?.splice(at, 1, value);
    if (order === 4) failed?.splice(at, 1, 1);
    if (order < 3) bounced?.splice(at, 1, 1);
  }
  const recorded: Series[] = [
    { namespace: "AWS/ApiGateway", metric: "Count", dimensions: apiDimensions(), values: calls ?? [] },
    { namespace: "AWS/ApiGateway", metric: "5xx", dimensions: apiDimensions(), values: failed ?? [] },
    { namespace: "AWS/ApiGateway", metric: "Latency", dimensions: apiDimensions(), values: slow ?? [] },
    { namespace: "AWS/SES", metric: "Send", dimensions: {}, values: sent ?? [] },
    { namespace: "AWS/SES", metric: "Bounce", dimensions: {}, values: bounced ?? [] },
    functionSeries("transform-image", "Duration", pictures ?? []),
    functionSeries("transform-image", "Invocations", pictures?.map((one) => one && 2) ?? []),
    functionSeries("look-for-due", "Invocations", repeat(5, WEEK_PERIODS)),
  ];
  expect(triggeredAlarms(recorded)).toEqual([]);
});

test.each(Object.entries(BAD_DAYS))("when %s, exactly one alarm is triggered", (_, bad) => {
  expect(triggeredAlarms(goodDayWith(bad))).toHaveLength(1);
});

test("every alarm can be triggered", () => {
  const triggered = new Set(Object.values(BAD_DAYS).flatMap((bad) => triggeredAlarms(goodDayWith(bad))));
  expect(alarms.map(({ id }) => id).filter((id) => !triggered.has(id))).toEqual([]);
});

/** A good day with some metrics replaced. */
function goodDayWith(bad: Series | Series[]): Series[] {
  const nameOfSeries = ({ namespace, metric, dimensions }: Series) =>
    JSON.stringify([namespace, metric, dimensions]);
  const replaced = new Set([bad].flat().map(nameOfSeries));
  return [...GOOD_DAY.filter((each) => !replaced.has(nameOfSeries(each))), ...[bad].flat()];
}

function triggeredAlarms(recorded: readonly Series[]): string[] {
  return alarms.filter(({ alarm }) => isTriggered(alarm, recorded)).map(({ id }) => id);
}

/** As CloudWatch does: M of the last N periods breach. The alarm says whether missing data breaches. */
function isTriggered(alarm: Alarm, recorded: readonly Series[]): boolean {
  const values = valuesOf(alarm, recorded);
  const { EvaluationPeriods, DatapointsToAlarm, Threshold } = alarm;
  const windows = values.map((_, end) => values.slice(Math.max(0, end + 1 - EvaluationPeriods), end + 1));
  const isWrong = (value: number | undefined) => {
    if (value === undefined) return alarm.TreatMissingData === "breaching";
    return alarm.ComparisonOperator === "LessThanThreshold" ? value < Threshold : value > Threshold;
  };
  return windows.some((window) => window.filter(isWrong).length >= DatapointsToAlarm);
}

function valuesOf(alarm: Alarm, recorded: readonly Series[]): (number | undefined)[] {
  const { Metrics, Namespace = "", MetricName = "", Dimensions: dimensions } = alarm;
  if (!Metrics) return findSeries(recorded, Namespace, MetricName, dimensions);
  const result = Metrics.find(({ ReturnData }) => ReturnData);
  if (result?.Expression?.startsWith("IF(")) return evaluateFormula(result.Expression, Metrics, recorded);
  if (result?.Expression) return sumOfSeries(result.Expression, recorded);
  const metric = result?.MetricStat?.Metric;
  return metric ? findSeries(recorded, metric.Namespace, metric.MetricName, metric.Dimensions) : [];
}

/** CloudWatch finds a metric only with exactly its dimensions. */
function findSeries(
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

/** Evaluates the formulas in use: for each period, one value if a condition holds, else another. */
function evaluateFormula(
  expression: string,
  metrics: NonNullable<Alarm["Metrics"]>,
  recorded: readonly Series[],
): (number | undefined)[] {
  const inputs = metrics.flatMap(({ Id, MetricStat }) => {
    if (!MetricStat) return [];
    const { Metric, Period, Stat: stat } = MetricStat;
    const values = findSeries(recorded, Metric.Namespace, Metric.MetricName, Metric.Dimensions);
    return [{ id: Id, values: inPeriods(values, Period / 300, stat) }];
  });
  const length = Math.max(...inputs.map(({ values }) => values.length));
  return Array.from({ length }, (_, period) => {
    const filled = (id: string) => (expression.includes(`FILL(${id}, 0)`) ? 0 : undefined);
    const at = new Map(inputs.map(({ id, values }) => [id, values[period] ?? filled(id)]));
    // A formula has no value if one of its metrics has none.
    if ([...at.values()].some((each) => each === undefined)) return undefined;
    return resultOf(expression.replaceAll(/FILL\((\w+), 0\)/g, "$1"), at);
  });
}

function resultOf(expression: string, at: ReadonlyMap<string, number | undefined>): number | undefined {
  if (!expression.startsWith("IF(")) return at.get(expression) ?? Number(expression);
  const [, condition = "", value = "", other = ""] = /^IF\((.+?), (\w+), (.+)\)$/.exec(expression) ?? [];
  if (condition === "") throw new Error(`This test does not know the formula ${expression}.`);
  const isSo = condition.split(" AND ").every((each) => isTrue(each, at));
  return resultOf(isSo ? value : other, at);
}

function isTrue(comparison: string, at: ReadonlyMap<string, number | undefined>): boolean {
  const [left = "", operator, right = ""] = comparison.split(/ (>=|>) /);
  const numberOf = (text: string) =>
    text.split(" * ").reduce((product, each) => product * (at.get(each) ?? Number(each)), 1);
  return operator === ">=" ? numberOf(left) >= numberOf(right) : numberOf(left) > numberOf(right);
}

/** Aggregates values of five minutes into longer periods. */
function inPeriods(
  values: readonly (number | undefined)[],
  factor: number,
  stat: string,
): (number | undefined)[] {
  return Array.from({ length: Math.ceil(values.length / factor) }, (_, period) => {
    const own = values.slice(period * factor, (period + 1) * factor).filter((each) => each !== undefined);
    if (own.length === 0) return undefined;
    return stat === "Sum" ? own.reduce((sum, each) => sum + each, 0) : Math.max(...own);
  });
}

/** Evaluates the Metrics Insights queries in use: a sum over all series of a namespace. */
function sumOfSeries(expression: string, recorded: readonly Series[]): (number | undefined)[] {
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

const WEEK_PERIODS = 7 * 288;

function repeat<T extends number>(value: T | undefined, count: number): (T | undefined)[] {
  return Array.from({ length: count }, () => value);
}

/** Values for the 288 periods of a day, in which the given ones repeat. */
function allDay(...values: (number | undefined)[]): (number | undefined)[] {
  return Array.from({ length: 288 }, (_, period) => values[period % values.length]);
}

function apiDimensions(): Record<string, string> {
  return { ApiId: "the API", Stage: "$default" };
}

function tableSeries(metric: string, more: Record<string, string>, values: number[]): Series {
  return { namespace: "AWS/DynamoDB", metric, dimensions: { TableName: prefixed("table"), ...more }, values };
}

function functionSeries(name: string, metric: string, values: (number | undefined)[]): Series {
  return { namespace: "AWS/Lambda", metric, dimensions: { FunctionName: prefixed(name) }, values };
}

function queueSeries(name: string, metric: string, values: (number | undefined)[]): Series {
  return { namespace: "AWS/SQS", metric, dimensions: { QueueName: prefixed(name) }, values };
}

// In the template, the API's id is a reference instead of a text.
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "the API";
}
