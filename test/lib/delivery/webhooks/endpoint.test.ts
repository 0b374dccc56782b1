import { expect, test } from "vitest";
import { getItem, queryItems } from "#core/dynamo/read.ts";
import { newId } from "#core/id.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { deliverWebhooks } from "#lib/delivery/webhooks/deliver-webhooks.ts";
import { wakeEndpoint } from "#lib/delivery/webhooks/endpoint.ts";
import { planDeliveries } from "#lib/delivery/webhooks/plan.ts";
import { deliveries, endpoints } from "#lib/delivery/webhooks/table.ts";
import { ok } from "#test/support/client.ts";
import { inspectorAddress } from "#test/support/inspector.ts";
import { purgeStore } from "#test/support/purge-store.ts";
import { interceptCalls, watchCalls } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { openStore, testContext, testEvent } from "#test/support/world.ts";

test("a sender for a deleted endpoint ends at once and leaves nothing behind", async () => {
  const key = { tenant_id: newId("store"), webhook_id: newId("wh") };
  const { calls } = await watchCalls(() => deliverWebhooks(testContext(), key));
  expect(calls.length).toBeLessThanOrEqual(1);
  expect(await getItem(endpoints.key(key))).toBeUndefined();
});

test("waking an endpoint of a deleted store does not recreate it", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const { url } = inspectorAddress();
  const { id } = await ok(webhooks.createWebhook, { params, as: store.owner, body: { url } });
  await ok(stores.deleteStore, { params, as: store.owner });
  const key = { tenant_id: store.id, webhook_id: id };
  await purgeStore(store.id);
  await wakeEndpoint(testContext(), key);
  expect(await getItem(endpoints.key(key))).toBeUndefined();
});

test("deliveries planned for a store that is being deleted leave nothing behind", async () => {
  for (const wasThere of [true, false]) {
    const store = await openStore();
    const params = { storeId: store.id };
    const { url } = inspectorAddress();
    const body = { url, events: ["order.created"] };
    const { id } = await ok(webhooks.createWebhook, { params, as: store.owner, body });
    const key = { tenant_id: store.id, webhook_id: id };
    if (wasThere) await wakeEndpoint(testContext(), key);
    await waitForWorkers(store.id);
    expect((await getItem(endpoints.key(key))) !== undefined).toBe(wasThere);
    let isDeleted = false;
    const deletedBeforeWrites = async (command: string, next: () => Promise<unknown>) => {
      if (WRITES.test(command) && !isDeleted) {
        isDeleted = true;
        await ok(stores.deleteStore, { params, as: store.owner });
        await waitForWorkers(store.id);
      }
      return next();
    };
    await interceptCalls(deletedBeforeWrites, () => planDeliveries(testContext(), [orderCreated(store.id)]));
    expect(isDeleted).toBe(true);
    await purgeStore(store.id);
    const owed = await queryItems(deliveries.partition(key), { consistent: true });
    expect({ wasThere, owed: owed.items }).toEqual({ wasThere, owed: [] });
    expect(await getItem(endpoints.key(key))).toBeUndefined();
  }
});

const WRITES = /Put|Update|Delete|Write/;

const orderCreated = (tenant_id: string) =>
  testEvent({ tenant_id, type: "order.created", record_id: newId("order") });

test("a sender hands over when its time is up, however often its endpoint is woken", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const { url } = inspectorAddress();
  const { id } = await ok(webhooks.createWebhook, { params, as: store.owner, body: { url } });
  const key = { tenant_id: store.id, webhook_id: id };
  await wakeEndpoint(testContext(), key);
  // The stack's own sender takes it first.
  await waitForWorkers(store.id);
  let turns = 0;
  const wakeBeforeEnd = async (_: string, next: () => Promise<unknown>, input: object) => {
    if (JSON.stringify(input).includes("wakes = :wakes")) {
      turns += 1;
      if (turns < 5) await wakeEndpoint(testContext(), key);
    }
    return next();
  };
  await interceptCalls(wakeBeforeEnd, () => deliverWebhooks(testContext(), key, -1));
  expect(turns).toBe(1);
  // The next sender has taken it and finished.
  await waitForWorkers(store.id);
  expect(await endpoints.find(key)).toMatchObject({ lease_until: 0 });
});
