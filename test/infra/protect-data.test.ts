import type { ServerResponse } from "node:http";
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { handler } from "#infra/protect-data.ts";
import { serve } from "#test/support/serve.ts";

const Answer = z.object({
  Status: z.string(),
  PhysicalResourceId: z.string(),
  Reason: z.string().optional(),
});
const answersSent: z.infer<typeof Answer>[] = [];
let answerWith: (response: ServerResponse) => void = (response) => response.end();
/** A stand-in for the bucket that receives answers to CloudFormation. */
const { url, stop } = await serve(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  const before = answersSent.length;
  answerWith(response);
  if (response.statusCode < 300 && !response.destroyed && before === answersSent.length)
    answersSent.push(Answer.parse(JSON.parse(body)));
});
beforeEach(() => {
  answersSent.length = 0;
  answerWith = (response) => response.end();
});
afterAll(stop);

const client = new DynamoDBClient();
/** The id that CloudFormation makes up for a resource without one. */
const MADE_UP_ID = "storefront-prod-backend-ProtectionLast-1ABCDEF234567";

async function callHandler(event: { type: "Create" | "Update" | "Delete"; table: string; known?: string }) {
  const { type: RequestType, table, known = "Last" } = event;
  vi.stubEnv("TABLE_NAME", table);
  const sent = {
    RequestType,
    ResponseURL: `${url}/`,
    StackId: "stack",
    RequestId: "request",
    LogicalResourceId: "Last",
    ...(RequestType === "Create" ? {} : { PhysicalResourceId: known }),
    ServiceToken: "arn:aws:lambda:function",
    ResourceType: "Custom::Protection",
    ResourceProperties: { ServiceToken: "arn:aws:lambda:function" },
  };
  await handler(sent as CloudFormationCustomResourceEvent);
  return answersSent.at(-1);
}

async function createTable(): Promise<string> {
  const TableName = `protected-${crypto.randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    }),
  );
  return TableName;
}

async function isProtected(TableName: string): Promise<boolean | undefined> {
  return (await client.send(new DescribeTableCommand({ TableName }))).Table?.DeletionProtectionEnabled;
}

test("protects the table repeatedly, and leaves it so when the stack is deleted", async () => {
  const table = await createTable();
  for (const type of ["Create", "Update", "Delete"] as const) {
    expect(await callHandler({ type, table })).toEqual({ Status: "SUCCESS", PhysicalResourceId: "Last" });
    expect(await isProtected(table)).toBe(true);
  }
});

test("reports a failure under an id that no existing resource has", async () => {
  const failed = await callHandler({ type: "Create", table: "no-such-table" });
  expect(failed).toMatchObject({ Status: "FAILED", Reason: expect.any(String) });
  expect(failed?.PhysicalResourceId).not.toBe("Last");
  // CloudFormation's deletion must then do nothing.
  const known = failed?.PhysicalResourceId ?? "";
  expect(await callHandler({ type: "Delete", table: "no-such-table", known })).toEqual({
    Status: "SUCCESS",
    PhysicalResourceId: known,
  });
});

test("keeps the id of an existing resource at a failed update and at a deletion", async () => {
  for (const known of ["Last", "of-an-earlier-version"])
    expect(await callHandler({ type: "Update", table: "no-such-table", known })).toMatchObject({
      Status: "FAILED",
      PhysicalResourceId: known,
    });
});

test("lets a rollback delete the protected table when the answer was lost", async () => {
  const table = await createTable();
  answerWith = (response) => response.writeHead(503).end();
  await expect(callHandler({ type: "Create", table })).rejects.toThrow(
    "CloudFormation does not take the answer.",
  );
  expect(await isProtected(table)).toBe(true);

  answerWith = (response) => response.end();
  const gone = await callHandler({ type: "Delete", table, known: MADE_UP_ID });
  expect(gone).toEqual({ Status: "SUCCESS", PhysicalResourceId: MADE_UP_ID });
  await client.send(new DeleteTableCommand({ TableName: table }));
});

test.each<[what: string, fail: (response: ServerResponse) => void]>([
  ["is refused with a 500", (response) => response.writeHead(500).end()],
  ["is refused with a 503", (response) => response.writeHead(503).end()],
  ["breaks off", (response) => response.destroy()],
])("answers again where an answer %s", async (_, fail) => {
  const table = await createTable();
  let failuresLeft = 2;
  answerWith = (response) => (failuresLeft-- > 0 ? fail(response) : response.end());
  expect(await callHandler({ type: "Create", table })).toMatchObject({ Status: "SUCCESS" });
  expect(answersSent).toHaveLength(1);
});
