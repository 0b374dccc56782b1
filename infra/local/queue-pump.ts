import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  type MessageAttributeValue,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { QueueCounts } from "./emulators.ts";
import { makeGate } from "./gate.ts";
import type { LambdaFunction } from "./handlers.ts";
import { failedItems, type Pump, report } from "./pump.ts";

export interface QueuePumpOptions {
  client: SQSClient;
  queueUrl: string;
  queueArn: string;
  target: LambdaFunction;
  batchSize: number | undefined;
  concurrency: number | undefined;
  /** Milliseconds that a failed message stays out of sight. */
  visibility: number;
  /** Ends long polls at once. */
  wake: () => Promise<void>;
  counts: () => Promise<QueueCounts>;
}

/** Messages that one receive can give. */
const MOST = 10;
const CONCURRENCY = 5;
/** Seconds of a long poll. */
const POLL = 20;

/** Takes messages from a queue, hands them to a function, deletes those that it did not name as failed. */
export function startQueuePump(options: QueuePumpOptions): Pump {
  const { client, queueUrl, target } = options;
  const gate = makeGate();
  const most = Math.min(options.batchSize ?? MOST, MOST);
  const limit = options.concurrency ?? CONCURRENCY;
  const active = new Map<Promise<void>, number>();
  /** When the messages that failed come into sight again. */
  const failed = new Map<string, number>();
  let received = 0;
  let polling = false;
  const changed: (() => void)[] = [];

  const tellAll = () => {
    for (const tell of changed.splice(0)) tell();
  };

  async function handle(messages: Message[]): Promise<void> {
    const event = { Records: messages.map((message) => sqsRecord(message, options.queueArn)) };
    let failures: Set<string> | undefined;
    try {
      failures = failedItems(await target.invoke(event, randomUUID()));
    } catch (error) {
      report(target.id, error);
    }
    const done = messages.filter(({ MessageId = "" }) => failures && !failures.has(MessageId));
    const until = Date.now() + options.visibility;
    for (const message of messages) {
      if (!done.includes(message)) failed.set(message.MessageId ?? "", until);
    }
    if (done.length > 0) await deleteAll(done);
  }

  async function deleteAll(messages: Message[]): Promise<void> {
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    try {
      await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    } catch (error) {
      if (!gate.stopped) report(target.id, error);
    }
  }

  async function receive(): Promise<Message[]> {
    const input = {
      QueueUrl: queueUrl,
      MaxNumberOfMessages: most,
      WaitTimeSeconds: POLL,
      MessageSystemAttributeNames: ["All" as const],
      MessageAttributeNames: ["All"],
    };
    polling = true;
    try {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand(input));
      return Messages;
    } finally {
      polling = false;
    }
  }

  // A poll that has not arrived yet when the others are ended is ended the next time.
  async function endPoll(): Promise<void> {
    while (polling) {
      await options.wake();
      await sleep(2);
    }
  }

  async function run(): Promise<void> {
    while (await gate.open()) {
      try {
        const messages = await receive();
        received += messages.length;
        for (const { MessageId = "" } of messages) failed.delete(MessageId);
        if (messages.length > 0) begin(messages);
        tellAll();
        while (active.size >= limit) await Promise.race(active.keys());
      } catch (error) {
        if (!gate.stopped) report(target.id, error);
        await gate.wait(500);
      }
    }
    await Promise.all(active.keys());
    tellAll();
  }

  function begin(messages: Message[]): void {
    const work = handle(messages).finally(() => {
      active.delete(work);
      tellAll();
    });
    active.set(work, messages.length);
  }

  /** Messages that somebody has in hand, or has on the way to here. */
  function inHand({ inflight }: QueueCounts): number {
    const now = Date.now();
    for (const [id, until] of failed) if (until <= now) failed.delete(id);
    return inflight - failed.size;
  }

  const running = run();
  return {
    id: target.id,
    pause: async () => {
      gate.pause();
      await endPoll();
      await Promise.all(active.keys());
    },
    resume: gate.resume,
    nudge: () => undefined,
    settle: async () => {
      if (gate.paused) return false;
      const before = received;
      const here = [...active.values()].reduce((sum, count) => sum + count, 0);
      const counts = await options.counts();
      const waiting = counts.visible + Math.max(0, inHand(counts) - here);
      if (waiting === 0 && active.size === 0) return false;
      const deadline = Date.now() + 1000;
      while (received < before + waiting && Date.now() < deadline && !gate.stopped) await change();
      await Promise.all(active.keys());
      return true;
    },
    stop: async () => {
      gate.stop();
      await endPoll();
      await running;
    },
  };

  function change(): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, 50);
      changed.push(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }
}

function sqsRecord(message: Message, queueArn: string): Record<string, unknown> {
  const attributes = Object.entries(message.MessageAttributes ?? {});
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(attributes.map(([name, value]) => [name, sqsAttribute(value)])),
    md5OfBody: message.MD5OfBody,
    ...(message.MD5OfMessageAttributes && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(":")[3],
  };
}

function sqsAttribute({
  StringValue,
  BinaryValue,
  DataType,
}: MessageAttributeValue): Record<string, unknown> {
  return {
    ...(StringValue !== undefined && { stringValue: StringValue }),
    ...(BinaryValue && { binaryValue: Buffer.from(BinaryValue).toString("base64") }),
    stringListValues: [],
    binaryListValues: [],
    dataType: DataType,
  };
}
