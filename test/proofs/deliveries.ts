import assert from "node:assert/strict";
import { Webhook as Verifier } from "standardwebhooks";
import { watchTable } from "#core/dynamo/client.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { events } from "#core/events.ts";
import { newId } from "#core/id.ts";
import type { Stack } from "#infra/local/stack.ts";
import { createForm, updateForm } from "#lib/content/forms/service.ts";
import { deliverWebhooks } from "#lib/delivery/webhooks/deliver-webhooks.ts";
import { planDeliveries } from "#lib/delivery/webhooks/plan.ts";
import { createWebhook } from "#lib/delivery/webhooks/service.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenants } from "#lib/tenancy/tenants/table.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { serve } from "#test/support/serve.ts";
import { dumpTable } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";
import { collectedEvents } from "./functions/collected.ts";

type DeliveriesResult = { changes: number; deliveries: number; kills: number };

class KilledError extends Error {}

/** Changes records while every stage from the table to the socket is killed at random. */
export async function deliverWhileKilled(
  stack: Stack,
  random: Random,
  count: number,
): Promise<DeliveriesResult> {
  using endpoint = await openEndpoint();
  Object.assign(collectedEvents, { random, kills: 0, killing: true, events: [] });
  const { storeId, webhookId, secret } = await openTenant(`${endpoint.url}/`);
  await changeForms(storeId, random, count);
  await stack.drain({ rounds: 10_000, timeout: 300_000 });
  collectedEvents.killing = false;
  await stack.drain({ rounds: 10_000, timeout: 300_000 });
  const tenantEvents = collectedEvents.events
    .map(({ event }) => event)
    .filter(({ tenant_id }) => tenant_id === storeId);
  let kills = collectedEvents.kills;
  kills += await planWhileKilled(random, tenantEvents);
  kills += await serveWhileKilled(random, storeId, webhookId);
  const happened = (await dumpTable())
    .filter(({ _t, tenant_id }) => _t === "event" && tenant_id === storeId)
    .map((item) => events.parse(item));
  checkDeliveries(new Map(happened.map((event) => [String(event.id), event])), endpoint.received, secret);
  return { changes: happened.length, deliveries: endpoint.received.length, kills };
}

async function openEndpoint() {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = await serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    received.push({ headers: Object.fromEntries(headers), body });
    response.writeHead(204).end();
  });
  return { ...server, received };
}

export async function openTenant(
  url: string,
  events: string[] = ["form.*"],
  configs: Business["configs"] = {},
) {
  const ctx = testContext();
  const storeId = newId("store");
  const now = ctx.now();
  await transact(ctx, [
    tenants.create({
      id: storeId,
      key: storeId,
      name: "Proof",
      slug: storeId,
      description: "",
      email: "",
      phone: "",
      website: "",
      address: {},
      timezone: "UTC",
      networkKey: null,
      status: "ACTIVE",
      statuses: [],
      gallery: [],
      configs,
      createdAt: now,
      updatedAt: now,
    }),
  ]);
  const { id: webhookId, secret } = await createWebhook(ctx, storeId, {
    url,
    events,
    headers: {},
    enabled: true,
  });
  return { storeId, webhookId, secret };
}

async function changeForms(storeId: string, random: Random, count: number): Promise<void> {
  const ctx = testContext();
  const forms = Math.max(4, Math.floor(count / 20));
  const ids = await inParallel(forms, 8, async (index) => {
    const form = await createForm(ctx, storeId, { key: `form-${index}` });
    return form.id;
  });
  await inParallel(count - forms, 8, async (index) => {
    const id = random.pick(ids);
    const status = index % 2 === 0 ? ("archived" as const) : ("active" as const);
    await withRetries(() => updateForm(ctx, storeId, id, { status })).catch((error: unknown) => {
      // A change that gave up on conflicts has changed nothing.
      if (!String(error).includes("at the same time")) throw error;
    });
  });
}

/** Kills at random by failing right after a call to the table took effect. */
async function runWithKills<T>(
  random: Random,
  probability: number,
  run: () => Promise<T>,
): Promise<T | KilledError> {
  watchTable(() => {
    if (random.chance(probability)) throw new KilledError();
  });
  try {
    return await run();
  } catch (error) {
    if (error instanceof KilledError) return error;
    throw error;
  } finally {
    watchTable(undefined);
  }
}

async function planWhileKilled(random: Random, tenantEvents: Event[]): Promise<number> {
  let kills = 0;
  const batches: Event[][] = [];
  for (let start = 0; start < tenantEvents.length; start += 10)
    batches.push(tenantEvents.slice(start, start + 10));
  for (const batch of batches) {
    for (;;) {
      const outcome = await runWithKills(random, 0.02, () => planDeliveries(testContext(), batch));
      if (!(outcome instanceof KilledError)) break;
      kills += 1;
    }
  }
  return kills;
}

async function serveWhileKilled(random: Random, tenant_id: string, webhook_id: string): Promise<number> {
  const due = `TENANT#${tenant_id}#WEBHOOK#${webhook_id}#DUE`;
  let kills = 0;
  for (let later = 0; ; later += 61) {
    const { items } = await queryItems(due, { index: "due", limit: 1 });
    if (items.length === 0) return kills;
    const at = Date.now() / 1000 + later;
    const ctx = testContext({ clock: () => at, now: () => Math.floor(at) });
    const outcome = await runWithKills(random, 0.004, () => deliverWebhooks(ctx, { tenant_id, webhook_id }));
    if (outcome instanceof KilledError) kills += 1;
  }
}

function checkDeliveries(
  happened: Map<string, Record<string, unknown>>,
  received: { headers: Record<string, string>; body: string }[],
  secret: string,
): void {
  const verifier = new Verifier(secret);
  const bodies = new Map<string, string>();
  const sequences = new Map<string, Set<number>>();
  for (const { headers, body } of received) {
    const at = Number(headers["webhook-timestamp"]);
    if (Math.abs(at - Date.now() / 1000) < 280) verifier.verify(body, headers);
    const event = JSON.parse(body);
    const known = happened.get(event.id);
    assert.ok(known, `${event.id} did not happen`);
    assert.equal(headers["webhook-id"], event.id);
    assert.deepEqual(event.data, known.data);
    assert.equal(bodies.get(event.id) ?? body, body, "every try says the same");
    bodies.set(event.id, body);
    const record = String(event.data.id);
    sequences.set(record, (sequences.get(record) ?? new Set()).add(event.sequence));
  }
  const wanted = [...happened.values()].filter(({ type }) => String(type).startsWith("form."));
  assert.deepEqual(
    wanted.filter(({ id }) => !bodies.has(String(id))).map(({ id }) => id),
    [],
    "events that were not delivered",
  );
  for (const [record, seen] of sequences) {
    assert.equal(seen.size, Math.max(...seen), `the sequence of ${record} has no gap`);
  }
}
