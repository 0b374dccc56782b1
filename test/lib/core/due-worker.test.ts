import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { expect, test, vi } from "vitest";
import { restoreQuarantinedRows } from "#core/due/postpone.ts";
import { dueShards } from "#core/due/table.ts";
import { dueWorker } from "#core/due/worker.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { kebab } from "#core/http/contract.ts";
import { logger } from "#core/log.ts";
import { workers } from "#functions/manifest.ts";
import { openProbeKind } from "#test/support/due-probes.ts";
import { contextWithSeconds, shardMessage } from "#test/support/due-worker.ts";
import { eventually } from "#test/support/world.ts";

test("one worker at a time drains a shard", async () => {
  const { add, name, work, ran, itemOf } = openProbeKind(() => new Promise((done) => setImmediate(done)));
  await add("many", 60);
  const handler = dueWorker({ ...messageFor("processDueCarts"), id: "processDueCarts" }, [work]);
  await Promise.all(
    [0, 0, 1].map((shard) => handler(shardMessage({ kind: name, shard }), contextWithSeconds(60))),
  );
  expect(new Set(ran).size).toBe(60);
  expect(ran).toHaveLength(60);
  expect((await itemOf("many", "p0"))?.due).toBeUndefined();
  const { batchItemFailures } = await handler(shardMessage({ kind: name, shard: 7 }), contextWithSeconds(60));
  expect(batchItemFailures).toHaveLength(1);
});

// A shared function has the time of its slowest worker, which may be longer than a lease.
test.each([60, 300])(
  "a worker of %i s leaves what exceeds its time or lease to one more message, at once",
  async (seconds) => {
    const { add, name, work, ran } = openProbeKind(() => {
      // The twentieth row uses up the first worker's time, except for the ten seconds that it reserves.
      if (ran.length === 20) vi.setSystemTime(Date.now() + 50_000);
    });
    await add("many", 90);
    const id = `due${crypto.randomUUID().replaceAll("-", "")}`;
    const handler = dueWorker({ ...messageFor("processDueCarts"), id }, [work]);
    const queue = await queueOf(id);
    vi.useFakeTimers({ toFake: ["Date"] });
    await handler(shardMessage({ kind: name, shard: 0 }), contextWithSeconds(seconds));
    vi.useRealTimers();
    const first = ran.length;
    expect(first).toBeLessThan(40);
    const left = await queue.next();
    expect(JSON.parse(left.body).body).toEqual({ kind: name, shard: 0 });
    await handler({ Records: [left] } as never, contextWithSeconds(60));
    await handler(shardMessage({ kind: name, shard: 1 }), contextWithSeconds(60));
    expect(ran.length).toBeGreaterThan(first);
    expect(ran).toHaveLength(90);
    expect(await queue.end()).toBe(0);
  },
);

test("the fourth worker quarantines a row that crashes workers, with an alarm, and does the rest", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  let deaths = 0;
  const { add, name, work, ran, itemOf } = openProbeKind(({ tenant }) => {
    if (tenant !== "killer") return;
    deaths += 1;
    return new Promise(() => undefined);
  });
  await add("fine", 30);
  await add("killer", 1);
  const handler = dueWorker({ ...messageFor("processDueCarts"), id: "processDueCarts" }, [work]);
  const shard = Number((await itemOf("killer", "p0"))?.due === `${name}#1/2`);
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const death of [1, 2, 3]) {
    void handler(shardMessage({ kind: name, shard }), contextWithSeconds(Number.POSITIVE_INFINITY));
    await eventually(async () => deaths === death, "the death of a worker");
    // Its lease expires, as after a crash.
    vi.setSystemTime(Date.now() + 61_000);
  }
  await handler(shardMessage({ kind: name, shard }), contextWithSeconds(60));
  await handler(shardMessage({ kind: name, shard: 1 - shard }), contextWithSeconds(60));
  vi.useRealTimers();
  expect(deaths).toBe(3);
  expect(new Set(ran.filter((each) => each.startsWith("fine"))).size).toBe(30);
  const asides = logged.mock.calls
    .map(([, about]) => about)
    .filter((about) => Reflect.get(Object(about), "alarm"));
  expect(asides).toEqual([
    expect.objectContaining({ alarm: "due-aside", tenant: "killer", ended_worker: true }),
  ]);
  const item = await itemOf("killer", "p0");
  expect(item?.due).toBe("DUE_ASIDE");
  // It crashed three workers, so only a person restores it.
  expect(item?.due_by).toMatch(/^999999999999#/);
  await restoreQuarantinedRows(2000, "all");
  expect((await itemOf("killer", "p0"))?.due).toBe(`${name}#${shard}/2`);
  logged.mockRestore();
});

test("a crashing row that cannot be quarantined is skipped, with an alarm, and the rest is done", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const { add, name, work, ran, itemOf, probes } = openProbeKind();
  await add("fine", 30);
  await add("killer", 1);
  const killer = await itemOf("killer", "p0");
  const shard = Number(killer?.due === `${name}#1/2`);
  const suspect = { pk: killer?.pk, sk: killer?.sk, due_by: killer?.due_by, tenant: "killer" };
  await changeItem(probes.key({ tenant: "killer", id: "p0" }), {
    set: { due_tries: "none", due_put: killer?.due_by },
  });
  const key = dueShards.key({ kind: name, shard });
  await changeItem(key, { set: { suspect, begun: 3 } });
  const handler = dueWorker({ ...messageFor("processDueCarts"), id: "processDueCarts" }, [work]);
  for (const each of [shard, shard, 1 - shard])
    expect(await handler(shardMessage({ kind: name, shard: each }), contextWithSeconds(60))).toEqual({
      batchItemFailures: [],
    });
  expect(ran.filter((each) => each.startsWith("fine"))).toHaveLength(30);
  expect(ran).not.toContain("killer p0");
  expect(logged.mock.calls.map(([said]) => said)).toEqual(["due not put off", "due not put off"]);
  expect(await dueShards.find({ kind: name, shard })).toMatchObject({ suspect, begun: 0 });
  await changeItem(probes.key({ tenant: "killer", id: "p0" }), { remove: ["due", "due_by", "due_tries"] });
  logged.mockRestore();
});

test("workers that crash for another reason quarantine no row", async () => {
  let isOut = true;
  const { add, name, work, ran } = openProbeKind(() => (isOut ? new Promise(() => undefined) : undefined));
  await add("fine", 30);
  const handler = dueWorker({ ...messageFor("processDueCarts"), id: "processDueCarts" }, [work]);
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const begun of [8, 16]) {
    void handler(shardMessage({ kind: name, shard: 0 }), contextWithSeconds(Number.POSITIVE_INFINITY));
    await eventually(async () => ran.length === begun, "eight rows under way");
    vi.setSystemTime(Date.now() + 61_000);
  }
  isOut = false;
  for (const shard of [0, 1]) await handler(shardMessage({ kind: name, shard }), contextWithSeconds(60));
  vi.useRealTimers();
  expect(new Set(ran).size).toBe(30);
  expect(ran).toHaveLength(30 + 16);
});

function messageFor(id: string) {
  const found = workers.find((each) => each.id === id);
  if (!found) throw new Error(`There is no worker ${id}.`);
  return found;
}

/** The queue of a worker of this test, for the messages to its successors. */
async function queueOf(id: string) {
  const client = new SQSClient();
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: kebab(id) }));
  return {
    next: () =>
      eventually(async () => {
        const taking = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 2 });
        const [found] = (await client.send(taking)).Messages ?? [];
        const attributes = { ApproximateReceiveCount: "1" };
        return found && { messageId: String(found.MessageId), body: String(found.Body), attributes };
      }, `a message for ${id}`),
    /** Removes the queue, and returns how many messages were left in it. */
    end: async () => {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl }));
      await client.send(new DeleteQueueCommand({ QueueUrl }));
      return Messages.length;
    },
  };
}
