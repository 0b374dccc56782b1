import { Duration, NestedStack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { BillingMode, type ITable } from "aws-cdk-lib/aws-dynamodb";
import * as iam from "aws-cdk-lib/aws-iam";
import * as sns from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { MonitoringFacade, SnsAlarmActionStrategy } from "cdk-monitoring-constructs";
import type { Construct } from "constructs";
import { Alarms } from "./alarms.ts";
import { type Config, physicalName, tableNameOf } from "./config.ts";
import { dashboardWidgets } from "./dashboard-widgets.ts";
import { dueAgeMetric, watchLogs } from "./logged-alarms.ts";

/** What the alarms watch. Names are without the prefix that all resources share. */
interface MonitoredNames {
  config: Config;
  api: HttpApi;
  table: ITable;
  queues: readonly string[];
  deadLetters: readonly string[];
  /** Functions that read the table's stream. */
  streamReaders: readonly string[];
  /** Functions behind the CDN, whose replies people wait for. */
  interactiveFunctions: readonly string[];
  scheduledFunctions: readonly string[];
}

const PERIOD = Duration.minutes(5);
const SLOW_REPLY = Duration.seconds(3);
const MAX_WORK_AGE = Duration.minutes(15);

/**
 * One dashboard, and all alarms with their topic. Alarms cost by metric, so functions are watched together,
 * and the dashboard's tables show which one failed. Its widgets search by name, so their number and the
 * stack's parameters do not grow.
 */
export class Monitoring extends NestedStack {
  /** The topic that all alarms go to. */
  readonly topicArn: string;
  private readonly monitored: MonitoredNames;
  private readonly facade: MonitoringFacade;
  private readonly alarms: Alarms;

  constructor(scope: Construct, id: string, monitored: MonitoredNames) {
    super(scope, id);
    this.monitored = monitored;
    const { config } = monitored;
    const topic = this.alarmTopic(config);
    this.topicArn = topic.topicArn;
    this.facade = new MonitoringFacade(this, physicalName(config, "system"), {
      metricFactoryDefaults: { namespace: config.prefix },
      alarmFactoryDefaults: {
        alarmNamePrefix: physicalName(config, "alarm"),
        actionsEnabled: true,
        action: new SnsAlarmActionStrategy({ onAlarmTopic: topic, onOkTopic: topic }),
        datapointsToAlarm: 1,
        evaluationPeriods: 1,
      },
    });
    this.alarms = new Alarms(this.facade, config);
    this.watchApi();
    this.watchTable();
    this.watchQueues();
    this.watchFunctions();
    this.alarms.mail();
    watchLogs(this.facade, config);
    this.watchDue();
    this.facade.addLargeHeader("Which of them");
    for (const widget of dashboardWidgets(config)) this.facade.addWidget(widget);
  }

  private alarmTopic(config: Config): sns.Topic {
    const topic = new sns.Topic(this, "Alarms", {
      topicName: physicalName(config, "alarms"),
      enforceSSL: true,
    });
    // Enforcing TLS replaces the topic's default policy, which lets alarms publish.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        actions: ["sns:Publish"],
        principals: [new iam.ServicePrincipal("cloudwatch.amazonaws.com")],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": this.account } },
      }),
    );
    if (config.alarms.email) topic.addSubscription(new EmailSubscription(config.alarms.email));
    return topic;
  }

  private watchApi(): void {
    this.facade.addLargeHeader("API").monitorApiGatewayV2HttpApi({
      api: this.monitored.api,
      humanReadableName: "API",
      alarmFriendlyName: "api",
      addLatencyP99Alarm: {
        Warning: { maxLatency: SLOW_REPLY, period: PERIOD, datapointsToAlarm: 3, evaluationPeriods: 3 },
      },
    });
    const dimensions = { ApiId: this.monitored.api.apiId, Stage: "$default" };
    const answers = { namespace: "AWS/ApiGateway", part: "5xx", whole: "Count", dimensions, share: 0.001 };
    this.alarms.tooMany("api", { ...answers, least: 5 });
    // In a small shop, two failures may be all sales of a day.
    const seldom = { suffix: "5xx-seldom", period: Duration.hours(1), of: { datapoints: 2, periods: 24 } };
    this.alarms.tooMany("api", { ...answers, ...seldom, least: 0 });
  }

  private watchTable(): void {
    this.facade.addLargeHeader("Table").monitorDynamoTable({
      table: this.monitored.table,
      billingMode: BillingMode.PAY_PER_REQUEST,
      humanReadableName: "Table",
      alarmFriendlyName: "table",
    });
    this.tableAlarm("ReadThrottleEvents", 0);
    this.tableAlarm("WriteThrottleEvents", 0);
    this.tableAlarm("SystemErrors", 5);
  }

  /**
   * Queries the metric by name: DynamoDB begins the series of an index or operation at its first error, and a
   * sum of listed series has no value while one is missing.
   */
  private tableAlarm(metric: string, above: number): void {
    const name = tableNameOf(this.monitored.config);
    const expression = `SELECT SUM(${metric}) FROM "AWS/DynamoDB" WHERE TableName = '${name}'`;
    const query = new MathExpression({ expression, label: metric, period: PERIOD, usingMetrics: {} });
    this.alarms.add("table", query, { metric, above });
  }

  private watchQueues(): void {
    const { queues, deadLetters } = this.monitored;
    const age = {
      metric: "ApproximateAgeOfOldestMessage",
      statistic: "Maximum",
      above: MAX_WORK_AGE.toSeconds(),
    };
    for (const name of queues) this.alarms.above(name, { namespace: "AWS/SQS", ...age }, { QueueName: name });
    const visible = { metric: "ApproximateNumberOfMessagesVisible", statistic: "Maximum", above: 0 };
    for (const name of deadLetters)
      this.alarms.above(name, { namespace: "AWS/SQS", ...visible }, { QueueName: name });
  }

  private watchFunctions(): void {
    const { streamReaders, interactiveFunctions, scheduledFunctions } = this.monitored;
    for (const metric of ["Errors", "Throttles"])
      this.alarms.above(`functions-${metric.toLowerCase()}`, {
        namespace: "AWS/Lambda",
        metric,
        statistic: "Sum",
        above: 0,
      });
    for (const name of interactiveFunctions) this.alarms.interactive(name);
    for (const name of scheduledFunctions) this.alarms.scheduled(name);
    const most = Math.floor(0.8 * this.monitored.config.concurrency);
    this.alarms.above("concurrency", {
      namespace: "AWS/Lambda",
      metric: "ConcurrentExecutions",
      statistic: "Maximum",
      above: most,
    });
    const age = { metric: "IteratorAge", statistic: "Maximum", above: MAX_WORK_AGE.toMilliseconds() };
    for (const name of streamReaders)
      this.alarms.above(name, { namespace: "AWS/Lambda", ...age }, { FunctionName: name });
  }

  private watchDue(): void {
    const { config } = this.monitored;
    const metricName = dueAgeMetric(config);
    const age = new Metric({ namespace: config.prefix, metricName, statistic: "Maximum", period: PERIOD });
    this.alarms.add("due", age, { metric: "age", above: MAX_WORK_AGE.toSeconds(), periods: 2 });
  }
}
