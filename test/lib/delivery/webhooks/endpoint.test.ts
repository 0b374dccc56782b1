import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { getItem } from "#core/dynamo/read.ts";
import { newId } from "#core/id.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { wake } from "#lib/delivery/webhooks/endpoint.ts";
import { deliverWebhooks } from "#lib/delivery/webhooks/run.ts";
import { endpoints } from "#lib/delivery/webhooks/table.ts";
import { ok } from "#test/support/client.ts";
import { inspectorAddress } from "#test/support/inspector.ts";
import { watched } from "#test/support/table.ts";
import { eventually, openStore, testContext } from "#test/support/world.ts";

test("a sender sent to an endpoint that is gone leaves at once and leaves nothing", async () => {
  const key = { tenant_id: newId("store"), webhook_id: newId("wh") };
  const { calls } = await watched(() => deliverWebhooks(testContext(), key, 500));
  expect(calls.length).toBeLessThanOrEqual(1);
  expect(await getItem(endpoints.key(key))).toBeUndefined();
});

test("an endpoint of a store that is gone is not woken to life again", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const { url } = inspectorAddress();
  const { id } = await ok(webhooks.createWebhook, { params, as: store.owner, body: { url } });
  await ok(stores.deleteStore, { params, as: store.owner });
  const key = { tenant_id: store.id, webhook_id: id };
  await eventually(async () => (await getItem(endpoints.key(key))) === undefined, "the deletion");
  await wake(testContext(), key);
  expect(await getItem(endpoints.key(key))).toBeUndefined();
});

test("however often an endpoint is woken meanwhile, its sender gives way when its time is up", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const { url } = inspectorAddress();
  const { id } = await ok(webhooks.createWebhook, { params, as: store.owner, body: { url } });
  const key = { tenant_id: store.id, webhook_id: id };
  await wake(testContext(), key);
  // The stack's own sender has it first.
  await eventually(async () => (await endpoints.find(key))?.lease_until === 0, "the first sender");
  let over = false;
  const waker = async () => {
    while (!over) await wake(testContext(), key);
  };
  const wakers = [waker(), waker(), waker()];
  const gaveUp = await Promise.race([deliverWebhooks(testContext(), key, 300), sleep(10_000, "still at it")]);
  over = true;
  await Promise.all(wakers);
  expect(gaveUp).toBeUndefined();
});
