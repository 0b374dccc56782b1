import { Aws, Duration } from "aws-cdk-lib";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { kebab } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { type Config, physicalName } from "./config.ts";
import { timeoutOf } from "./function.ts";
import { explain } from "./nag.ts";

const TRIES = 5;
/** As large as SQS allows: what the code counts with. */
const LARGEST = 1024 * 1024;
const RETENTION = Duration.days(14);

/** What waits for a worker, and what it could not do. */
export interface WorkQueue {
  queue: sqs.Queue;
  deadLetters: sqs.Queue;
}

/** A queue with its dead-letter queue for each worker that has one, and the dead letters of each reader of the stream. */
export class Queues extends Construct {
  readonly byWorker: ReadonlyMap<string, WorkQueue>;
  /** Where batches of stream records go that a worker gave up on. */
  readonly streamDeadLetters: ReadonlyMap<string, sqs.Queue>;
  /** `QUEUE_URL_PREFIX`: the address of any of the queues without the worker's name. */
  readonly urlPrefix: string;

  constructor(scope: Construct, id: string, config: Config, workers: readonly Worker[]) {
    super(scope, id);
    const started = (kind: string) => workers.filter(({ trigger }) => trigger.kind === kind);
    this.byWorker = new Map(started("queue").map((worker) => [worker.id, this.workQueue(config, worker)]));
    this.streamDeadLetters = new Map(
      started("stream").map((worker) => [worker.id, this.givenUp(config, worker)]),
    );
    this.urlPrefix = `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${physicalName(config, "")}`;
  }

  private workQueue(config: Config, worker: Worker): WorkQueue {
    const deadLetters = this.deadLetters(config, worker);
    const queue = new sqs.Queue(this, `${worker.id}Queue`, {
      queueName: physicalName(config, kebab(worker.id)),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // A message that comes back while its first delivery still runs is done twice.
      visibilityTimeout: Duration.seconds(6 * timeoutOf(worker)),
      retentionPeriod: RETENTION,
      maxMessageSizeBytes: LARGEST,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: TRIES },
    });
    return { queue, deadLetters };
  }

  private givenUp(config: Config, worker: Worker): sqs.Queue {
    const queue = this.deadLetters(config, worker);
    explain(queue, { "AwsSolutions-SQS3": "It is the dead-letter queue of a stream's reader." });
    return queue;
  }

  private deadLetters(config: Config, worker: Worker): sqs.Queue {
    return new sqs.Queue(this, `${worker.id}DeadLetters`, {
      queueName: physicalName(config, `${kebab(worker.id)}-dlq`),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: RETENTION,
      maxMessageSizeBytes: LARGEST,
    });
  }
}
