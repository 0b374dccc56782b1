import { afterEach, expect, test, vi } from "vitest";
import { watchTable } from "#core/dynamo/client.ts";
import { transact } from "#core/dynamo/transact.ts";
import { redact } from "#core/log.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { notifyEscalation } from "#lib/engagement/support/notify.ts";
import { newConversation } from "#lib/engagement/support/start.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { inParallel } from "#test/support/random.ts";
import {
  makeAgent,
  openConversation,
  readConversation,
  sendText,
  type TestConversation,
} from "#test/support/support.ts";
import { openStore, testContext, testEvent } from "#test/support/world.ts";

afterEach(() => vi.unstubAllEnvs());

const now = () => Math.floor(Date.now() / 1000);

const send = ({ storeId, id, token }: TestConversation, at: number) =>
  invokeDirect(conversations.sendMessage, {
    params: { storeId, conversationId: id },
    headers: { "x-support-token": token, "x-local-time": String(at) },
    body: JSON.stringify({ input: { type: "text", content: "Hello" } }),
  });

test("a visitor may send 30 messages a minute; more is a 429 for that visitor alone", async () => {
  vi.stubEnv("BUDGETS", "{}");
  const store = await openStore();
  const [{ talk }, other] = [await openConversation(store.id), await openConversation(store.id)];
  const at = now();
  for (let count = 0; count < 30; count++) expect((await send(talk, at)).status).toBe(200);
  const refused = await send(talk, at);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await send(other.talk, at)).status).toBe(200);
  expect((await send(talk, at + 60)).status).toBe(200);
});

test("an IP address may start 10 conversations a minute in a store; more is a 429 for it alone", async () => {
  vi.stubEnv("BUDGETS", "{}");
  const [store, other] = [await openStore(), await openStore()];
  const headers = { "x-local-time": String(now()) };
  const begin = (storeId: string, sourceIp: string) =>
    invokeDirect(conversations.startConversation, { params: { storeId }, headers, body: "{}", sourceIp });
  for (let count = 0; count < 10; count++) expect((await begin(store.id, "192.0.2.1")).status).toBe(201);
  expect((await begin(store.id, "192.0.2.1")).status).toBe(429);
  expect((await begin(store.id, "192.0.2.2")).status).toBe(201);
  expect((await begin(other.id, "192.0.2.1")).status).toBe(201);
});

test("escalations send one mail per conversation and at most 60 per hour and store", async () => {
  const roomy = { unasked_per_address: [9999, 3600], unasked_per_new_tenant: [9999, 3600] };
  vi.stubEnv("BUDGETS", JSON.stringify(roomy));
  const [store, other] = [await openStore(), await openStore()];
  const hour = Math.floor(Date.now() / 3_600_000) * 3600;
  const tell = async (storeId: string, record_id: string, at: number) =>
    (
      await mailsSent(() =>
        notifyEscalation(testContext({ now: () => at }), escalationEvent(storeId, record_id)),
      )
    ).length;
  const ids = await inParallel(61, 8, () => openEscalated(store.id));
  let sent = 0;
  for (const id of ids) sent += await tell(store.id, id, hour);
  expect(sent).toBe(60);
  const [first = "", last = ""] = [ids[0], ids.at(-1)];
  expect(await tell(other.id, await openEscalated(other.id), hour)).toBe(1);
  expect(await tell(store.id, last, hour + 7200)).toBe(1);
  // A repeated mail has the same id, and mails of one id are sent once.
  const again = () =>
    notifyEscalation(testContext({ now: () => hour + 7200 }), escalationEvent(store.id, first));
  expect(await mailsSent(again)).toEqual([`mail_${first}`]);
});

test("an empty poll by support token costs one read unit", async () => {
  const store = await openStore();
  await makeAgent(store);
  const { talk } = await openConversation(store.id);
  await sendText(talk, "Order");
  const last = (await readConversation(talk)).messages.at(-1)?.id ?? "";
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
  const { talk } = await openConversation(store.id);
  await sendText(talk, "Order");
  await send(talk, now());
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

const WEB = { type: "web" as const };

/** A conversation that waits for staff, and that no event announced. */
async function openEscalated(storeId: string): Promise<string> {
  const opening = { store_id: storeId, token_hash: "", contact_id: null, channel_context: WEB };
  const { record, writes } = newConversation(testContext(), undefined, {}, opening);
  await transact(
    testContext(),
    writes.filter(({ entity }) => entity !== "event"),
  );
  return record.id;
}

const escalationEvent = (tenant_id: string, record_id: string) =>
  testEvent({ tenant_id, type: "conversation.escalated", record_id, actor: { type: "nobody", id: null } });

/** Ids of the mails that are queued during `run`. */
async function mailsSent(run: () => Promise<void>): Promise<string[]> {
  const inputs: string[] = [];
  watchTable(({ input }) => inputs.push(JSON.stringify(input)));
  await run();
  watchTable(undefined);
  return inputs.flatMap((input) =>
    [...input.matchAll(/send-tenant-email.*?(mail_conv_\w+)/g)].map(([, id = ""]) => id),
  );
}

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

test("no log line shows a support token", () => {
  const logged = {
    headers: { "X-Acme-Support-Token": "a".repeat(64), authorization: "Bearer x", host: "h" },
  };
  expect(JSON.parse(JSON.stringify(logged, redact))).toEqual({
    headers: { "X-Acme-Support-Token": "redacted", authorization: "redacted", host: "h" },
  });
});
