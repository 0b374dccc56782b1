import { Duration } from "aws-cdk-lib";
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { MonitoringFacade } from "cdk-monitoring-constructs";
import { type Config, physicalName } from "./config.ts";

const PERIOD = Duration.minutes(5);
const SLOW = Duration.seconds(3);

interface Watch {
  namespace: "AWS/Lambda" | "AWS/SQS";
  metric: string;
  statistic: string;
  above: number;
  /** How many periods in a row; one unless said. */
  periods?: number;
}

/** A part of something that is too large: as a count, which a small shop reaches, and as a share, which a large one does. */
interface Share {
  namespace: string;
  part: string;
  whole: string;
  /** Ends the alarm's name; the part's unless said. */
  suffix?: string;
  dimensions?: Record<string, string>;
  /** The count that it may be, and the share. */
  least: number;
  share: number;
  period?: Duration;
  /** So many of the last periods. */
  of?: { datapoints: number; periods: number };
}

/** The alarms of a deployment, by what they look at. */
export class Alarms {
  private readonly facade: MonitoringFacade;
  private readonly config: Config;

  constructor(facade: MonitoringFacade, config: Config) {
    this.facade = facade;
    this.config = config;
  }

  /** No data is no trouble: nothing ran. */
  above(name: string, watch: Watch, dimensions: Readonly<Record<string, string>> = {}): void {
    const { config } = this;
    const { namespace, metric, statistic } = watch;
    const dimensionsMap = Object.fromEntries(
      Object.entries(dimensions).map(([key, value]) => [key, physicalName(config, value)]),
    );
    const options = { metricName: metric, statistic, period: PERIOD, dimensionsMap };
    this.add(name, new Metric({ namespace, ...options }), watch);
  }

  /** Rings where a part of something is too large, as a count and as a share. */
  tooMany(
    name: string,
    { namespace, part, whole, suffix = part, dimensions = {}, least, share, period = PERIOD, of }: Share,
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
   * Rings before SES looks into the account, and then stops its mail: from 5 % of bounces or 0.1 % of complaints on. There
   * is no value of what did not happen on a day.
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
      usingMetrics: {
        bounced: metric("Bounce"),
        complained: metric("Complaint"),
        sent: metric("Send"),
      },
    });
    this.add("mail", query, { metric: "reputation", above: 0, period });
  }

  /** Rings where somebody waits for a function for long, or gets no answer of it. */
  waitedFor(name: string): void {
    const FunctionName = physicalName(this.config, name);
    const of = { namespace: "AWS/Lambda", period: PERIOD, dimensionsMap: { FunctionName } };
    const slow = new Metric({ ...of, metricName: "Duration", statistic: "p99" });
    const calls = new Metric({ ...of, metricName: "Invocations", statistic: "Sum" });
    // Of a few calls the slowest is a cold start.
    const expression = "IF(calls >= 10, slow, 0)";
    const many = new MathExpression({
      expression,
      label: "Duration",
      period: PERIOD,
      usingMetrics: { slow, calls },
    });
    this.add(name, many, { metric: "Duration", above: SLOW.toMilliseconds(), periods: 3 });
    // What the CDN answers with 5xx, as far as it is ours: its own metrics are in another region.
    const failed = { part: "Url5xxCount", whole: "UrlRequestCount", least: 1, share: 0.01 };
    const hours = { period: Duration.hours(1), of: { datapoints: 2, periods: 24 } };
    this.tooMany(name, { namespace: "AWS/Lambda", dimensions: { FunctionName }, ...failed, ...hours });
  }

  /** What the minutes start runs also while nothing else does: that there is no data is the trouble. */
  ticking(name: string): void {
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
    }: Pick<Watch, "metric" | "above" | "periods"> & { datapoints?: number; period?: Duration },
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
