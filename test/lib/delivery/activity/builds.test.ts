import { expect, test } from "vitest";
import { buildAfterChange, callBuildHook, runBuilds } from "#lib/delivery/activity/builds.ts";
import { openTenant } from "#test/proofs/deliveries.ts";
import { FUTURE } from "#test/support/dates.ts";
import { inspectorAddress, receivedWebhooks } from "#test/support/inspector.ts";
import { serve } from "#test/support/serve.ts";
import { eventually, testContext, testEvent } from "#test/support/world.ts";

// Ahead of the machine's clock, so that the stack's own workers find nothing due.
const START = FUTURE;
const at = (seconds: number) => testContext({ now: () => START + seconds, clock: () => START + seconds });

test("changes within half a minute cause one build, half a minute after the first", async () => {
  const { name, url } = inspectorAddress();
  const { storeId: tenant_id } = await openTenant("https://example.com/", [], { buildHooks: [url] });
  const change = (seconds: number) =>
    buildAfterChange(
      at(seconds),
      testEvent({ tenant_id, type: "node.updated", id: "evt", at: START + seconds }),
    );
  const calls = (count: number) =>
    eventually(async () => (await receivedWebhooks(name)).length >= count, `call ${count} of the hook`);
  for (const seconds of [0, 1, 12, 29]) await change(seconds);
  await runBuilds(at(29), { tenant_id });
  await runBuilds(at(30), { tenant_id });
  await runBuilds(at(30), { tenant_id });
  await calls(1);
  await change(31);
  await runBuilds(at(60), { tenant_id });
  await runBuilds(at(61), { tenant_id });
  await runBuilds(at(62), { tenant_id });
  await calls(2);
  expect(await receivedWebhooks(name)).toHaveLength(2);
});

test("a hook that answers success and then breaks off is not called again", async () => {
  using server = await serve((_, response) => {
    response.writeHead(201, { "content-length": 100 }).flushHeaders();
    setImmediate(() => response.destroy());
  });
  await callBuildHook(at(0), { tenant_id: "store_1", url: `${server.url}/` }, { tries: 1 });
});
