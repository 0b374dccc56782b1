import { Duration } from "aws-cdk-lib";
import { ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { MonitoringFacade } from "cdk-monitoring-constructs";
import { type Config, physicalName } from "./config.ts";

const PERIOD = Duration.minutes(5);

/** The metric that counts log lines with an `alarm`. */
export function loggedAlarmsMetric(config: Config): string {
  return physicalName(config, "logged-alarms");
}

/** Counts callbacks of payment providers that had no effect, by provider and reason. */
export function countCallbacks(logGroup: LogGroup, config: Config): void {
  new MetricFilter(logGroup, "RefusedCallbacks", {
    logGroup,
    filterPattern: FilterPattern.stringValue("$.callback", "=", "refused"),
    metricNamespace: config.prefix,
    metricName: refusedCallbacksMetric(config),
    metricValue: "1",
    dimensions: { provider: "$.provider", reason: "$.reason" },
  });
}

/** The metric that counts callbacks without effect. */
export function refusedCallbacksMetric(config: Config): string {
  return physicalName(config, "refused-callbacks");
}

/** Measures how long the oldest row has waited that something is due for, where that is long. */
export function measureDue(logGroup: LogGroup, config: Config): void {
  new MetricFilter(logGroup, "DueAge", {
    logGroup,
    filterPattern: FilterPattern.exists("$.due_age"),
    metricNamespace: config.prefix,
    metricName: dueAgeMetric(config),
    metricValue: "$.due_age",
  });
}

/** The metric of the age of the oldest row that something is due for, in seconds. */
export function dueAgeMetric(config: Config): string {
  return physicalName(config, "due-age");
}

/**
 * The alarm on lines that code logs with an `alarm`: mails that SES refused, that wait for the account or its quota, or whose fate is unknown, messages that SQS
 * refused, outbox rows put aside. The line says which.
 */
export function watchLogs(facade: MonitoringFacade, config: Config): void {
  const metric = new Metric({
    namespace: config.prefix,
    metricName: loggedAlarmsMetric(config),
    statistic: "Sum",
    period: PERIOD,
  });
  const threshold = {
    threshold: 0,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    period: PERIOD,
    treatMissingDataOverride: TreatMissingData.NOT_BREACHING,
    additionalDescription: 'Log lines with an "alarm": search the log groups for it.',
  };
  const logged = { metric, alarmFriendlyName: "logged", addAlarm: { Critical: threshold } };
  facade.addLargeHeader("Logged alarms").monitorCustom({
    humanReadableName: "Logged alarms",
    alarmFriendlyName: "logged",
    metricGroups: [{ title: "Lines", metrics: [logged] }],
  });
}
