import { CfnOutput, Duration, NestedStack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { ComparisonOperator, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { BillingMode, type Table } from "aws-cdk-lib/aws-dynamodb";
import * as sns from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { type CustomMetricGroup, MonitoringFacade, SnsAlarmActionStrategy } from "cdk-monitoring-constructs";
import type { Construct } from "constructs";
import { type Config, physicalName } from "./config.ts";
import type { WorkQueue } from "./queues.ts";

export interface Monitored {
  config: Config;
  api: HttpApi;
  table: Table;
  queues: ReadonlyMap<string, WorkQueue>;
  /** Dead letters of what reads the stream, by worker. */
  streamDeadLetters: ReadonlyMap<string, IQueue>;
  /** Physical names of each domain's functions. */
  functions: ReadonlyMap<string, readonly string[]>;
}

// CloudWatch takes at most ten metrics into the expression of one alarm.
const METRICS_AN_ALARM = 10;
const PERIOD = Duration.minutes(5);
const SLOW = Duration.seconds(3);
const OLD = Duration.minutes(15);

/** One dashboard over everything, and the alarms with the topic that they go to. */
export class Monitoring extends NestedStack {
  private readonly monitored: Monitored;

  constructor(scope: Construct, id: string, monitored: Monitored) {
    super(scope, id);
    this.monitored = monitored;
    const { config } = monitored;
    const topic = this.alarmTopic(config);
    const facade = new MonitoringFacade(this, physicalName(config, "system"), {
      metricFactoryDefaults: { namespace: config.prefix },
      alarmFactoryDefaults: {
        alarmNamePrefix: physicalName(config, "alarm"),
        actionsEnabled: true,
        action: new SnsAlarmActionStrategy({ onAlarmTopic: topic, onOkTopic: topic }),
        datapointsToAlarm: 1,
        evaluationPeriods: 1,
      },
    });
    this.watchApi(facade);
    this.watchTable(facade);
    this.watchQueues(facade);
    for (const [domain, names] of monitored.functions) this.watchFunctions(facade, domain, names);
  }

  private alarmTopic(config: Config): sns.Topic {
    const topic = new sns.Topic(this, "Alarms", {
      topicName: physicalName(config, "alarms"),
      enforceSSL: true,
    });
    if (config.alarms.email) topic.addSubscription(new EmailSubscription(config.alarms.email));
    new CfnOutput(this, "AlarmTopic", { value: topic.topicArn, description: "Topic of all alarms" });
    return topic;
  }

  private watchApi(facade: MonitoringFacade): void {
    facade.addLargeHeader("API").monitorApiGatewayV2HttpApi({
      api: this.monitored.api,
      humanReadableName: "API",
      alarmFriendlyName: "api",
      add5xxCountAlarm: { Critical: { maxErrorCount: 5, period: PERIOD } },
      addLatencyP99Alarm: {
        Warning: { maxLatency: SLOW, period: PERIOD, datapointsToAlarm: 3, evaluationPeriods: 3 },
      },
    });
  }

  private watchTable(facade: MonitoringFacade): void {
    facade.addLargeHeader("Table").monitorDynamoTable({
      table: this.monitored.table,
      billingMode: BillingMode.PAY_PER_REQUEST,
      humanReadableName: "Table",
      alarmFriendlyName: "table",
      addReadThrottledEventsCountAlarm: { Warning: { maxThrottledEventsThreshold: 0, period: PERIOD } },
      addWriteThrottledEventsCountAlarm: { Warning: { maxThrottledEventsThreshold: 0, period: PERIOD } },
      addSystemErrorCountAlarm: { Critical: { maxErrorCount: 5, period: PERIOD } },
    });
  }

  private watchQueues(facade: MonitoringFacade): void {
    const { queues, streamDeadLetters } = this.monitored;
    if (queues.size + streamDeadLetters.size > 0) facade.addLargeHeader("Queues");
    for (const [worker, { queue, deadLetters }] of queues) {
      facade.monitorSqsQueueWithDlq({
        queue,
        deadLetterQueue: deadLetters,
        humanReadableName: worker,
        alarmFriendlyName: worker,
        addQueueMaxMessageAgeAlarm: { Warning: { maxAgeInSeconds: OLD.toSeconds(), period: PERIOD } },
        addDeadLetterQueueMaxSizeAlarm: { Critical: { maxMessageCount: 0, period: PERIOD } },
      });
    }
    for (const [worker, queue] of streamDeadLetters) {
      facade.monitorSqsQueue({
        queue,
        humanReadableName: `${worker}: batches given up`,
        alarmFriendlyName: `${worker}-dead-letters`,
        addQueueMaxSizeAlarm: { Critical: { maxMessageCount: 0, period: PERIOD } },
      });
    }
  }

  private watchFunctions(facade: MonitoringFacade, domain: string, names: readonly string[]): void {
    const chunks = Array.from({ length: Math.ceil(names.length / METRICS_AN_ALARM) }, (_, index) =>
      names.slice(index * METRICS_AN_ALARM, (index + 1) * METRICS_AN_ALARM),
    );
    facade.addLargeHeader(`Functions of ${domain}`).monitorCustom({
      humanReadableName: domain,
      alarmFriendlyName: domain,
      metricGroups: [
        this.group("Errors", chunks, { metric: "Errors", statistic: "Sum", combine: "SUM", above: 0 }),
        this.group("Slowest p99, ms", chunks, {
          metric: "Duration",
          statistic: "p99",
          combine: "MAX",
          above: SLOW.toMilliseconds(),
        }),
        this.group("Throttles", chunks, { metric: "Throttles", statistic: "Sum", combine: "SUM", above: 0 }),
      ],
    });
  }

  private group(title: string, chunks: readonly (readonly string[])[], watch: Watch): CustomMetricGroup {
    const metrics = chunks.map((names, index) => {
      const part = chunks.length > 1 ? ` ${index + 1}/${chunks.length}` : "";
      const metric = combined(names, watch, `${title}${part}`, `${watch.metric.toLowerCase()}${index}`);
      if (!this.monitored.config.alarms.functions) return metric;
      const threshold = {
        threshold: watch.above,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        additionalDescription: `${watch.metric} of ${names.join(", ")}.`,
      };
      return { metric, alarmFriendlyName: `${watch.metric}-${index + 1}`, addAlarm: { Warning: threshold } };
    });
    return { title, metrics };
  }
}

interface Watch {
  metric: "Errors" | "Duration" | "Throttles";
  statistic: string;
  combine: "SUM" | "MAX";
  above: number;
}

// By name and not by reference: the monitoring would else need an output of each function's stack.
function combined(
  names: readonly string[],
  { metric, statistic, combine }: Watch,
  label: string,
  id: string,
): MathExpression {
  const metrics = names.map(
    (FunctionName) =>
      new Metric({
        namespace: "AWS/Lambda",
        metricName: metric,
        statistic,
        dimensionsMap: { FunctionName },
        period: PERIOD,
      }),
  );
  return new MathExpression({
    expression: `${combine}(FILL(METRICS(), 0))`,
    usingMetrics: Object.fromEntries(metrics.map((each, index) => [`${id}_${index}`, each])),
    period: PERIOD,
    label,
  });
}
