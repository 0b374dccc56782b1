import { randomUUID } from "node:crypto";
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from "@aws-sdk/client-dynamodb-streams";
import type { Checkpoint } from "./checkpoint.ts";
import { makeGate } from "./gate.ts";
import type { LambdaFunction } from "./handlers.ts";
import { failedItems, type Pump, report } from "./pump.ts";
import { isOutbox, lambdaRecord, sequenceOf } from "./stream-records.ts";

export interface StreamPumpOptions {
  client: DynamoDBStreamsClient;
  streamArn: string;
  target: LambdaFunction;
  checkpoint: Checkpoint;
  /** Where to begin when the checkpoint knows no place. */
  from: "TRIM_HORIZON" | "LATEST";
}

/** Records a read gives at most, and a handler gets at most: what AWS uses. */
const READ_LIMIT = 1000;
const BATCH = 100;
/** Milliseconds between reads that find nothing, soon after there was something and later. */
const SOON = 25;
const LATER = 80;
const LATER_AFTER = 2000;
const SLOWEST_RETRY = 5000;

/** Reads a table's stream and hands its outbox records to a function, in order and at least once. */
export function startStreamPump(options: StreamPumpOptions): Pump {
  const { client, streamArn, target, checkpoint } = options;
  const gate = makeGate();
  const iterators = new Map<string, string>();
  let shards: Shard[] = [];
  let begun = 0;
  let ended = 0;
  let handled = 0;
  let busyAt = Date.now();
  const laps: (() => void)[] = [];
  let current: Promise<unknown> = Promise.resolve();

  async function openShard(shard: string): Promise<string | undefined> {
    const place = checkpoint.get(shard);
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shard,
        ...(place === undefined
          ? { ShardIteratorType: options.from }
          : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: place }),
      }),
    );
    return ShardIterator;
  }

  /** Reads a shard once; says how many records there were. */
  async function readShard(shard: string): Promise<number> {
    const iterator = iterators.get(shard) ?? (await openShard(shard));
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: iterator, Limit: READ_LIMIT }),
    );
    await deliver(shard, Records);
    if (gate.stopped) return Records.length;
    if (NextShardIterator) iterators.set(shard, NextShardIterator);
    else checkpoint.set(shard, "end");
    return Records.length;
  }

  async function deliver(shard: string, records: StreamRecord[]): Promise<void> {
    const wanted = records.filter(isOutbox);
    for (let start = 0; start < wanted.length; start += BATCH) {
      const batch = wanted.slice(start, start + BATCH);
      await deliverBatch(shard, batch);
      if (gate.stopped) return;
    }
    const last = records.at(-1);
    if (last) checkpoint.set(shard, sequenceOf(last));
    if (wanted.length > 0) checkpoint.save();
  }

  async function deliverBatch(shard: string, batch: StreamRecord[]): Promise<void> {
    let left = batch;
    for (let attempt = 0; left.length > 0 && (await gate.open()); attempt++) {
      const failed = await callTarget(left);
      const first = failed && left.findIndex((record) => failed.has(sequenceOf(record)));
      const done = first === undefined ? 0 : first < 0 ? left.length : first;
      handled += done;
      const last = left[done - 1];
      if (last) checkpoint.set(shard, sequenceOf(last));
      left = left.slice(done);
      if (done > 0) attempt = 0;
      if (left.length > 0) {
        checkpoint.save();
        await gate.wait(Math.min(SLOWEST_RETRY, 50 * 2 ** attempt));
      }
    }
  }

  /** The sequence numbers that failed; `undefined` when all did. */
  function callTarget(batch: StreamRecord[]): Promise<Set<string> | undefined> {
    const event = { Records: batch.map((record) => lambdaRecord(record, streamArn)) };
    const call = target.invoke(event, randomUUID()).then(failedItems, (error: unknown) => {
      report(target.id, error);
      return undefined;
    });
    current = call;
    return call;
  }

  async function readAll(): Promise<number> {
    if (shards.every(({ ShardId = "" }) => checkpoint.get(ShardId) === "end")) shards = await describe();
    const ids = new Set(shards.map(({ ShardId }) => ShardId));
    let found = 0;
    for (const { ShardId = "", ParentShardId } of shards) {
      if (checkpoint.get(ShardId) === "end") continue;
      // A parent's records come before its children's.
      if (ids.has(ParentShardId) && checkpoint.get(ParentShardId ?? "") !== "end") continue;
      found += await readShard(ShardId);
    }
    return found;
  }

  async function describe(): Promise<Shard[]> {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    return StreamDescription?.Shards ?? [];
  }

  async function run(): Promise<void> {
    while (await gate.open()) {
      begun += 1;
      try {
        const found = await readAll();
        ended = begun;
        for (const tell of laps.splice(0)) tell();
        if (found > 0) busyAt = Date.now();
        else checkpoint.save();
        if (found < READ_LIMIT) await gate.wait(Date.now() - busyAt < LATER_AFTER ? SOON : LATER);
      } catch (error) {
        iterators.clear();
        shards = [];
        if (!gate.stopped) report(target.id, error);
        await gate.wait(500);
      }
    }
    checkpoint.save();
    for (const tell of laps.splice(0)) tell();
  }

  const running = run();
  return {
    id: target.id,
    pause: async () => {
      gate.pause();
      await current;
    },
    resume: gate.resume,
    nudge: gate.wake,
    settle: async () => {
      if (gate.paused) return false;
      const before = handled;
      const reads = begun;
      gate.wake();
      while (ended <= reads && !gate.stopped && !gate.paused)
        await new Promise<void>((tell) => laps.push(tell));
      return handled > before;
    },
    stop: async () => {
      gate.stop();
      await running;
    },
  };
}
