import { expect, test } from "vitest";
import { getItem } from "#core/dynamo/read.ts";
import { newId } from "#core/id.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { wake } from "#lib/delivery/webhooks/endpoint.ts";
import { deliverWebhooks } from "#lib/delivery/webhooks/run.ts";
import { endpoints } from "#lib/delivery/webhooks/table.ts";
import { ok } from "#test/support/client.ts";
import { drained } from "#test/support/drained.ts";
import { inspectorAddress } from "#test/support/inspector.ts";
import { interposed, watched } from "#test/support/table.ts";
import { eventually, openStore, testContext } from "#test/support/world.ts";

test("a sender sent to an endpoint that is gone leaves at once and leaves nothing", async () => {
  const key = { tenant_id: newId("store"), webhook_id: newId("wh") };
  const { calls } = await watched(() => deliverWebhooks(testContext(), key));
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
  await drained(store.id);
  let turns = 0;
  const wakeBeforeEnd = async (_: string, next: () => Promise<unknown>, input: object) => {
    if (JSON.stringify(input).includes("wakes = :wakes")) {
      turns += 1;
      if (turns < 5) await wake(testContext(), key);
    }
    return next();
  };
  await interposed(wakeBeforeEnd, () => deliverWebhooks(testContext(), key, -1));
  expect(turns).toBe(1);
  // The next sender has it, and has come to its end.
  await drained(store.id);
  expect(await endpoints.find(key)).toMatchObject({ lease_until: 0 });
});
