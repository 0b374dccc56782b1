import { Duration } from "aws-cdk-lib";
import { ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { MonitoringFacade } from "cdk-monitoring-constructs";
import { type Config, physicalName } from "./config.ts";

const PERIOD = Duration.minutes(5);

export function loggedAlarmsMetric(config: Config): string {
  return physicalName(config, "logged-alarms");
}

export function countRefusedCallbacks(logGroup: LogGroup, config: Config): void {
  new MetricFilter(logGroup, "RefusedCallbacks", {
    logGroup,
    filterPattern: FilterPattern.stringValue("$.callback", "=", "refused"),
    metricNamespace: config.prefix,
    metricName: refusedCallbacksMetric(config),
    metricValue: "1",
    dimensions: { provider: "$.provider", reason: "$.reason" },
  });
}

export function refusedCallbacksMetric(config: Config): string {
  return physicalName(config, "refused-callbacks");
}

/** Measures the age of the oldest due row, from lines that are logged when it is high. */
export function measureDue(logGroup: LogGroup, config: Config): void {
  new MetricFilter(logGroup, "DueAge", {
    logGroup,
    filterPattern: FilterPattern.exists("$.due_age"),
    metricNamespace: config.prefix,
    metricName: dueAgeMetric(config),
    metricValue: "$.due_age",
  });
}

export function dueAgeMetric(config: Config): string {
  return physicalName(config, "due-age");
}

/**
 * Alarms on log lines with an `alarm`: mails that SES refused or holds back, messages that SQS refused,
 * outbox rows in quarantine. The line says which.
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
