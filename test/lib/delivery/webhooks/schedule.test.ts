import type { IncomingMessage, ServerResponse } from "node:http";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import type { Context } from "#core/context.ts";
import { batchGetItems, queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { events } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { deliverWebhooks } from "#lib/delivery/webhooks/deliver-webhooks.ts";
import { planDeliveries } from "#lib/delivery/webhooks/plan.ts";
import { DISABLE_AFTER, JITTER, RETRIES } from "#lib/delivery/webhooks/schedule.ts";
import { createWebhook, getWebhook, updateWebhook } from "#lib/delivery/webhooks/service.ts";
import { FUTURE } from "#test/support/dates.ts";
import { serve } from "#test/support/serve.ts";
import { mailsTo, mailTo, openStore, testContext, testEvent } from "#test/support/world.ts";

type Request = { at: number; headers: IncomingMessage["headers"]; body: string };

let answer: (response: ServerResponse, count: number) => void;
let now = 0;
const requests: Request[] = [];

const server = await serve(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  requests.push({ at: now, headers: request.headers, body });
  answer(response, requests.length);
});
afterAll(server.stop);

/** A context at the given time, which becomes `now`, independent of the machine's clock. */
const at = (seconds: number): Context => {
  now = seconds;
  return testContext({ clock: () => seconds, now: () => Math.floor(seconds) });
};

async function endpointAt(start: number) {
  const { id: tenant_id, owner } = await openStore();
  requests.length = 0;
  const ctx = at(start);
  const body = { url: `${server.url}/`, events: ["order.created"], headers: {}, enabled: true };
  const { id: webhook_id, secret } = await createWebhook(ctx, tenant_id, body);
  const key = { tenant_id, webhook_id };
  const happen = async (seconds: number) => {
    const order = { tenant_id, type: "order.created", record_id: newId("order", seconds) };
    const event = testEvent({ ...order, id: newId("evt", seconds + 1), at: seconds, data: { total: 1 } });
    // Stored under another entity name, because the stack's own workers would also deliver an event.
    const write = events.put(event);
    await transact(at(seconds), [{ ...write, put: { ...write.put, _t: "kept" } }]);
    await planDeliveries(at(seconds), [event]);
    return event;
  };
  /** Lets time pass until a limit, and sends whenever a delivery is due. */
  const pass = async (until: number) => {
    await deliverWebhooks(at(now), key);
    for (;;) {
      const [item] = await batchGetItems([{ pk: `TENANT#${tenant_id}#WEBHOOK`, sk: webhook_id }], true);
      const due = item?.due_by === undefined ? Number.POSITIVE_INFINITY : Number(item.due_by);
      if (due > until) return;
      await deliverWebhooks(at(Math.max(due, now)), key);
    }
  };
  return {
    tenant_id,
    webhook_id,
    owner,
    secret,
    happen,
    pass,
    get: () => getWebhook(at(now), tenant_id, webhook_id),
  };
}

test("a delivery that always fails is exhausted on schedule, and its webhook disabled later", async () => {
  answer = (response) => response.writeHead(500).end("broken");
  const start = FUTURE;
  const { happen, pass, get, owner, tenant_id, webhook_id } = await endpointAt(start);
  await happen(start);
  await pass(start + DISABLE_AFTER - 1);
  const log = await queryItems(`TENANT#${tenant_id}#WEBHOOK#${webhook_id}#ATTEMPT`, {});
  expect(log.items.map(({ status, error }) => [status, error])).toEqual(
    Array.from({ length: RETRIES.length + 1 }, () => [500, "It answered 500."]),
  );
  expect(requests).toHaveLength(RETRIES.length + 1);
  for (const [index, wait] of RETRIES.entries()) {
    const gap = (requests[index + 1]?.at ?? 0) - (requests[index]?.at ?? 0);
    expect(gap, `before try ${index + 2}`).toBeGreaterThanOrEqual(wait);
    expect(gap, `before try ${index + 2}`).toBeLessThanOrEqual(Math.ceil(wait * (1 + JITTER)) + 1);
  }
  expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  expect(await get()).toMatchObject({ enabled: true, failing_since: start });
  await pass(start + DISABLE_AFTER + 120);
  expect(requests).toHaveLength(RETRIES.length + 1);
  expect(await get()).toMatchObject({ enabled: false, disabled_reason: "failing" });
  await mailTo(owner.email);
  expect(await mailsTo(owner.email)).toHaveLength(1);
  const { items } = await queryItems(`TENANT#${tenant_id}#WEBHOOK#${webhook_id}#ATTEMPT`, {});
  expect(items.map(({ attempt, outcome }) => [attempt, outcome])).toEqual(
    requests.map((_, index) => [index + 1, "failure"]),
  );
});

test("every attempt is signed with its own timestamp", async () => {
  answer = (response, count) => response.writeHead(count < 3 ? 503 : 204).end();
  // Later than now, so that nothing is due for the stack's own sender.
  const start = Math.floor(Date.now() / 1000) + 120;
  const { happen, pass, secret, get } = await endpointAt(start);
  await happen(start);
  await pass(start + 3600);
  expect(requests).toHaveLength(3);
  expect(await get()).toMatchObject({ failing_since: null });
  for (const { headers, body, at: sent } of requests) {
    expect(Number(headers["webhook-timestamp"])).toBe(sent);
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    // The library's clock stands still, and it accepts only five minutes of difference.
    if (Math.abs(sent - Date.now() / 1000) < 280) new Verifier(secret).verify(body, given);
  }
});

test("a success clears all failures, and so does enabling a webhook", async () => {
  const start = FUTURE;
  answer = (response) => response.writeHead(500).end();
  const { happen, pass, get, tenant_id, webhook_id } = await endpointAt(start);
  await happen(start);
  await pass(start + DISABLE_AFTER - 3600);
  answer = (response) => response.writeHead(200).end();
  await happen(start + DISABLE_AFTER - 1800);
  await pass(start + DISABLE_AFTER + 3600);
  expect(await get()).toMatchObject({ enabled: true, failing_since: null });
  answer = (response) => response.writeHead(410).end();
  await happen(now);
  await pass(now + 60);
  expect(await get()).toMatchObject({ enabled: false, disabled_reason: "gone" });
  await updateWebhook(at(now), tenant_id, webhook_id, { enabled: true });
  expect(await get()).toMatchObject({ enabled: true, failing_since: null, disabled_reason: null });
});

test("Retry-After is respected for at most a day and never makes an attempt earlier", async () => {
  const waits: [string, number, number][] = [
    ["120", 120, 121],
    ["0", 5, 7],
    ["999999", 86_400, 86_401],
    ["99999999999", 86_400, 86_401],
  ];
  for (const [header, least, most] of waits) {
    const start = FUTURE;
    answer = (response, count) =>
      count === 1 ? response.writeHead(429, { "retry-after": header }).end() : response.writeHead(200).end();
    const { happen, pass } = await endpointAt(start);
    await happen(start);
    await pass(start + 2 * 86_400);
    expect(requests).toHaveLength(2);
    const gap = (requests[1]?.at ?? 0) - (requests[0]?.at ?? 0);
    expect(gap).toBeGreaterThanOrEqual(least);
    expect(gap).toBeLessThanOrEqual(most);
  }
});

test("an event that is planned twice is sent once", async () => {
  answer = (response) => response.writeHead(200).end();
  const start = FUTURE;
  const { happen, pass } = await endpointAt(start);
  const event = await happen(start);
  await pass(start + 60);
  for (let again = 0; again < 3; again++) await planDeliveries(at(now + 1), [event, event]);
  await pass(now + 600);
  expect(requests).toHaveLength(1);
});

test("redirects are failures and are not followed", async () => {
  answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
  const start = FUTURE;
  const { happen, pass, get } = await endpointAt(start);
  await happen(start);
  await pass(start + 2);
  expect(requests).toHaveLength(1);
  expect(await get()).toMatchObject({ failing_since: start });
});
