import * as z from "zod";
import { ASSUMED, PRICES } from "./prices.ts";

export type CreatedResource = { type: string; properties: Record<string, unknown> };

const Alarm = z.looseObject({
  Metrics: z.array(z.looseObject({ MetricStat: z.unknown().optional() })).default([]),
});
const Rule = z.looseObject({ ScheduleExpression: z.string().default("") });
const Mapping = z.looseObject({ ScalingConfig: z.unknown().optional() });

/** Monthly cost by kind of resource without any requests. */
export function idleCost(resources: readonly CreatedResource[]): Record<string, number> {
  const of = (type: string) => resources.filter((each) => each.type === type).map((each) => each.properties);
  const alarms = of("AWS::CloudWatch::Alarm").map((each) => metricsOf(Alarm.parse(each)));
  const pollers = of("AWS::Lambda::EventSourceMapping").filter((each) => Mapping.parse(each).ScalingConfig);
  const ticks = of("AWS::Events::Rule").map((each) => runsAMonth(Rule.parse(each).ScheduleExpression));
  return {
    alarms: sum(alarms) * PRICES.alarmMetricMonth,
    dashboards: of("AWS::CloudWatch::Dashboard").length * PRICES.dashboardMonth,
    secrets: of("AWS::SecretsManager::Secret").length * PRICES.secretMonth,
    polling: pollers.length * ASSUMED.pollsAMinute * ASSUMED.minutesAMonth * PRICES.queueRequest,
    ticks: sum(ticks) * priceOfRun(),
  };
}

/** Cost of a million requests, four reads to one write, with the events that writes cause. */
export function costOfMillionCalls(): number {
  const a = ASSUMED;
  const call =
    PRICES.apiRequest +
    PRICES.invocation +
    a.callSeconds * a.callGigabytes * PRICES.gigabyteSecondArm +
    a.readUnits * PRICES.readUnit +
    (2 * a.logBytes * PRICES.logGigabyte) / 1e9;
  const after =
    PRICES.invocation +
    a.secondsAfterAWrite * a.gigabytesAfterAWrite * PRICES.gigabyteSecondArm +
    3 * PRICES.queueRequest;
  const write = a.writeUnits * PRICES.writeUnit + a.invocationsAfterAWrite * after;
  return 1e6 * (call + a.writes * write);
}

/** Cost of a thousand first visits to the console. */
export function costOfThousandVisits(): number {
  const { consoleBytes, consoleFiles } = ASSUMED;
  const files = consoleFiles * (PRICES.contentRequest + PRICES.edgeFunction);
  return 1000 * ((consoleBytes * PRICES.transferGigabyte) / 1e9 + files);
}

export function sum(list: readonly number[]): number {
  return list.reduce((total, each) => total + each, 0);
}

function metricsOf({ Metrics }: z.infer<typeof Alarm>): number {
  return Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length);
}

function runsAMonth(expression: string): number {
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes: Record<string, number> = { minute: 1, hour: 60, day: 1440 };
  return count ? ASSUMED.minutesAMonth / (Number(count) * (minutes[unit] ?? 1)) : 0;
}

function priceOfRun(): number {
  const { tickSeconds, tickReadUnits, logBytes } = ASSUMED;
  const run = PRICES.invocation + tickSeconds * 0.5 * PRICES.gigabyteSecondArm;
  return run + tickReadUnits * PRICES.readUnit + (logBytes * PRICES.logGigabyte) / 1e9;
}
