import { Duration } from "aws-cdk-lib";
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { MonitoringFacade } from "cdk-monitoring-constructs";
import { type Config, physicalName } from "./config.ts";

const PERIOD = Duration.minutes(5);
const SLOW_REPLY = Duration.seconds(3);

interface Threshold {
  namespace: "AWS/Lambda" | "AWS/SQS";
  metric: string;
  statistic: string;
  above: number;
  /** Consecutive periods above the threshold; 1 by default. */
  periods?: number;
}

/** An alarm on a share of failures also needs a minimum count: in a small shop one failure is a large share. */
interface ShareRule {
  namespace: string;
  part: string;
  whole: string;
  /** Suffix of the alarm's name; the metric's own name by default. */
  suffix?: string;
  dimensions?: Record<string, string>;
  /** The alarm needs both: more failures than this, and a larger share than `share`. */
  least: number;
  share: number;
  period?: Duration;
  /** In how many of the last periods both must be exceeded. */
  of?: { datapoints: number; periods: number };
}

export class Alarms {
  private readonly facade: MonitoringFacade;
  private readonly config: Config;

  constructor(facade: MonitoringFacade, config: Config) {
    this.facade = facade;
    this.config = config;
  }

  /** An alarm above a threshold. Missing data triggers none: nothing ran in that period. */
  above(name: string, watch: Threshold, dimensions: Readonly<Record<string, string>> = {}): void {
    const { config } = this;
    const { namespace, metric, statistic } = watch;
    const dimensionsMap = Object.fromEntries(
      Object.entries(dimensions).map(([key, value]) => [key, physicalName(config, value)]),
    );
    const options = { metricName: metric, statistic, period: PERIOD, dimensionsMap };
    this.add(name, new Metric({ namespace, ...options }), watch);
  }

  /** An alarm when one metric exceeds both a count and a share of another metric. */
  tooMany(
    name: string,
    { namespace, part, whole, suffix = part, dimensions = {}, least, share, period = PERIOD, of }: ShareRule,
  ): void {
    const metric = (metricName: string) =>
      new Metric({ namespace, metricName, statistic: "Sum", period, dimensionsMap: dimensions });
    const query = new MathExpression({
      expression: `IF(part > ${least} AND part > ${share} * whole, part, 0)`,
      label: suffix,
      period,
      usingMetrics: { part: metric(part), whole: metric(whole) },
    });
    const { datapoints = 1, periods = 1 } = of ?? {};
    this.add(name, query, { metric: suffix, above: 0, periods, datapoints, period });
  }

  /**
   * SES reviews an account with 5 % bounces or 0.1 % complaints, and may stop its mail: this alarm comes
   * earlier. A day without mail has no value.
   */
  mail(): void {
    const period = Duration.days(1);
    const metric = (metricName: string) =>
      new Metric({ namespace: "AWS/SES", metricName, statistic: "Sum", period });
    const [bounced, complained] = ["FILL(bounced, 0)", "FILL(complained, 0)"];
    const complaints = `IF(${complained} > 1 AND ${complained} > 0.0008 * sent, ${complained}, 0)`;
    const query = new MathExpression({
      expression: `IF(${bounced} > 4 AND ${bounced} > 0.04 * sent, ${bounced}, ${complaints})`,
      label: "bounces or complaints",
      period,
      usingMetrics: { bounced: metric("Bounce"), complained: metric("Complaint"), sent: metric("Send") },
    });
    this.add("mail", query, { metric: "reputation", above: 0, period });
  }

  /** Alarms when a function that a person waits for is slow or fails. */
  interactive(name: string): void {
    const FunctionName = physicalName(this.config, name);
    const of = { namespace: "AWS/Lambda", period: PERIOD, dimensionsMap: { FunctionName } };
    const slow = new Metric({ ...of, metricName: "Duration", statistic: "p99" });
    const calls = new Metric({ ...of, metricName: "Invocations", statistic: "Sum" });
    // With fewer than ten calls, the p99 is that of a single cold start.
    const expression = "IF(calls >= 10, slow, 0)";
    const many = new MathExpression({
      expression,
      label: "Duration",
      period: PERIOD,
      usingMetrics: { slow, calls },
    });
    this.add(name, many, { metric: "Duration", above: SLOW_REPLY.toMilliseconds(), periods: 3 });
    // Counts the 5xx that our function gave the CDN: CloudFront's own metrics are in another region.
    const failed = { part: "Url5xxCount", whole: "UrlRequestCount", least: 1, share: 0.01 };
    const hours = { period: Duration.hours(1), of: { datapoints: 2, periods: 24 } };
    this.tooMany(name, { namespace: "AWS/Lambda", dimensions: { FunctionName }, ...failed, ...hours });
  }

  /** Scheduled workers run every minute, so missing data means that they have stopped. */
  scheduled(name: string): void {
    const { config } = this;
    const calls = new Metric({
      namespace: "AWS/Lambda",
      metricName: "Invocations",
      statistic: "Sum",
      period: PERIOD,
      dimensionsMap: { FunctionName: physicalName(config, name) },
    });
    this.facade.createAlarmFactory(name).addAlarm(calls, {
      alarmNameSuffix: "Invocations",
      alarmDescription: `${name} did not run for 15 minutes.`,
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      period: PERIOD,
      evaluationPeriods: 3,
      datapointsToAlarm: 3,
      disambiguator: "Critical",
    });
  }

  add(
    name: string,
    of: Metric | MathExpression,
    {
      metric,
      above,
      periods = 1,
      datapoints = periods,
      period = PERIOD,
    }: Pick<Threshold, "metric" | "above" | "periods"> & { datapoints?: number; period?: Duration },
  ): void {
    this.facade.createAlarmFactory(name).addAlarm(of, {
      alarmNameSuffix: metric,
      alarmDescription: `${metric} of ${name} above ${above}.`,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      period,
      evaluationPeriods: periods,
      datapointsToAlarm: datapoints,
      disambiguator: "Critical",
    });
  }
}
