import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  type MessageAttributeValue,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { noteWork } from "./concern.ts";
import type { QueueCounts } from "./emulators.ts";
import { makeGate } from "./gate.ts";
import type { LambdaFunction } from "./handlers.ts";
import { failedItems, type Pump, report } from "./pump.ts";

interface QueuePumpOptions {
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
const MAX = 10;
const CONCURRENCY = 5;
/** Seconds of a long poll. */
const POLL = 20;

/** Takes messages from a queue, hands them to a function, deletes those that it did not name as failed. */
export class QueuePump implements Pump {
  readonly id: string;
  /** Messages that were taken, and calls that have ended. */
  progress = 0;
  private readonly options: QueuePumpOptions;
  private readonly gate = makeGate();
  private readonly running: Promise<void>;
  /** Calls under way, and the messages that each has. */
  private readonly active = new Map<Promise<void>, Message[]>();
  /** When the messages that failed come into sight again. */
  private readonly failed = new Map<string, number>();
  private received = 0;
  private polling = false;
  private changed: (() => void)[] = [];

  constructor(options: QueuePumpOptions) {
    this.options = options;
    this.id = options.target.id;
    this.running = this.run();
  }

  async pause(): Promise<void> {
    this.gate.pause();
    await this.endPoll();
    await Promise.all(this.active.keys());
  }

  resume(): void {
    this.gate.resume();
  }

  nudge(): void {
    // A long poll is told by the queue itself.
  }

  async settle(text = ""): Promise<void> {
    if (this.gate.paused) return;
    const awaited = this.received + (await this.waiting());
    while (this.received < awaited && !this.gate.stopped && !this.gate.paused) {
      // What was counted twice, on its way and here, never comes.
      if (!(await this.change()) && (await this.waiting()) === 0) break;
    }
    const own = [...this.active].filter(([, messages]) =>
      messages.some(({ Body = "" }) => Body.includes(text)),
    );
    await Promise.all(own.map(([call]) => call));
  }

  async stop(): Promise<void> {
    this.gate.stop();
    await this.endPoll();
    await this.running;
  }

  private async run(): Promise<void> {
    const limit = this.options.concurrency ?? CONCURRENCY;
    while (await this.gate.open()) {
      try {
        this.begin(await this.receive());
        while (this.active.size >= limit) await Promise.race(this.active.keys());
      } catch (error) {
        if (!this.gate.stopped) report(this.id, error);
        await this.gate.wait(500);
      }
    }
    await Promise.all(this.active.keys());
    this.tellAll();
  }

  private async receive(): Promise<Message[]> {
    // Who stopped or paused it a moment ago found no poll to end.
    if (this.gate.stopped || this.gate.paused) return [];
    const { client, queueUrl, batchSize = MAX } = this.options;
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(batchSize, MAX),
      WaitTimeSeconds: POLL,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    });
    this.polling = true;
    try {
      return (await client.send(command)).Messages ?? [];
    } finally {
      this.polling = false;
    }
  }

  // A poll that has not arrived yet when the others are ended is ended the next time.
  private async endPoll(): Promise<void> {
    while (this.polling) {
      await this.options.wake();
      await sleep(2);
    }
  }

  private begin(messages: Message[]): void {
    this.received += messages.length;
    this.progress += messages.length;
    noteWork(messages);
    for (const { MessageId = "" } of messages) this.failed.delete(MessageId);
    if (messages.length > 0) {
      const work = this.handle(messages).finally(() => {
        this.active.delete(work);
        this.progress += 1;
        noteWork(messages);
        this.tellAll();
      });
      this.active.set(work, messages);
    }
    this.tellAll();
  }

  private async handle(messages: Message[]): Promise<void> {
    const { target, queueArn, visibility } = this.options;
    const until = Date.now() + visibility;
    let failures: Set<string> | undefined;
    try {
      const event = { Records: messages.map((message) => sqsRecord(message, queueArn)) };
      failures = failedItems(await target.invoke(event, randomUUID()));
    } catch (error) {
      report(this.id, error);
    }
    const isDone = ({ MessageId = "" }: Message) => failures !== undefined && !failures.has(MessageId);
    for (const message of messages) if (!isDone(message)) this.failed.set(message.MessageId ?? "", until);
    await this.deleteAll(messages.filter(isDone));
  }

  private async deleteAll(messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    const { client, queueUrl } = this.options;
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    try {
      await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    } catch (error) {
      if (!this.gate.stopped) report(this.id, error);
    }
  }

  /** Messages that have not come yet: in the queue, and on their way. */
  private async waiting(): Promise<number> {
    const counts = await this.options.counts();
    // After the counts: what has ended since is missing here, and is waited for until there is nothing to wait for.
    const here = [...this.active.values()].reduce((sum, { length }) => sum + length, 0);
    return counts.visible + Math.max(0, this.inHand(counts) - here);
  }

  /** Messages that somebody has in hand, or that are on the way to here. */
  private inHand({ inflight }: QueueCounts): number {
    const now = Date.now();
    for (const [id, until] of this.failed) if (until <= now) this.failed.delete(id);
    return inflight - this.failed.size;
  }

  private tellAll(): void {
    for (const tell of this.changed.splice(0)) tell();
  }

  /** Waits until something has been taken or has ended, for a moment at most; says whether it has. */
  private change(): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, 50, false);
      this.changed.push(() => {
        clearTimeout(late);
        resolve(true);
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
