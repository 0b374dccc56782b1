import { Aws, Duration } from "aws-cdk-lib";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { kebab } from "#core/http/contract.ts";
import { MAX_DELIVERIES, type Worker } from "#core/queue/contract.ts";
import { type Config, physicalName } from "./config.ts";
import { timeoutOf } from "./function-access.ts";
import { explain } from "./nag.ts";
import type { WorkerGroup } from "./worker-groups.ts";

const DEAD = "work-dlq";
/** As large as SQS allows: what the code counts with. */
const LARGEST = 1024 * 1024;
const RETENTION = Duration.days(14);

/** What waits for a worker, and what it could not do. */
export interface WorkQueue {
  queue: sqs.Queue;
  deadLetters: sqs.Queue;
}

/**
 * A queue for each worker or shift that has one, and one dead-letter queue for them all, besides those of the readers of
 * the stream: each has an alarm, which is charged by the month. SQS knows where a dead letter came from and puts it back
 * there.
 */
export class Queues extends Construct {
  readonly byWorker: ReadonlyMap<string, WorkQueue>;
  /** Where batches of stream records go that a worker gave up on. */
  readonly streamDeadLetters: ReadonlyMap<string, sqs.Queue>;
  /** `QUEUE_URL_PREFIX`: the address of any of the queues without the worker's name. */
  readonly urlPrefix: string;
  private readonly dead: sqs.Queue;
  private readonly config: Config;

  constructor(scope: Construct, id: string, config: Config, workers: readonly Worker[]) {
    super(scope, id);
    this.config = config;
    this.dead = this.deadLetters("Work", DEAD);
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

  /** Of the queues, without what begins every name. */
  get names(): string[] {
    return [...this.byWorker.keys()].map(kebab);
  }

  /** The queue of each worker of a shift, by its ARN; other services fill their own. */
  takenBy({ id, trigger, members }: WorkerGroup): [worker: string, arn: string][] {
    const own = this.byWorker.get(id);
    if (!own || (trigger.kind === "queue" && trigger.foreign)) return [];
    return members.map((worker) => [worker.id, own.queue.queueArn]);
  }

  get deadLetterNames(): string[] {
    return [DEAD, ...[...this.streamDeadLetters.keys()].map(deadLetterName)];
  }

  private workQueue(worker: Worker): WorkQueue {
    const queue = new sqs.Queue(this, `${worker.id}Queue`, {
      queueName: physicalName(this.config, kebab(worker.id)),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // A message that comes back while its first delivery still runs is done twice.
      visibilityTimeout: Duration.seconds(6 * timeoutOf(worker)),
      retentionPeriod: RETENTION,
      maxMessageSizeBytes: LARGEST,
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
      maxMessageSizeBytes: LARGEST,
    });
    explain(queue, { "AwsSolutions-SQS3": "It is a dead-letter queue." });
    return queue;
  }
}

function deadLetterName(of: string): string {
  return `${kebab(of)}-dlq`;
}
