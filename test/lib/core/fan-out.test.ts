// Alone: its SQS client uses a server of its own.
import { createHash } from "node:crypto";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { afterAll, expect, test } from "vitest";
import { keyOfItem } from "#core/dynamo/key.ts";
import { batchGetItems, getItem, queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { messages } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { fanOut } from "#core/queue/fan-out.ts";
import { serve } from "#test/support/serve.ts";
import { testContext } from "#test/support/world.ts";

/** Messages that the stand-in for SQS has accepted; it refuses those for `failingQueues`. */
const sentMessages: { queue: string; id: string; body: unknown }[] = [];
const failingQueues = new Set<string>();
const { url, stop } = await serve(async (request, response) => {
  const body: { QueueUrl: string; Entries: { Id: string; MessageBody: string }[] } = JSON.parse(
    Buffer.concat(await request.toArray()).toString(),
  );
  const queue = body.QueueUrl.split("/").at(-1) ?? "";
  const answer = (status: number, content: object) =>
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(content));
  if (queue === "none")
    return answer(400, { __type: "com.amazonaws.sqs#QueueDoesNotExist", message: "none" });
  if (failingQueues.has(queue)) {
    const Failed = body.Entries.map(({ Id }) => ({ Id, SenderFault: false, Code: "InternalError" }));
    return answer(200, { Successful: [], Failed });
  }
  const tooLarge = body.Entries.filter(({ MessageBody }) => MessageBody.includes("too large"));
  const Failed = tooLarge.map(({ Id }) => ({ Id, SenderFault: true, Code: "InvalidParameterValue" }));
  const fits = body.Entries.filter((entry) => !tooLarge.includes(entry));
  for (const { MessageBody } of fits) {
    const { id, body }: { id: string; body: unknown } = JSON.parse(MessageBody);
    sentMessages.push({ queue, id, body });
  }
  const Successful = fits.map(({ Id, MessageBody }) => ({
    Id,
    MessageId: Id,
    MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
  }));
  return answer(200, { Successful, Failed });
});

Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: url, QUEUE_URL_PREFIX: `${url}/0/` });
afterAll(stop);

const rowOf = (queue: string, body: unknown = {}) => {
  const id = newId("msg");
  const created_at = Math.floor(Date.now() / 1000);
  return {
    id,
    queue,
    body,
    created_at,
    pk: `MESSAGE#${id}`,
    sk: "MESSAGE",
    _t: "message",
    ttl: created_at + 60,
  };
};
type Row = ReturnType<typeof rowOf>;
const recordOf = (row: object, index: number): DynamoDBRecord => ({
  eventName: "INSERT",
  dynamodb: { SequenceNumber: String(1000 + index), NewImage: marshall(row) as never },
});
const put = (row: Row) =>
  transact(testContext(), [{ entity: messages.name, put: { ...row, _t: "aside_test" } }]);
const idsIn = (queue: string) => sentMessages.filter((each) => each.queue === queue).map(({ id }) => id);

test("a record that cannot be sent blocks no other: it is quarantined for 14 days and replayed", async () => {
  const good = Array.from({ length: 60 }, () => rowOf("good"));
  const unreadable = rowOf("good", "no record");
  const homeless = rowOf("none");
  const large = rowOf("good", { text: "too large" });
  for (const row of [unreadable, homeless, large]) await put(row);
  const rows = [...good.slice(0, 20), unreadable, ...good.slice(20, 40), homeless, large, ...good.slice(40)];
  const handler = fanOut([]);
  expect(await handler({ Records: rows.map(recordOf) })).toEqual({ batchItemFailures: [] });
  expect(idsIn("good").toSorted()).toEqual(good.map(({ id }) => id).toSorted());
  for (const row of [unreadable, homeless, large]) {
    const storedRow = await getItem({ pk: row.pk, sk: row.sk });
    expect(storedRow).toMatchObject({ due: "OUTBOX_ASIDE", aside: expect.any(String) });
    expect(Number(storedRow?.ttl)).toBeGreaterThan(Date.now() / 1000 + 13 * 24 * 3600);
  }
  // Two of the three rows are repaired by hand, so that they can now be sent.
  for (const row of [unreadable, homeless]) {
    const storedRow = await getItem({ pk: row.pk, sk: row.sk });
    await transact(testContext(), [
      { entity: messages.name, put: { ...storedRow, _t: "message", queue: "mended", body: {} } },
    ]);
  }
  await handler({ replay: true });
  expect(idsIn("mended").toSorted()).toEqual([unreadable.id, homeless.id].toSorted());
  expect(await getItem({ pk: homeless.pk, sk: homeless.sk })).not.toHaveProperty("due");
  expect(await getItem({ pk: large.pk, sk: large.sk })).toHaveProperty("due");
});

test("while one queue refuses messages, all others are sent at most twice, however many tries", async () => {
  failingQueues.add("busy");
  const before = Array.from({ length: 30 }, () => rowOf("swift"));
  const stuck = rowOf("busy");
  const behind = Array.from({ length: 30 }, () => rowOf("swift"));
  const records = [...before, stuck, ...behind].map(recordOf);
  const handler = fanOut([]);
  let left = records;
  for (let tries = 0; tries < 5; tries++) {
    const answer = await handler({ Records: left });
    const [failure] = "batchItemFailures" in answer ? answer.batchItemFailures : [];
    expect(failure?.itemIdentifier).toBe("1030");
    left = records.slice(30);
  }
  failingQueues.delete("busy");
  expect(await handler({ Records: left })).toEqual({ batchItemFailures: [] });
  expect(idsIn("busy")).toEqual([stuck.id]);
  const counts = Map.groupBy(idsIn("swift"), (id) => id);
  expect(counts.size).toBe(60);
  // Those behind `stuck` in its group were sent once more, but not again.
  expect(Math.max(...[...counts.values()].map((each) => each.length))).toBe(2);
});

const levelOf = (store: string, variant: string, more: object = {}) => ({
  pk: `TENANT#${store}#STOCK#${variant}`,
  sk: "loc_1",
  _t: "inventory_level",
  available: 3,
  ...more,
});
const bodiesIn = (queue: string) =>
  sentMessages.filter((each) => each.queue === queue).map(({ body }) => body);

test("counted records, deleted ones too, are named once in one wake-up message a store and batch", async () => {
  const handler = fanOut([{ id: "countThings", wakesOnChangesOf: ["inventory_level"] }]);
  const written = [
    levelOf("store_1", "var_1"),
    levelOf("store_2", "var_9"),
    levelOf("store_1", "var_1", { available: 2 }),
    levelOf("store_1", "var_2"),
  ].map(recordOf);
  const gone = {
    eventName: "REMOVE" as const,
    dynamodb: { SequenceNumber: "2000", OldImage: marshall(levelOf("store_1", "var_3")) as never },
  };
  const event = rowOf("beside");
  expect(await handler({ Records: [...written, gone, recordOf(event, 9)] })).toEqual({
    batchItemFailures: [],
  });
  const bell = { kind: "inventory_level", again: 0 };
  expect(bodiesIn("count-things")).toEqual([
    { ...bell, tenant_id: "store_1", of: ["STOCK#var_1\nloc_1", "STOCK#var_2\nloc_1", "STOCK#var_3\nloc_1"] },
    { ...bell, tenant_id: "store_2", of: ["STOCK#var_9\nloc_1"] },
  ]);
  expect(idsIn("beside")).toEqual([event.id]);
});

test("a batch comes again while no wake-up message can be sent, unless the queue is missing", async () => {
  failingQueues.add("count-later");
  const records = [levelOf("store_1", "var_1"), rowOf("behind")].map(recordOf);
  const again = { batchItemFailures: [{ itemIdentifier: "1000" }] };
  const handler = fanOut([{ id: "countLater", wakesOnChangesOf: ["inventory_level"] }]);
  expect(await handler({ Records: records })).toEqual(again);
  expect(idsIn("behind")).toEqual([]);
  failingQueues.delete("count-later");
  expect(await handler({ Records: records })).toEqual({ batchItemFailures: [] });
  expect(idsIn("behind")).toHaveLength(1);
  const homeless = fanOut([{ id: "none", wakesOnChangesOf: ["inventory_level"] }]);
  expect(await homeless({ Records: records })).toEqual({ batchItemFailures: [] });
});

test("the message of a watched record is quarantined in a row of its own, and the record stays", async () => {
  const level = levelOf(newId("store"), "var_1", { watched: true });
  await transact(testContext(), [{ entity: "inventory_level", put: level }]);
  const handler = fanOut([{ id: "none", watches: "inventory_level" }]);
  expect(await handler({ Records: [recordOf(level, 0)] })).toEqual({ batchItemFailures: [] });
  const storedRow = await getItem({ pk: level.pk, sk: level.sk });
  expect(storedRow).not.toHaveProperty("ttl");
  expect(storedRow).not.toHaveProperty("due");
  const { items } = await queryItems("OUTBOX_ASIDE", { index: "due" });
  const rows = await batchGetItems(items.map(keyOfItem), true);
  const aside = rows.map((row) => messages.parse(row)).filter(({ queue }) => queue === "none");
  expect(aside.some(({ body }) => body.available === 3)).toBe(true);
});
