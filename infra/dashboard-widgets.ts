import { Duration } from "aws-cdk-lib";
import { GraphWidget, GraphWidgetView, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { type Config, physicalName } from "./config.ts";
import { refusedCallbacksMetric } from "./logged-alarms.ts";

const MAX_SERIES = 25;
const PERIOD = Duration.minutes(5);

/** The widgets search metrics by name, so they need no change for new functions or queues. */
export function dashboardWidgets(config: Config): GraphWidget[] {
  const prefix = physicalName(config, "");
  const of = (namespace: string, dimension: string) => (title: string, metric: string, statistic: string) => {
    const search = `SEARCH('{${namespace},${dimension}} MetricName="${metric}" "${prefix}"', '${statistic}', 300)`;
    const expression = `SORT(${search}, MAX, DESC, ${MAX_SERIES})`;
    return new GraphWidget({
      title,
      width: 12,
      view: GraphWidgetView.TIME_SERIES,
      left: [new MathExpression({ expression, label: "", usingMetrics: {}, period: PERIOD })],
    });
  };
  const callbacks = `SEARCH('{${config.prefix},provider,reason} MetricName="${refusedCallbacksMetric(config)}"', 'Sum', 300)`;
  const functions = of("AWS/Lambda", "FunctionName");
  const queues = of("AWS/SQS", "QueueName");
  return [
    functions("Functions with the most errors", "Errors", "Sum"),
    functions("Functions with the most throttles", "Throttles", "Sum"),
    functions("Slowest functions, p99, ms", "Duration", "p99"),
    functions("Functions called most", "Invocations", "Sum"),
    queues("Oldest message of a queue, s", "ApproximateAgeOfOldestMessage", "Maximum"),
    queues("Messages that wait, dead letters too", "ApproximateNumberOfMessagesVisible", "Maximum"),
    new GraphWidget({
      title: "Callbacks of payment providers without effect, by reason",
      width: 12,
      view: GraphWidgetView.TIME_SERIES,
      left: [new MathExpression({ expression: callbacks, label: "", usingMetrics: {}, period: PERIOD })],
    }),
  ];
}
