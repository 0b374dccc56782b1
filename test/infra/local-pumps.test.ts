// Alone: it starts a stack of its own.
import { DynamoDBClient, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pauseWorkers } from "#infra/local/seed/pause-workers.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { eventually } from "#test/support/world.ts";
import { demoManifest } from "./local-functions/manifest.ts";
import { seen } from "./local-functions/seen.ts";

let stack: Stack;
let table: DynamoDBClient;
beforeAll(async () => {
  stack = await startStack({ manifest: demoManifest, environment: { LOCAL_PATIENCE: "1" } });
  table = new DynamoDBClient({});
});
afterAll(async () => {
  table.destroy();
  await stack.stop();
});
beforeEach(() => {
  for (const list of [seen.records, seen.messages, seen.ticks]) list.length = 0;
});

const putItem = (sk: string, kind = "event") =>
  table.send(
    new PutItemCommand({
      TableName: stack.environment.TABLE_NAME,
      Item: { pk: { S: "p" }, sk: { S: sk }, _t: { S: kind }, bytes: { B: new Uint8Array([1, 2]) } },
    }),
  );
const seenBodies = () => seen.messages.map(({ body }) => body);

describe("the stream", () => {
  it("delivers only new outbox items, in order, in Lambda's shape", async () => {
    await putItem("one");
    await putItem("two", "message");
    await putItem("three", "form");
    await table.send(
      new UpdateItemCommand({
        TableName: stack.environment.TABLE_NAME,
        Key: { pk: { S: "p" }, sk: { S: "one" } },
        UpdateExpression: "SET n = :n",
        ExpressionAttributeValues: { ":n": { N: "1" } },
      }),
    );
    await stack.drain();
    expect(seen.records.map(({ dynamodb }) => dynamodb?.NewImage?.sk?.S)).toEqual(["one", "two"]);
    expect(seen.records[0]).toMatchObject({
      eventName: "INSERT",
      eventSource: "aws:dynamodb",
      eventSourceARN: expect.stringContaining("/stream/"),
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { pk: { S: "p" }, sk: { S: "one" } },
        NewImage: { bytes: { B: "AQI=" } },
        SequenceNumber: expect.stringMatching(/^\d+$/),
      },
    });
    expect(seenBodies()).toEqual(["one", "two"]);
  });

  it("continues from the failed record, and repeats none before it", async () => {
    await stack.pause("stream");
    for (const name of ["a1", "a2", "a3"]) await putItem(name);
    seen.failRecords.add("a2");
    stack.resume("stream");
    await stack.drain();
    expect(seen.records.map(({ dynamodb }) => dynamodb?.NewImage?.sk?.S)).toEqual(["a1", "a2", "a3"]);
  });

  it("splits a batch on which the worker fails, until all good records are delivered", async () => {
    await stack.pause("stream");
    for (const name of ["b1", "b2", "poison", "b4"]) await putItem(name);
    seen.throwOn.add("poison");
    seen.batches.length = 0;
    stack.resume("stream");
    const alone = () => seen.batches.filter(([only]) => only === "poison").length;
    await eventually(async () => alone() > 1, "the splitting");
    expect(seen.records.map(({ dynamodb }) => dynamodb?.NewImage?.sk?.S)).toEqual(["b1", "b2"]);
    seen.throwOn.clear();
    await stack.drain();
    const went = seen.records.map(({ dynamodb }) => dynamodb?.NewImage?.sk?.S);
    expect(went).toEqual(["b1", "b2", "poison", "b4"]);
  });
});

describe("a queue", () => {
  it("delivers messages in Lambda's shape and deletes them afterwards", async () => {
    await putItem("message");
    await stack.drain();
    expect(seen.messages[0]).toMatchObject({
      messageId: expect.any(String),
      receiptHandle: expect.any(String),
      body: "message",
      attributes: { ApproximateReceiveCount: "1", SentTimestamp: expect.any(String) },
      messageAttributes: {},
      eventSource: "aws:sqs",
      eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:do-work",
      awsRegion: "us-east-1",
    });
  });

  it("hides a failed message for six times the worker's timeout", async () => {
    seen.failMessages.add("later");
    await putItem("later");
    await stack.drain();
    expect(seenBodies()).not.toContain("later");
    await eventually(async () => seenBodies().includes("later"), "the message");
    const [again] = seen.messages.filter(({ body }) => body === "later");
    expect(again?.attributes.ApproximateReceiveCount).toBe("2");
  });

  it("ends a call at the function's timeout and delivers its messages again", async () => {
    seen.until = new Promise(() => undefined);
    await putItem("slow");
    await stack.drain();
    seen.until = Promise.resolve();
    await eventually(async () => seenBodies().includes("slow"), "the message");
    const [again] = seen.messages.filter(({ body }) => body === "slow");
    expect(Number(again?.attributes.ApproximateReceiveCount)).toBeGreaterThan(1);
  });

  it("keeps messages while its worker is paused", async () => {
    await stack.pause("doWork");
    await putItem("held");
    await stack.drain();
    expect(seenBodies()).toEqual([]);
    stack.resume("doWork");
    await stack.drain();
    expect(seenBodies()).toEqual(["held"]);
  });

  it("resumes a paused worker when all who paused it have ended, or have closed the connection", async () => {
    await stack.pause("doWork");
    await pauseWorkers(stack.api, ["doWork"], async () => {
      stack.resume("doWork");
      await putItem("resumed");
      await stack.drain();
      expect(seenBodies()).toEqual([]);
    });
    await eventually(async () => seenBodies().includes("resumed"), "the message");
  });

  it("refuses to pause a worker that it does not have", async () => {
    const act = () => Promise.reject(new Error("This must not run."));
    await expect(pauseWorkers(stack.api, ["unknown"], act)).rejects.toThrow("answered 409");
  });

  it("holds back only messages that mention a held text, until release", async () => {
    await stack.hold("doWork", "store_mine");
    for (const name of ["store_mine", "store_other"]) await putItem(name);
    await stack.drain();
    await stack.drain({ of: "store_mine" });
    expect(seenBodies()).toEqual(["store_other"]);
    await stack.release("doWork", "store_mine");
    await stack.drain();
    expect(seenBodies()).toEqual(["store_other", "store_mine"]);
  });

  it("has a dead-letter queue of its name", async () => {
    const client = new SQSClient({});
    const QueueUrl = `${stack.environment.QUEUE_URL_PREFIX}do-work-dlq`;
    const { Messages } = await client.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(Messages).toBeUndefined();
    client.destroy();
  });
});

it("waiting for quiet follows all effects on a busy stack", async () => {
  await Promise.all(Array.from({ length: 200 }, (_, index) => putItem(`bulk${index}`)));
  await stack.drain({ timeout: 100_000 });
  expect(new Set(seenBodies()).size).toBe(200);
});

it("a scheduled worker runs on request, with the given time", async () => {
  await stack.tick("everyMinute", 1_700_000_000);
  const scheduled = { "detail-type": "Scheduled Event", time: "2023-11-14T22:13:20Z" };
  // The real clock may have started another minute.
  expect(seen.ticks.filter(({ time }) => time === scheduled.time)).toMatchObject([scheduled]);
});

describe("media", () => {
  beforeAll(async () => {
    const client = new S3Client({});
    const Bucket = stack.environment.MEDIA_BUCKET;
    await client.send(
      new PutObjectCommand({ Bucket, Key: "files/a/b", Body: "hello", ContentType: "text/plain" }),
    );
    client.destroy();
  });

  it("serves an object, a range of it, and 304 if it is unchanged", async () => {
    const address = `${stack.environment.MEDIA_URL}/a/b/c%20d.txt`;
    const whole = await fetch(address);
    expect([whole.status, whole.headers.get("content-type"), await whole.text()]).toEqual([
      200,
      "text/plain",
      "hello",
    ]);
    expect(whole.headers.get("content-security-policy")).toContain("default-src 'none'");
    const part = await fetch(address, { headers: { range: "bytes=1-2" } });
    expect([part.status, await part.text()]).toEqual([206, "el"]);
    const known = { "if-none-match": whole.headers.get("etag") ?? "" };
    expect((await fetch(address, { headers: known })).status).toBe(304);
    expect((await fetch(`${stack.environment.MEDIA_URL}/nothing`)).status).toBe(404);
  });

  it("passes parameters to the transformation as CloudFront does", async () => {
    const headers = { accept: "image/avif,image/webp,*/*" };
    const answer = await fetch(`${stack.environment.MEDIA_URL}/a/b/c.png?w=10&h=5`, { headers });
    expect(await answer.json()).toEqual({ path: "/transform/a/b", query: "h=5&w=10", accept: "image/avif" });
  });

  it("gives each function with a URL its own address", async () => {
    const answer = await fetch(`${stack.api}/_url/transform-image/x/y?q=1`);
    expect(await answer.json()).toMatchObject({ path: "/x/y", query: "q=1" });
  });
});
