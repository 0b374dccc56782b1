import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newImage } from "#core/dynamo/stream.ts";
import type { Operation } from "#core/http/contract.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { subscriptions } from "#functions/subscriptions.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { eventFilters, fanOut } from "#lib/system/platform/fan-out.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { interceptCalls, watchCalls } from "#test/support/table.ts";
import { openStore } from "#test/support/world.ts";

const runFanOut = fanOut(subscriptions);

/** The messages that the stand-in for SQS has recorded in place of sending them. */
const sent: string[] = [];
const { send } = SQSClient.prototype;
SQSClient.prototype.send = (async (command: unknown) => {
  if (command instanceof SendMessageBatchCommand) sent.push(command.input.QueueUrl?.split("/").at(-1) ?? "");
  return {};
}) as typeof send;
beforeEach(() => {
  sent.length = 0;
});
afterAll(() => {
  SQSClient.prototype.send = send;
});

test("a change without subscribers is sent nowhere, at the cost of one read a batch", async () => {
  const { change } = await openRoasts();
  const records = [...(await change("Hills")), ...(await change("Lakes")), ...(await change("Woods"))];
  const { calls } = await watchCalls(() => runFanOut({ Records: records }));
  expect(sent).toEqual([]);
  expect(calls.map(({ command }) => command)).toEqual(["BatchGetItemCommand"]);
});

test("a webhook or build hook gets every change of its types from its creation on, and no others", async () => {
  const { store, change } = await openRoasts();
  const params = { storeId: store.id };
  const hook = { name: "Orders", url: "https://hooks.example.com", events: ["order.*"] };
  await ok(webhooks.createWebhook, { params, as: store.owner, body: hook });
  await runFanOut({ Records: await change("Hills") });
  expect(sent).toEqual([]);
  await ok(webhooks.createWebhook, { params, as: store.owner, body: { ...hook, events: ["entry.updated"] } });
  await runFanOut({ Records: await change("Lakes") });
  expect(sent).toEqual(["plan-deliveries"]);
  const configs = { buildHooks: ["https://build.example.com"] };
  await ok(businesses.updateBusiness, {
    params: { businessId: store.id },
    as: store.owner,
    body: { configs },
  });
  await runFanOut({ Records: await change("Woods") });
  expect(sent.toSorted()).toEqual(["build-after-change", "plan-deliveries", "plan-deliveries"]);
});

test("event filters belong to workers that subscribe to events", () => {
  const ids = subscriptions.filter(({ on }) => on).map(({ id }) => id);
  expect(eventFilters.map(({ message }) => message.worker).filter((id) => !ids.includes(id))).toEqual([]);
});

test("an event goes to all subscribed workers where the table cannot be read", async () => {
  const { change } = await openRoasts();
  const Records = await change("Hills");
  const cut = async () => {
    throw new Error("The table is away.");
  };
  await interceptCalls(cut, () => runFanOut({ Records }));
  expect(sent.toSorted()).toEqual(["build-after-change", "plan-deliveries", "track-usage"]);
});

async function openRoasts() {
  const store = await openStore();
  const params = { storeId: store.id };
  const as = store.owner;
  const fields = [{ type: "text" as const, key: "title" }];
  const collection = await ok(collections.createCollection, { params, as, body: { key: "roasts", fields } });
  const body = { collection_id: collection.id, key: "roast" };
  const { id: entryId } = await ok(entries.createEntry, { params, as, body });
  /** Changes the entry, and returns the stream's records of the change. */
  const change = (value: string) =>
    recordsOf(entries.updateEntry, { ...params, entryId }, as.token, { fields: [{ key: "title", value }] });
  return { store, change };
}

async function recordsOf(
  operation: Operation,
  params: Record<string, string>,
  token: string,
  body: object,
): Promise<DynamoDBRecord[]> {
  const { calls, result } = await watchCalls(() =>
    invokeDirect(operation, { params, token, body: JSON.stringify(body) }),
  );
  expect(result.status, result.body).toBe(200);
  const records = calls
    .flatMap(({ input }) => ("TransactItems" in input ? (Object(input.TransactItems) as object[]) : []))
    .flatMap((item) => ("Put" in item ? [Object(item.Put).Item as Record<string, unknown>] : []))
    .map((item, index) => ({
      eventName: "INSERT" as const,
      dynamodb: {
        SequenceNumber: String(index),
        NewImage: marshall(item, { removeUndefinedValues: true }) as never,
      },
    }));
  return records.filter((record) => newImage(record)._t === "event");
}
