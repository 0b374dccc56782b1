import { join } from "node:path";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { GetQueueAttributesCommand, type QueueAttributeName, type SQSClient } from "@aws-sdk/client-sqs";
import { kebab } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { openCheckpoint } from "./checkpoint.ts";
import type { Emulators, QueueCounts } from "./emulators.ts";
import type { Environment } from "./environment.ts";
import { type Manifest, workerFunction } from "./handlers.ts";
import { DEFAULT_TIMEOUT, type Queue } from "./provision.ts";
import type { Pump } from "./pump.ts";
import { QueuePump } from "./queue-pump.ts";
import { startSchedule } from "./schedule.ts";
import { StreamPump } from "./stream-pump.ts";
import { type QuietOptions, waitUntilQuiet } from "./wait-until-quiet.ts";

interface PumpsOptions {
  manifest: Manifest;
  environment: Environment;
  streamArn: string;
  sqs: SQSClient;
  queues: ReadonlyMap<string, Queue>;
  emulators: Emulators;
  /** Folder for the position in the stream. */
  dir?: string | undefined;
  /** Whether the table is the user's own. Then its earlier changes are not delivered. */
  foreignTable: boolean;
  /** Whether scheduled workers run by the clock. */
  everyMinute: boolean;
}

export interface Pumps {
  /** Reads streams now. */
  nudge(): void;
  /**
   * Waits until earlier writes have reached all workers. `of`: a text, such as a store's id, to wait only for
   * work that mentions it.
   */
  drain(options?: QuietOptions): Promise<void>;
  /** Pauses the worker with this id, or all stream workers for `stream`. Resolves when running calls end. */
  pause(id: string): Promise<void>;
  resume(id: string): void;
  /**
   * Holds back messages that mention a text, such as a store's id, from a queue worker until `release`. Resolves
   * when running calls with such messages end.
   */
  hold(id: string, text: string): Promise<void>;
  release(id: string, text: string): Promise<void>;
  tick(id?: string, seconds?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the delivery of stream records, messages and scheduled runs to workers. */
export function startPumps(options: PumpsOptions): Pumps {
  const { workers, folder } = options.manifest;
  const streamsClient = new DynamoDBStreamsClient({
    region: options.environment.AWS_REGION,
    endpoint: options.environment.AWS_ENDPOINT_URL_DYNAMODB_STREAMS,
  });
  // Removes a middleware that is slow, since it walks through each record although nothing is logged.
  streamsClient.middlewareStack.remove("loggerMiddleware");
  const streams = workers
    .filter(({ trigger }) => trigger.kind === "stream")
    .map(
      (worker) =>
        new StreamPump({
          client: streamsClient,
          streamArn: options.streamArn,
          target: workerFunction(worker, folder),
          counted: new Set(workers.flatMap(({ wakesOnChangesOf = [] }) => wakesOnChangesOf)),
          checkpoint: openCheckpoint(
            options.dir && join(options.dir, `stream-${kebab(worker.id)}.json`),
            options.streamArn,
          ),
          from: options.foreignTable ? "LATEST" : "TRIM_HORIZON",
        }),
    );
  const queues = workers.flatMap((worker) => queuePump(worker, options));
  const schedule = startSchedule(workers, (worker) => workerFunction(worker, folder), options.everyMinute);
  const all = [...streams, ...queues];
  const isCalled = (id: string) => (pump: Pump) => pump.id === id || kebab(pump.id) === id;
  const pumpsNamed = (id: string): Pump[] => {
    const found = id === "stream" ? streams : all.filter(isCalled(id));
    if (found.length === 0)
      throw new Error(`There is no worker ${id} that takes from the stream or a queue.`);
    return found;
  };
  const queueOf = (id: string): QueuePump => {
    const found = queues.find(isCalled(id));
    if (!found) throw new Error(`There is no worker ${id} that takes from a queue.`);
    return found;
  };
  return {
    nudge: () => {
      for (const pump of streams) pump.nudge();
    },
    drain: (drainOptions) => waitUntilQuiet(streams, queues, drainOptions),
    pause: async (id) => {
      const named = pumpsNamed(id);
      try {
        await Promise.all(named.map((pump) => pump.pause()));
      } catch (error) {
        for (const pump of named) pump.resume();
        throw error;
      }
    },
    resume: (id) => {
      for (const pump of pumpsNamed(id)) pump.resume();
    },
    hold: async (id, text) => queueOf(id).hold(text),
    release: async (id, text) => queueOf(id).release(text),
    tick: schedule.tick,
    stop: async () => {
      await Promise.all([schedule.stop(), ...all.map((pump) => pump.stop())]);
      streamsClient.destroy();
    },
  };
}

function queuePump(worker: Worker, options: PumpsOptions): QueuePump[] {
  const { trigger } = worker;
  if (trigger.kind !== "queue" && trigger.kind !== "due") return [];
  const { batchSize, maxConcurrency } = trigger.kind === "queue" ? trigger : { batchSize: 1 };
  const { sqs, emulators, environment } = options;
  const name = kebab(worker.id);
  const { url, arn } = options.queues.get(worker.id) ?? { url: "", arn: "" };
  const own = environment.AWS_ENDPOINT_URL_SQS === emulators.aws;
  return [
    new QueuePump({
      client: sqs,
      queueUrl: url,
      queueArn: arn,
      target: workerFunction(worker, options.manifest.folder),
      batchSize,
      concurrency: maxConcurrency,
      visibility: 6000 * (worker.timeout ?? DEFAULT_TIMEOUT),
      wake: emulators.wake,
      counts: async () => (own ? (await emulators.counts())[name] : undefined) ?? countOf(sqs, url),
    }),
  ];
}

async function countOf(sqs: SQSClient, QueueUrl: string): Promise<QueueCounts> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
  );
  const read = (name: QueueAttributeName) => Number(Attributes[name] ?? 0);
  return {
    visible: read("ApproximateNumberOfMessages"),
    inflight: read("ApproximateNumberOfMessagesNotVisible"),
    delayed: read("ApproximateNumberOfMessagesDelayed"),
  };
}
