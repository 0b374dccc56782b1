import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { reportFailure } from "#infra/failure.ts";
import type { QueueCounts } from "./emulators.ts";
import type { LambdaFunction } from "./handlers.ts";
import { makeHeldMessages, mentions } from "./held-messages.ts";
import { makeLoopControl } from "./loop-control.ts";
import { failedItems, type Pump } from "./pump.ts";
import { sqsRecord } from "./queue-records.ts";
import { noteWork } from "./work-watch.ts";

interface QueuePumpOptions {
  client: SQSClient;
  queueUrl: string;
  queueArn: string;
  target: LambdaFunction;
  batchSize: number | undefined;
  concurrency: number | undefined;
  /** Milliseconds until a failed message is visible again. */
  visibility: number;
  wake: () => Promise<void>;
  counts: () => Promise<QueueCounts>;
}

/** The most messages that SQS returns for one request. */
const MAX_RECEIVED = 10;
const CONCURRENCY = 5;
const POLL_SECONDS = 20;

/** Delivers messages of a queue to a function, and deletes those that the function does not report as failed. */
export class QueuePump implements Pump {
  readonly id: string;
  progress = 0;
  private readonly options: QueuePumpOptions;
  private readonly gate = makeLoopControl();
  private readonly running: Promise<void>;
  /** Running calls with their messages. */
  private readonly active = new Map<Promise<void>, Message[]>();
  /** When each failed message becomes visible again. */
  private readonly failed = new Map<string, number>();
  private readonly holds = makeHeldMessages();
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

  /**
   * Holds back messages that mention a text, and resolves when running calls with such messages end.
   * `waitUntilIdle` ignores held messages, and a stop leaves them in flight.
   */
  async hold(text: string): Promise<void> {
    this.holds.add(text);
    await Promise.all(this.callsWith(text));
  }

  /** Ends the hold of a text, so that its messages are delivered. */
  async release(text: string): Promise<void> {
    await this.showAgain(this.holds.remove(text));
  }

  nudge(): void {
    // Does nothing, because a new message ends the long poll by itself.
  }

  async waitUntilIdle(text = ""): Promise<void> {
    if (this.gate.paused) return;
    const expected = this.received + (await this.waiting());
    while (this.received < expected && !this.gate.stopped && !this.gate.paused) {
      // A message can be counted twice, in the queue and here. So it also stops if the queue is empty.
      if (!(await this.change()) && (await this.waiting()) === 0) break;
    }
    await Promise.all(this.callsWith(text));
  }

  async stop(): Promise<void> {
    this.gate.stop();
    await this.endPoll();
    await this.running;
  }

  private async run(): Promise<void> {
    const limit = this.options.concurrency ?? CONCURRENCY;
    while (await this.gate.canRun()) {
      try {
        this.takeBatch(await this.receive());
        while (this.active.size >= limit) await Promise.race(this.active.keys());
      } catch (error) {
        if (!this.gate.stopped) reportFailure(this.id, error);
        await this.gate.wait(500);
      }
    }
    await Promise.all(this.active.keys());
    this.notifyAll();
  }

  private async receive(): Promise<Message[]> {
    // Checks again, because a stop or pause before this poll could not end the poll.
    if (this.gate.stopped || this.gate.paused) return [];
    const { client, queueUrl, batchSize = MAX_RECEIVED } = this.options;
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(batchSize, MAX_RECEIVED),
      WaitTimeSeconds: POLL_SECONDS,
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

  // Repeats, because it cannot end a poll whose request has not reached the queue yet.
  private async endPoll(): Promise<void> {
    while (this.polling) {
      await this.options.wake();
      await sleep(2);
    }
  }

  private takeBatch(batch: Message[]): void {
    this.received += batch.length;
    this.progress += batch.length;
    noteWork(batch);
    for (const { MessageId = "" } of batch) this.failed.delete(MessageId);
    const messages = this.holds.pass(batch);
    if (messages.length > 0) {
      const work = this.handle(messages).finally(() => {
        this.active.delete(work);
        this.progress += 1;
        noteWork(messages);
        this.notifyAll();
      });
      this.active.set(work, messages);
    }
    this.notifyAll();
  }

  /** Running calls with a message that mentions a text. */
  private callsWith(text: string): Promise<void>[] {
    return [...this.active].flatMap(([call, messages]) =>
      messages.some((message) => mentions(message, text)) ? call : [],
    );
  }

  private async handle(messages: Message[]): Promise<void> {
    const { target, queueArn, visibility } = this.options;
    const until = Date.now() + visibility;
    let failures: Set<string> | undefined;
    try {
      const event = { Records: messages.map((message) => sqsRecord(message, queueArn)) };
      failures = failedItems(await target.invoke(event, randomUUID()));
    } catch (error) {
      reportFailure(this.id, error);
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
      if (!this.gate.stopped) reportFailure(this.id, error);
    }
  }

  private async showAgain(messages: Message[]): Promise<void> {
    const { client, queueUrl } = this.options;
    for (let start = 0; start < messages.length; start += MAX_RECEIVED) {
      const Entries = messages.slice(start, start + MAX_RECEIVED).map(({ ReceiptHandle }, index) => ({
        Id: String(index),
        ReceiptHandle,
        VisibilityTimeout: 0,
      }));
      await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }));
    }
  }

  /** The number of messages that are in the queue, or on their way from it to this process. */
  private async waiting(): Promise<number> {
    const counts = await this.options.counts();
    // Counts running calls last. A call that ends meanwhile then counts as waiting, and is not missed.
    const here = [...this.active.values()].reduce((sum, { length }) => sum + length, 0);
    return counts.visible + Math.max(0, this.countInFlight(counts) - here);
  }

  /** The number of messages in flight, without failed and held ones. */
  private countInFlight({ inflight }: QueueCounts): number {
    const now = Date.now();
    for (const [id, until] of this.failed) if (until <= now) this.failed.delete(id);
    return inflight - this.failed.size - this.holds.size;
  }

  private notifyAll(): void {
    for (const notify of this.changed.splice(0)) notify();
  }

  /** Waits briefly until a message is taken or a call ends. Returns whether that happened. */
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
