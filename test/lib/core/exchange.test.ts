import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { timeouts } from "#core/aws.ts";
import { GetCommand, withFastConversion } from "#core/dynamo/fast/commands.ts";
import { serve } from "#test/support/serve.ts";

type Reply = { status: number; body: string; headers?: Record<string, string>; cut?: boolean };

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A table that gives these answers one after the other, and then repeats the last one. */
async function tableAnswering(replies: Reply[]) {
  const calls: { headers: Record<string, unknown>; body: string }[] = [];
  const { url: endpoint, stop } = await serve((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const reply = replies[Math.min(calls.length, replies.length - 1)];
      calls.push({ headers: request.headers, body });
      response.writeHead(reply?.status ?? 500, reply?.headers ?? {});
      if (!reply?.cut) return response.end(reply?.body);
      response.write(reply.body);
      setImmediate(() => response.destroy());
    });
  });
  onTestFinished(stop);
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const plain = new DynamoDBClient({
    region: "us-east-1",
    endpoint,
    credentials,
    maxAttempts: 4,
    ...timeouts(1000),
  });
  const get = new GetCommand({ TableName: "t", Key: { pk: "ä", sk: "b" } });
  return { calls, get: () => withFastConversion(plain).send(get) };
}

const ITEM = { status: 200, body: '{"Item":{"pk":{"S":"ä"},"n":{"N":"1"}}}' };

test.each<[string, Reply]>([
  ["of the server's", { status: 500, body: '{"__type":"x#InternalServerError"}' }],
  ["without a body", { status: 503, body: "" }],
  [
    "for too much",
    {
      status: 400,
      body: '{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}',
    },
  ],
  ["that ends early", { status: 200, body: '{"Item":', headers: { "content-length": "100" }, cut: true }],
])("a failure %s is met with another try, signed anew", async (_, failure) => {
  const { calls, get } = await tableAnswering([failure, ITEM]);
  expect((await get()).Item).toEqual({ pk: "ä", n: 1 });
  expect(calls).toHaveLength(2);
  expect(calls[0]?.body).toBe(calls[1]?.body);
});

test("retries end, and the last failure keeps its name", async () => {
  const { calls, get } = await tableAnswering([{ status: 500, body: '{"__type":"x#InternalServerError"}' }]);
  await expect(get()).rejects.toMatchObject({ name: "InternalServerError" });
  expect(calls).toHaveLength(4);
});

test("a refusal is thrown at once, as the SDK's own error with all its fields", async () => {
  const body = JSON.stringify({
    __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
    message: "The conditional request failed",
    Item: { pk: { S: "a" } },
  });
  const { calls, get } = await tableAnswering([{ status: 400, body }]);
  const error = await get().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConditionalCheckFailedException);
  expect(error).toMatchObject({ message: "The conditional request failed", Item: { pk: { S: "a" } } });
  expect(calls).toHaveLength(1);
});

test("a wrong clock is corrected by the refusal, and the call is repeated", async () => {
  const ahead = new Date(Date.now() + 3600 * 1000);
  const skewed = {
    status: 400,
    body: '{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"Signature not yet current"}',
    headers: { date: ahead.toUTCString() },
  };
  const { calls, get } = await tableAnswering([skewed, ITEM]);
  expect((await get()).Item).toEqual({ pk: "ä", n: 1 });
  const hour = (at: number) => String(calls[at]?.headers["x-amz-date"]).slice(9, 11);
  expect(hour(0)).not.toBe(hour(1));
  expect(hour(1)).toBe(ahead.toISOString().slice(11, 13));
});

test("without an endpoint of its own a call goes by TLS to DynamoDB in the client's region", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "");
  const calls: object[] = [];
  const credentials = { accessKeyId: "a", secretAccessKey: "b", sessionToken: "c" };
  const client = new DynamoDBClient({
    region: "eu-central-1",
    credentials,
    ...timeouts(1000),
    maxAttempts: 1,
  });
  client.config.requestHandler = {
    ...client.config.requestHandler,
    handle: async (request: object) => {
      calls.push(request);
      throw new Error("not sent");
    },
  };
  const get = new GetCommand({ TableName: "t", Key: { pk: "a", sk: "b" } });
  await expect(withFastConversion(client).send(get)).rejects.toThrow("not sent");
  const host = "dynamodb.eu-central-1.amazonaws.com";
  const headers = expect.objectContaining({ host, "x-amz-security-token": "c" });
  expect(calls).toEqual([
    expect.objectContaining({ protocol: "https:", hostname: host, path: "/", method: "POST", headers }),
  ]);
});
