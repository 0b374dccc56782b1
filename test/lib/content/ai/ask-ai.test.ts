// Alone: its Bedrock client calls a server that this file starts.
import { createServer, type Http2Server } from "node:http2";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { logLineFields, withLogContext } from "#core/log-context.ts";
import { askAi } from "#lib/content/ai/service.ts";

/** The next answer of the model, and the last request to it. */
let answer: { status: number; body: unknown };
let asked: { path: string; body: Record<string, unknown> } | undefined;
let server: Http2Server;

const ENVIRONMENT = {
  AI_MODEL: "some.model-v1:0",
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked = { path: request.url, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) };
      response.writeHead(answer.status, { "content-type": "application/json", "x-amzn-requestid": "b1" });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  Object.assign(process.env, ENVIRONMENT, { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `http://127.0.0.1:${port}` });
});

beforeEach(() => {
  process.env.AI_MODEL = ENVIRONMENT.AI_MODEL;
  asked = undefined;
});

afterAll(() => server.close());

const message = (...content: object[]) => ({
  output: { message: { role: "assistant", content } },
  stopReason: "end_turn",
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  metrics: { latencyMs: 1 },
});
const Greeting = z.object({ greeting: z.string().max(20) });
const request = {
  instructions: "Greet.",
  messages: [{ role: "user" as const, content: "Hello" }],
  answer: Greeting,
  embedded: () => ({ greeting: "embedded" }),
};

test("the model is called over the Converse API with a tool, whose input is the answer", async () => {
  const input = { greeting: "Servus" };
  answer = { status: 200, body: message({ toolUse: { toolUseId: "1", name: "answer", input } }) };
  const [reply, line] = await withLogContext({}, async () => [await askAi(request), logLineFields()]);
  expect(reply).toEqual({ answer: input, provider: "bedrock", model: ENVIRONMENT.AI_MODEL });
  expect(line).toEqual({ provider_id: "b1" });
  expect(decodeURIComponent(asked?.path ?? "")).toBe(`/model/${ENVIRONMENT.AI_MODEL}/converse`);
  expect(asked?.body).toMatchObject({
    system: [{ text: "Greet." }],
    messages: [{ role: "user", content: [{ text: "Hello" }] }],
    toolConfig: { toolChoice: { tool: { name: "answer" } } },
  });
  expect(JSON.stringify(asked?.body)).toContain('"maxLength":20');
});

test("a plain text answer needs no tool", async () => {
  answer = { status: 200, body: message({ text: "Ser" }, { text: "vus" }) };
  const reply = await askAi({ ...request, answer: z.string(), embedded: () => "embedded" });
  expect(reply).toMatchObject({ answer: "Servus", provider: "bedrock" });
  expect(asked?.body).not.toHaveProperty("toolConfig");
});

test("the embedded default answers when the model fails, answers wrongly, or is not configured", async () => {
  const embedded = { answer: { greeting: "embedded" }, provider: "embedded", model: "embedded-default" };
  answer = { status: 403, body: { message: "no access" } };
  expect(await askAi(request)).toEqual(embedded);
  const input = { greeting: "far longer than it may be" };
  answer = { status: 200, body: message({ toolUse: { toolUseId: "1", name: "answer", input } }) };
  expect(await askAi(request)).toEqual(embedded);
  answer = { status: 200, body: message({ text: "I would rather talk." }) };
  expect(await askAi(request)).toEqual(embedded);
  asked = undefined;
  delete process.env.AI_MODEL;
  expect(await askAi(request)).toEqual(embedded);
  expect(asked).toBeUndefined();
});
