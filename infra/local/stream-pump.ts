import { randomUUID } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from "@aws-sdk/client-dynamodb-streams";
import { reportFailure } from "#infra/failure.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { LambdaFunction } from "./handlers.ts";
import { makeLoopControl } from "./loop-control.ts";
import { failedItems, type Pump } from "./pump.ts";
import { isAccepted, lambdaRecord, sequenceOf } from "./stream-records.ts";
import { noteWork } from "./work-watch.ts";

interface StreamPumpOptions {
  client: DynamoDBStreamsClient;
  streamArn: string;
  target: LambdaFunction;
  checkpoint: Checkpoint;
  /** Kinds of records of which every change is delivered, because a worker counts such records. */
  counted: ReadonlySet<string>;
  /** Where to start without a checkpoint. */
  from: "TRIM_HORIZON" | "LATEST";
}

/** A channel on which every pump publishes the records that it reads, in order, before their delivery. */
export const COMMITTED = channel("storefront.committed");

/** The most records in one read, and in one batch for a function, as on AWS. */
const MAX_READ = 1000;
const MAX_BATCH = 100;
/**
 * Milliseconds to pause after a read with records, so that related records share a batch, as on AWS, where Lambda
 * reads a shard four times a second. A call that waits for the pump ends the pause.
 */
const BATCH_DELAY_MS = 100;
/** Milliseconds between reads without records: at first, and after `LONG_IDLE_AFTER_MS` without records. */
const IDLE_READ_MS = 25;
const LONG_IDLE_READ_MS = 80;
const LONG_IDLE_AFTER_MS = 2000;
/** Milliseconds before a failed batch is retried: the base, which doubles with each failure, and the most. */
const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 5000;
/** Milliseconds for which a record is retried: an hour less than DynamoDB keeps it in the stream. */
const MAX_RECORD_AGE_MS = 23 * 3_600_000;
/** Position of a shard that was read to its end. */
const SHARD_END = "end";

/** Delivers outbox, watched and counted records of a table's stream to a function, in order, at least once. */
export class StreamPump implements Pump {
  readonly id: string;
  progress = 0;
  private readonly options: StreamPumpOptions;
  private readonly gate = makeLoopControl();
  /** Controls the pause before the next read, in which related records arrive. */
  private readonly pace = makeLoopControl();
  private readonly iterators = new Map<string, string>();
  private readonly running: Promise<void>;
  private shards: Shard[] = [];
  /** The numbers of the last read that was started, and of the last one that was handled. */
  private startedReads = 0;
  private handledReads = 0;
  private busyAt = Date.now();
  private waiters: (() => void)[] = [];
  private call: Promise<unknown> = Promise.resolve();

  constructor(options: StreamPumpOptions) {
    this.options = options;
    this.id = options.target.id;
    this.running = this.run();
  }

  async pause(): Promise<void> {
    this.gate.pause();
    await this.call;
  }

  resume(): void {
    this.gate.resume();
  }

  nudge(): void {
    this.gate.wake();
  }

  async waitUntilIdle(): Promise<void> {
    const { gate, startedReads } = this;
    if (gate.paused) return;
    this.pace.wake();
    gate.wake();
    while (this.handledReads <= startedReads && !gate.stopped && !gate.paused) {
      await new Promise<void>((resolve) => this.waiters.push(resolve));
    }
  }

  async stop(): Promise<void> {
    this.pace.stop();
    this.gate.stop();
    await this.running;
  }

  private async run(): Promise<void> {
    while (await this.gate.canRun()) {
      this.startedReads += 1;
      try {
        await this.wait(await this.readAll());
      } catch (error) {
        // Starts again from the checkpoint, as iterators expire and the emulator can be briefly unreachable.
        this.iterators.clear();
        this.shards = [];
        if (!this.gate.stopped) reportFailure(this.id, error);
        await this.gate.wait(500);
      }
    }
    this.options.checkpoint.save();
    this.notifyAll();
  }

  private async wait(found: number): Promise<void> {
    this.handledReads = this.startedReads;
    this.notifyAll();
    if (found > 0) this.busyAt = Date.now();
    else this.options.checkpoint.save();
    if (found === MAX_READ) return;
    if (found > 0) await this.pace.wait(BATCH_DELAY_MS);
    await this.gate.wait(Date.now() - this.busyAt < LONG_IDLE_AFTER_MS ? IDLE_READ_MS : LONG_IDLE_READ_MS);
  }

  private notifyAll(): void {
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  /** Reads each unfinished shard once, and delivers its records. Returns the number of records. */
  private async readAll(): Promise<number> {
    if (this.shards.every(({ ShardId }) => this.isRead(ShardId))) this.shards = await this.describe();
    const ids = new Set(this.shards.map(({ ShardId }) => ShardId));
    let found = 0;
    for (const { ShardId = "", ParentShardId } of this.shards) {
      // Reads a parent shard to its end before its children, because its records are older.
      const isWaiting = ids.has(ParentShardId) && !this.isRead(ParentShardId);
      if (!isWaiting && !this.isRead(ShardId)) found += await this.readShard(ShardId);
    }
    return found;
  }

  private isRead(shard = ""): boolean {
    return this.options.checkpoint.get(shard) === SHARD_END;
  }

  private async describe(): Promise<Shard[]> {
    const { client, streamArn } = this.options;
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    return StreamDescription?.Shards ?? [];
  }

  private async readShard(shard: string): Promise<number> {
    const { client, checkpoint } = this.options;
    const ShardIterator = this.iterators.get(shard) ?? (await this.openShard(shard));
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator, Limit: MAX_READ }),
    );
    COMMITTED.publish(Records);
    await this.deliver(shard, Records);
    if (this.gate.stopped) return Records.length;
    if (NextShardIterator) this.iterators.set(shard, NextShardIterator);
    else checkpoint.set(shard, SHARD_END);
    return Records.length;
  }

  private async openShard(shard: string): Promise<string | undefined> {
    const { client, streamArn, checkpoint, from } = this.options;
    const place = checkpoint.get(shard);
    const start = place
      ? ({ ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: place } as const)
      : { ShardIteratorType: from };
    const command = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shard, ...start });
    return (await client.send(command)).ShardIterator;
  }

  private async deliver(shard: string, records: StreamRecord[]): Promise<void> {
    const { checkpoint, counted } = this.options;
    const accepted = records.filter((record) => isAccepted(record, counted));
    for (let start = 0; start < accepted.length; start += MAX_BATCH) {
      await this.deliverBatch(shard, accepted.slice(start, start + MAX_BATCH));
      if (this.gate.stopped) return;
    }
    const last = records.at(-1);
    if (last) checkpoint.set(shard, sequenceOf(last));
    if (accepted.length > 0) checkpoint.save();
  }

  private async deliverBatch(shard: string, batch: StreamRecord[]): Promise<void> {
    const { checkpoint } = this.options;
    let remaining = batch;
    let failures = 0;
    let size = batch.length;
    while (remaining.length > 0 && (await this.gate.canRun())) {
      const doneCount = await this.callTarget(remaining.slice(0, size));
      // As on AWS, half of a failed batch is tried next, and a single record that is too old is dropped.
      size = doneCount === undefined ? Math.ceil(Math.min(size, remaining.length) / 2) : remaining.length;
      const done = doneCount ?? (size === 1 && isTooOld(remaining[0]) ? 1 : 0);
      this.progress += done;
      if (done > 0) noteWork(remaining.slice(0, done));
      const last = remaining[done - 1];
      if (last) checkpoint.set(shard, sequenceOf(last));
      remaining = remaining.slice(done);
      if (remaining.length === 0) return;
      checkpoint.save();
      failures = done > 0 ? 0 : failures + 1;
      await this.gate.wait(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
    }
  }

  /**
   * @returns how many records are done: those before the first failed one, since AWS delivers all others again.
   *   `undefined` if the call itself failed.
   */
  private async callTarget(batch: StreamRecord[]): Promise<number | undefined> {
    const { target, streamArn } = this.options;
    const event = { Records: batch.map((record) => lambdaRecord(record, streamArn)) };
    const call = target.invoke(event, randomUUID()).then(failedItems, (error: unknown) => {
      reportFailure(this.id, error);
      return undefined;
    });
    this.call = call;
    const failed = await call;
    if (!failed) return undefined;
    const first = batch.findIndex((record) => failed.has(sequenceOf(record)));
    return first < 0 ? batch.length : first;
  }
}

function isTooOld(record: StreamRecord | undefined): boolean {
  const createdAt = record?.dynamodb?.ApproximateCreationDateTime?.getTime();
  return createdAt !== undefined && Date.now() - createdAt > MAX_RECORD_AGE_MS;
}
