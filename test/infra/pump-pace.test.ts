import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  type _Record as StreamRecord,
} from "@aws-sdk/client-dynamodb-streams";
import type { Message, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openCheckpoint } from "#infra/local/checkpoint.ts";
import { QueuePump } from "#infra/local/queue-pump.ts";
import { StreamPump } from "#infra/local/stream-pump.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A function that records its input. */
function recordingFunction<R>(nameOf: (record: R) => string | undefined) {
  const handled: (string | undefined)[] = [];
  const invoke = async (event: unknown) => {
    const { Records } = event as { Records: R[] };
    handled.push(...Records.map(nameOf));
  };
  return { handled, target: { id: "noting", file: "", invoke } };
}

test("a change is read at once after a nudge, else within 80 ms, and later ones in batches", async () => {
  const written: StreamRecord[] = [];
  const write = (name: string) =>
    written.push({
      eventName: "INSERT",
      dynamodb: { SequenceNumber: name, NewImage: { _t: { S: "event" }, sk: { S: name } } },
    });
  const send = async (command: unknown) => {
    if (command instanceof DescribeStreamCommand)
      return { StreamDescription: { Shards: [{ ShardId: "one" }] } };
    if (command instanceof GetRecordsCommand)
      return { Records: written.splice(0), NextShardIterator: "next" };
    return { ShardIterator: "first" };
  };
  const { handled, target } = recordingFunction<StreamRecord>(({ dynamodb }) => dynamodb?.NewImage?.sk?.S);
  const pump = new StreamPump({
    client: { send } as unknown as DynamoDBStreamsClient,
    streamArn: "arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/1",
    target,
    checkpoint: openCheckpoint(undefined, ""),
    counted: new Set(),
    from: "LATEST",
  });
  await vi.advanceTimersByTimeAsync(60_000);
  write("looked for");
  await vi.advanceTimersByTimeAsync(80);
  expect(handled.splice(0)).toEqual(["looked for"]);
  await vi.advanceTimersByTimeAsync(60_000);
  write("told of");
  pump.nudge();
  await vi.advanceTimersByTimeAsync(0);
  expect(handled.splice(0)).toEqual(["told of"]);
  write("next");
  pump.nudge();
  await vi.advanceTimersByTimeAsync(50);
  write("with it");
  pump.nudge();
  await vi.advanceTimersByTimeAsync(49);
  expect(handled).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(handled.splice(0)).toEqual(["next", "with it"]);
  write("waited for");
  const idle = pump.waitUntilIdle();
  await vi.advanceTimersByTimeAsync(0);
  await idle;
  expect(handled).toEqual(["waited for"]);
  await pump.stop();
});

test("a message is delivered at once by the open long poll", async () => {
  const polls: ((messages: Message[]) => void)[] = [];
  const send = async ({ input }: { input: { Entries?: unknown[] } }) =>
    input.Entries ? {} : { Messages: await new Promise<Message[]>((give) => polls.push(give)) };
  const { handled, target } = recordingFunction<{ body: string }>(({ body }) => body);
  const pump = new QueuePump({
    client: { send } as unknown as SQSClient,
    queueUrl: "",
    queueArn: "arn:aws:sqs:us-east-1:000000000000:noting",
    target,
    batchSize: 1,
    concurrency: 1,
    visibility: 60_000,
    wake: async () => {
      for (const give of polls.splice(0)) give([]);
    },
    counts: async () => ({ visible: 0, inflight: 0, delayed: 0 }),
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls).toHaveLength(1);
  polls.shift()?.([{ MessageId: "one", Body: "one" }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(handled).toEqual(["one"]);
  const stopped = pump.stop();
  await vi.advanceTimersByTimeAsync(100);
  await stopped;
});
