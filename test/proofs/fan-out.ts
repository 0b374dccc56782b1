import assert from "node:assert/strict";
import { events } from "#core/events.ts";
import { newId } from "#core/id.ts";
import type { Stack } from "#infra/local/stack.ts";
import { createForm } from "#lib/content/forms/service.ts";
import { submitForm } from "#lib/content/forms/submissions.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { dumpTable } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";
import { collectedEvents } from "./functions/collected.ts";

type FanOutResult = { events: number; kills: number; repeats: number };

/**
 * Submits forms, some invalid, while the fan-out is killed at random: each committed event reaches its queue at least
 * once with one id and one content, and no other event does.
 */
export async function submitWhileKilled(stack: Stack, random: Random, count: number): Promise<FanOutResult> {
  Object.assign(collectedEvents, { random, kills: 0, killing: true, events: [] });
  const ctx = testContext();
  const storeId = newId("store");
  const form = await createForm(ctx, storeId, {
    key: "contact",
    schema: [{ type: "text", key: "message", required: true }],
  });
  let refusals = 0;
  await inParallel(count, 8, async (index) => {
    const bad = index % 5 === 4;
    const fields = bad ? [] : [{ key: "message", value: `message ${index}` }];
    const sent = submitForm(ctx, storeId, form.id, { form_id: form.id, fields });
    if (bad) await assert.rejects(sent);
    else await sent;
    refusals += bad ? 1 : 0;
  });
  await stack.drain({ rounds: 10_000, timeout: 120_000 });
  collectedEvents.killing = false;
  await stack.drain({ rounds: 10_000, timeout: 120_000 });
  const happened = (await dumpTable())
    .filter(({ _t, tenant_id }) => _t === "event" && tenant_id === storeId)
    .map((item) => events.parse(item));
  assert.equal(happened.length, count - refusals + 1);
  checkCollected(new Map(happened.map((event) => [String(event.id), event])));
  return {
    events: happened.length,
    kills: collectedEvents.kills,
    repeats: collectedEvents.events.length - happened.length,
  };
}

function checkCollected(happened: Map<string, Record<string, unknown>>): void {
  const came = new Map<string, string>();
  for (const { messageId, event } of collectedEvents.events) {
    assert.equal(messageId, event.id, "a message has its event's id");
    const known = happened.get(event.id);
    assert.ok(known, `${event.type} ${event.id} did not happen`);
    assert.deepEqual(event.data, known.data);
    const content = JSON.stringify(event);
    assert.equal(came.get(event.id) ?? content, content, "a repeat says the same");
    came.set(event.id, content);
  }
  const missing = [...happened.keys()].filter((id) => !came.has(id));
  assert.deepEqual(missing, [], "events that were not delivered");
}
