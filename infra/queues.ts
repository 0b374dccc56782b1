import { Aws, Duration } from "aws-cdk-lib";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { kebab } from "#core/http/contract.ts";
import { MAX_DELIVERIES, type Worker } from "#core/queue/contract.ts";
import { type Config, physicalName } from "./config.ts";
import { timeoutOf } from "./function-access.ts";
import { explain } from "./nag.ts";
import type { WorkerGroup } from "./worker-groups.ts";

const DEAD_LETTERS = "work-dlq";
/** The largest message that SQS allows; the code relies on it. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
const RETENTION = Duration.days(14);

export type WorkQueue = { queue: sqs.Queue; deadLetters: sqs.Queue };

/**
 * A queue for each worker or worker group. One dead-letter queue for all of them, since each queue's alarm costs
 * money; SQS knows where each dead letter came from. Stream readers have dead-letter queues of their own.
 */
export class Queues extends Construct {
  readonly byWorker: ReadonlyMap<string, WorkQueue>;
  /** Dead-letter queues for batches of stream records, by worker. */
  readonly streamDeadLetters: ReadonlyMap<string, sqs.Queue>;
  /** `QUEUE_URL_PREFIX`: a queue's URL without the worker's name. */
  readonly urlPrefix: string;
  private readonly dead: sqs.Queue;
  private readonly config: Config;

  constructor(scope: Construct, id: string, config: Config, workers: readonly Worker[]) {
    super(scope, id);
    this.config = config;
    this.dead = this.deadLetters("Work", DEAD_LETTERS);
    const started = (kind: string) => workers.filter(({ trigger }) => trigger.kind === kind);
    this.byWorker = new Map(started("queue").map((worker) => [worker.id, this.workQueue(worker)]));
    this.streamDeadLetters = new Map(
      started("stream").map((worker) => [
        worker.id,
        this.deadLetters(`${worker.id}Stream`, deadLetterName(worker.id)),
      ]),
    );
    this.urlPrefix = `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${physicalName(config, "")}`;
  }

  /** Names of the queues without the common prefix. */
  get names(): string[] {
    return [...this.byWorker.keys()].map(kebab);
  }

  /** The queue's ARN for each worker of a group. Queues that other services fill are left out. */
  queueArnsOf({ id, trigger, members }: WorkerGroup): [worker: string, arn: string][] {
    const own = this.byWorker.get(id);
    if (!own || (trigger.kind === "queue" && trigger.foreign)) return [];
    return members.map((worker) => [worker.id, own.queue.queueArn]);
  }

  get deadLetterNames(): string[] {
    return [DEAD_LETTERS, ...[...this.streamDeadLetters.keys()].map(deadLetterName)];
  }

  private workQueue(worker: Worker): WorkQueue {
    const queue = new sqs.Queue(this, `${worker.id}Queue`, {
      queueName: physicalName(this.config, kebab(worker.id)),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // A shorter timeout would deliver a message again while it is being handled.
      visibilityTimeout: Duration.seconds(6 * timeoutOf(worker)),
      retentionPeriod: RETENTION,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MAX_DELIVERIES },
    });
    return { queue, deadLetters: this.dead };
  }

  private deadLetters(id: string, queueName: string): sqs.Queue {
    const queue = new sqs.Queue(this, `${id}DeadLetters`, {
      queueName: physicalName(this.config, queueName),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: RETENTION,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    });
    explain(queue, { "AwsSolutions-SQS3": "It is a dead-letter queue." });
    return queue;
  }
}

function deadLetterName(of: string): string {
  return `${kebab(of)}-dlq`;
}
