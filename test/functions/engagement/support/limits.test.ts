import { afterEach, expect, test, vi } from "vitest";
import { watchTable } from "#core/dynamo/client.ts";
import { redact } from "#core/log.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { look, makeAgent, startTalk, type Talk, tell } from "#test/support/support.ts";
import { openStore } from "#test/support/world.ts";

afterEach(() => vi.unstubAllEnvs());

const send = ({ storeId, id, token }: Talk, headers: Record<string, string> = {}) =>
  invokeDirect(conversations.sendMessage, {
    params: { storeId, conversationId: id },
    headers: { "x-support-token": token, ...headers },
    body: JSON.stringify({ input: { type: "text", content: "Hello" } }),
  });

test("a visitor may send 30 messages a minute; more is a 429 for that one alone, until the minute is over", async () => {
  vi.stubEnv("BUDGETS", "{}");
  const store = await openStore();
  const [{ talk }, other] = [await startTalk(store.id), await startTalk(store.id)];
  for (let count = 0; count < 30; count++) expect((await send(talk)).status).toBe(200);
  const refused = await send(talk);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await send(other.talk)).status).toBe(200);
  const later = String(Date.now() / 1000 + 61);
  expect((await send(talk, { "x-local-time": later })).status).toBe(200);
});

test("an empty poll by support token is one read of one unit", async () => {
  const store = await openStore();
  await makeAgent(store);
  const { talk } = await startTalk(store.id);
  await tell(talk, "Order");
  const last = (await look(talk)).messages.at(-1)?.id ?? "";
  const poll = () =>
    invokeDirect(conversations.readConversation, {
      params: { storeId: talk.storeId, conversationId: talk.id },
      headers: { "x-support-token": talk.token },
      query: { after_id: last },
    });
  await poll();
  const calls: { units?: number | undefined }[] = [];
  watchTable((call) => calls.push(call));
  const reply = await poll();
  watchTable(undefined);
  expect(JSON.parse(reply.body)).toMatchObject({ messages: [], has_more: false });
  expect(calls.map(({ units }) => units)).toEqual([1]);
});

test("a turn of three nodes is two round trips to the table", async () => {
  const store = await openStore();
  await makeAgent(store);
  const { talk } = await startTalk(store.id);
  await tell(talk, "Order");
  await send(talk);
  const calls: unknown[] = [];
  watchTable((call) => calls.push(call));
  const reply = await invokeDirect(conversations.sendMessage, {
    params: { storeId: talk.storeId, conversationId: talk.id },
    headers: { "x-support-token": talk.token },
    body: JSON.stringify({ input: { type: "text", content: "grace@example.com" }, message_id: "m" }),
  });
  watchTable(undefined);
  expect(JSON.parse(reply.body).messages).toHaveLength(4);
  expect(calls).toHaveLength(2);
});

test("a preflight allows every requested header for support tokens, whatever brand it carries", async () => {
  const response = await fetch(`${process.env.PUBLIC_URL}/v1/storefront/store_x/support/conversations`, {
    method: "OPTIONS",
    headers: {
      origin: "https://shop.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type, x-acme-support-token,acme-support-token",
    },
  });
  const allowed = response.headers.get("access-control-allow-headers")?.split(",");
  expect(allowed).toEqual(
    expect.arrayContaining(["x-acme-support-token", "acme-support-token", "x-support-token"]),
  );
});

test("nothing that is logged shows a support token", () => {
  const logged = {
    headers: { "X-Acme-Support-Token": "a".repeat(64), authorization: "Bearer x", host: "h" },
  };
  expect(JSON.parse(JSON.stringify(logged, redact))).toEqual({
    headers: { "X-Acme-Support-Token": "redacted", authorization: "redacted", host: "h" },
  });
});
