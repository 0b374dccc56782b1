import { Duration } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import * as events from "aws-cdk-lib/aws-events";
import * as targets from "aws-cdk-lib/aws-events-targets";
import * as iam from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { LAYOUT } from "#core/dynamo/layout.ts";
import type { Trigger, Worker } from "#core/queue/contract.ts";
import { Handler, type Platform, pascalCase, setLogicalId, workerProps } from "./function.ts";
import type { Queues } from "./queues.ts";

interface TriggerSources {
  table: ITable;
  queues: Queues;
  /** The concurrency of a queue whose worker sets none. */
  concurrency: number;
  /** Kinds of records all of whose changes start the worker that counts them. */
  counted: readonly string[];
}

const QUEUE_BATCH = 10;
const STREAM_BATCH = 100;

/** The functions of a domain's workers with their triggers. */
export class Workers extends Construct {
  constructor(scope: Construct, platform: Platform, sources: TriggerSources, workers: readonly Worker[]) {
    super(scope, "Workers");
    for (const worker of workers) {
      const start = triggerSetup(worker, sources);
      const handler = new Handler(this, { ...workerProps(platform, worker), statements: start.statements });
      if (start.mapping) this.mapping(handler, worker.id, start.mapping);
      if (worker.trigger.kind === "schedule")
        this.everyMinutes(handler, worker.id, worker.trigger.everyMinutes);
    }
  }

  private mapping(handler: Handler, id: string, options: lambda.EventSourceMappingOptions): void {
    const mapping = new lambda.EventSourceMapping(this, `${id}Source`, {
      target: handler.lambda,
      ...options,
    });
    setLogicalId(mapping, `${pascalCase(id)}Source`);
  }

  private everyMinutes(handler: Handler, id: string, minutes: number): void {
    const rule = new events.Rule(this, `${id}Schedule`, {
      schedule: events.Schedule.rate(Duration.minutes(minutes)),
      description: `Starts ${id}`,
    });
    // No retries: the next run does the work of a failed one.
    rule.addTarget(new targets.LambdaFunction(handler.lambda, { retryAttempts: 0 }));
    handler.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(minutes) });
  }
}

type TriggerSetup = { statements: iam.PolicyStatement[]; mapping?: lambda.EventSourceMappingOptions };

function triggerSetup({ id, trigger }: Worker, sources: TriggerSources): TriggerSetup {
  if (trigger.kind === "queue") return queueTrigger(id, trigger, sources);
  if (trigger.kind === "stream") return streamTrigger(id, sources);
  return { statements: [] };
}

function queueTrigger(
  id: string,
  trigger: Extract<Trigger, { kind: "queue" }>,
  { queues, concurrency }: TriggerSources,
): TriggerSetup {
  const { queueArn } = requireQueue(queues.byWorker.get(id), id).queue;
  const batchSize = trigger.batchSize ?? QUEUE_BATCH;
  return {
    statements: [allow(queueArn, ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"])],
    mapping: {
      eventSourceArn: queueArn,
      batchSize,
      // Lambda requires a window for batches larger than one receive.
      ...(batchSize > 10 ? { maxBatchingWindow: Duration.seconds(1) } : {}),
      maxConcurrency: Math.max(2, trigger.maxConcurrency ?? concurrency),
      reportBatchItemFailures: true,
    },
  };
}

function streamTrigger(id: string, { table, queues, counted }: TriggerSources): TriggerSetup {
  const deadLetters = requireQueue(queues.streamDeadLetters.get(id), id);
  const streamArn = table.tableStreamArn ?? "";
  return {
    statements: [
      allow(streamArn, ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"]),
      allow(`${table.tableArn}/stream/*`, ["dynamodb:ListStreams"]),
      allow(deadLetters.queueArn, ["sqs:SendMessage"]),
    ],
    mapping: {
      eventSourceArn: streamArn,
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize: STREAM_BATCH,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // Retries for nearly as long as the stream keeps a record. The table still has the row afterwards.
      maxRecordAge: Duration.hours(23),
      parallelizationFactor: 4,
      filters: [outboxFilter(), watchedFilter(), ...countedFilters(counted)],
      onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    },
  };
}

/** Inserts of outbox items. Most other stream records start no function. */
function outboxFilter(): ReturnType<typeof lambda.FilterCriteria.filter> {
  return lambda.FilterCriteria.filter({
    eventName: lambda.FilterRule.isEqual("INSERT"),
    dynamodb: { NewImage: { _t: { S: [...LAYOUT.outbox] } } },
  });
}

function watchedFilter(): ReturnType<typeof lambda.FilterCriteria.filter> {
  return lambda.FilterCriteria.filter({
    eventName: lambda.FilterRule.or("INSERT", "MODIFY"),
    dynamodb: { NewImage: { [LAYOUT.watched]: { BOOL: [true] } } },
  });
}

/** Every change of counted kinds of records. Only the old image says what a deleted item was. */
function countedFilters(kinds: readonly string[]): ReturnType<typeof lambda.FilterCriteria.filter>[] {
  if (kinds.length === 0) return [];
  const image = { _t: { S: [...kinds] } };
  return [
    lambda.FilterCriteria.filter({
      eventName: lambda.FilterRule.or("INSERT", "MODIFY"),
      dynamodb: { NewImage: image },
    }),
    lambda.FilterCriteria.filter({
      eventName: lambda.FilterRule.isEqual("REMOVE"),
      dynamodb: { OldImage: image },
    }),
  ];
}

function allow(arn: string, actions: string[]): iam.PolicyStatement {
  return new iam.PolicyStatement({ actions, resources: [arn] });
}

function requireQueue<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw new Error(`The worker ${id} has no queue.`);
  return value;
}
