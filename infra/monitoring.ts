import { CfnOutput, Duration, NestedStack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { BillingMode, type Table } from "aws-cdk-lib/aws-dynamodb";
import * as iam from "aws-cdk-lib/aws-iam";
import * as sns from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { type CustomMetricGroup, MonitoringFacade, SnsAlarmActionStrategy } from "cdk-monitoring-constructs";
import type { Construct } from "constructs";
import { type Config, physicalName } from "./config.ts";
import { watchLogs } from "./logged-alarms.ts";
import type { WorkQueue } from "./queues.ts";

export interface MonitoredFunction {
  name: string;
  domain: string;
  replies: boolean;
}

export interface Monitored {
  config: Config;
  api: HttpApi;
  table: Table;
  queues: ReadonlyMap<string, WorkQueue>;
  /** Dead letters of what reads the stream, by worker. */
  streamDeadLetters: ReadonlyMap<string, IQueue>;
  /** All functions by their physical names; latency is watched where somebody waits for the reply. */
  functions: readonly MonitoredFunction[];
  /** Physical names of the functions that read the table's stream. */
  streamReaders: readonly string[];
}

// CloudWatch takes at most ten metrics into the expression of one alarm.
const METRICS_AN_ALARM = 10;
const PERIOD = Duration.minutes(5);
const SLOW = Duration.seconds(3);
// No data is no trouble: nothing ran.
const QUIET = { period: PERIOD, treatMissingDataOverride: TreatMissingData.NOT_BREACHING };
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
    this.watchStream(facade);
    watchLogs(facade, config);
    const domains = Map.groupBy(monitored.functions, ({ domain }) => domain);
    for (const [domain, functions] of domains) this.watchFunctions(facade, domain, functions);
  }

  private alarmTopic(config: Config): sns.Topic {
    const topic = new sns.Topic(this, "Alarms", {
      topicName: physicalName(config, "alarms"),
      enforceSSL: true,
    });
    // Asking for TLS replaces the policy that a topic has by default, and with it the right of alarms to publish.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        actions: ["sns:Publish"],
        principals: [new iam.ServicePrincipal("cloudwatch.amazonaws.com")],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": this.account } },
      }),
    );
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
        addQueueMaxMessageAgeAlarm: { Warning: { maxAgeInSeconds: OLD.toSeconds(), ...QUIET } },
        addDeadLetterQueueMaxSizeAlarm: { Critical: { maxMessageCount: 0, ...QUIET } },
      });
    }
    for (const [worker, queue] of streamDeadLetters) {
      facade.monitorSqsQueue({
        queue,
        humanReadableName: `${worker}: batches given up`,
        alarmFriendlyName: `${worker}-dead-letters`,
        addQueueMaxSizeAlarm: { Critical: { maxMessageCount: 0, ...QUIET } },
      });
    }
  }

  private watchStream(facade: MonitoringFacade): void {
    const { streamReaders } = this.monitored;
    if (streamReaders.length === 0) return;
    const watch = {
      metric: "IteratorAge",
      statistic: "Maximum",
      combine: "MAX",
      above: OLD.toMilliseconds(),
    } as const;
    facade.addLargeHeader("Stream").monitorCustom({
      humanReadableName: "Stream",
      alarmFriendlyName: "stream",
      metricGroups: [this.group("Age of what is read, ms", streamReaders, watch, true)],
    });
  }

  private watchFunctions(
    facade: MonitoringFacade,
    domain: string,
    functions: readonly MonitoredFunction[],
  ): void {
    const { functions: alarms } = this.monitored.config.alarms;
    const names = functions.map(({ name }) => name);
    const replying = functions.filter(({ replies }) => replies).map(({ name }) => name);
    const slow = {
      metric: "Duration",
      statistic: "p99",
      combine: "MAX",
      above: SLOW.toMilliseconds(),
    } as const;
    const count = (metric: "Errors" | "Throttles") =>
      ({ metric, statistic: "Sum", combine: "SUM", above: 0 }) as const;
    facade.addLargeHeader(`Functions of ${domain}`).monitorCustom({
      humanReadableName: domain,
      alarmFriendlyName: domain,
      metricGroups: [
        this.group("Errors", names, count("Errors"), alarms),
        ...(replying.length > 0 ? [this.group("Slowest p99, ms", replying, slow, alarms)] : []),
        this.group("Throttles", names, count("Throttles"), alarms),
      ],
    });
  }

  private group(title: string, all: readonly string[], watch: Watch, alarm: boolean): CustomMetricGroup {
    const chunks = Array.from({ length: Math.ceil(all.length / METRICS_AN_ALARM) }, (_, index) =>
      all.slice(index * METRICS_AN_ALARM, (index + 1) * METRICS_AN_ALARM),
    );
    const metrics = chunks.map((names, index) => {
      const part = chunks.length > 1 ? ` ${index + 1}/${chunks.length}` : "";
      const metric = combined(names, watch, `${title}${part}`, `${watch.metric.toLowerCase()}${index}`);
      if (!alarm) return metric;
      const threshold = {
        threshold: watch.above,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        ...QUIET,
        additionalDescription: `${watch.metric} of ${names.join(", ")}.`,
      };
      return { metric, alarmFriendlyName: `${watch.metric}-${index + 1}`, addAlarm: { Warning: threshold } };
    });
    return { title, metrics };
  }
}

interface Watch {
  metric: "Errors" | "Duration" | "Throttles" | "IteratorAge";
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
