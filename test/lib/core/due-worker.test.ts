import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { expect, test, vi } from "vitest";
import { lookForDue } from "#core/due/look.ts";
import { takeBackDue } from "#core/due/put-off.ts";
import { dueShards } from "#core/due/table.ts";
import { due } from "#core/due/worker.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { table } from "#core/dynamo/client.ts";
import { kebab } from "#core/http/contract.ts";
import { logger } from "#core/log.ts";
import { looks } from "#functions/due-looks.ts";
import { workers } from "#functions/manifest.ts";
import { entities } from "#lib/system/deletion/records.ts";
import { openKind } from "#test/support/due-probes.ts";
import { eventually, testContext } from "#test/support/world.ts";

test("one worker at a time drains a shard", async () => {
  const { add, name, work, ran, itemOf } = openKind(() => new Promise((done) => setImmediate(done)));
  await add("many", 60);
  const handler = due({ ...of("processDueCarts"), id: "processDueCarts" }, [work]);
  await Promise.all([0, 0, 1].map((shard) => handler(messageOf({ kind: name, shard }), lasting(60))));
  expect(new Set(ran).size).toBe(60);
  expect(ran).toHaveLength(60);
  expect((await itemOf("many", "p0"))?.due).toBeUndefined();
  const { batchItemFailures } = await handler(messageOf({ kind: name, shard: 7 }), lasting(60));
  expect(batchItemFailures).toHaveLength(1);
});

// A function that several workers share has the time of the slowest: a lease is good for less.
test.each([60, 300])(
  "what a worker of %i s has no time for, or its lease, it leaves to another by message, at once and once",
  async (seconds) => {
    const { add, name, work, ran } = openKind(() => {
      // The twentieth row takes all the time that the first worker has, but for the ten seconds that it keeps.
      if (ran.length === 20) vi.setSystemTime(Date.now() + 50_000);
    });
    await add("many", 90);
    const id = `due${crypto.randomUUID().replaceAll("-", "")}`;
    const handler = due({ ...of("processDueCarts"), id }, [work]);
    const queue = await queueOf(id);
    vi.useFakeTimers({ toFake: ["Date"] });
    await handler(messageOf({ kind: name, shard: 0 }), lasting(seconds));
    vi.useRealTimers();
    const first = ran.length;
    expect(first).toBeLessThan(40);
    const left = await queue.next();
    expect(JSON.parse(left.body).body).toEqual({ kind: name, shard: 0 });
    await handler({ Records: [left] } as never, lasting(60));
    await handler(messageOf({ kind: name, shard: 1 }), lasting(60));
    expect(ran.length).toBeGreaterThan(first);
    expect(ran).toHaveLength(90);
    expect(await queue.end()).toBe(0);
  },
);

test("a row that ends its worker is found out by the fourth, goes aside with an alarm, and the rest of its shard is done", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  let deaths = 0;
  const { add, name, work, ran, itemOf } = openKind(({ tenant }) => {
    if (tenant !== "killer") return;
    deaths += 1;
    return new Promise(() => undefined);
  });
  await add("fine", 30);
  await add("killer", 1);
  const handler = due({ ...of("processDueCarts"), id: "processDueCarts" }, [work]);
  const shard = Number((await itemOf("killer", "p0"))?.due === `${name}#1/2`);
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const death of [1, 2, 3]) {
    void handler(messageOf({ kind: name, shard }), lasting(Number.POSITIVE_INFINITY));
    await eventually(async () => deaths === death, "the death of a worker");
    // Its lease ends, as it does where a process is gone.
    vi.setSystemTime(Date.now() + 61_000);
  }
  await handler(messageOf({ kind: name, shard }), lasting(60));
  await handler(messageOf({ kind: name, shard: 1 - shard }), lasting(60));
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
  // It ended three workers: no hour brings it back, and a person does.
  await takeBackDue(Number.MAX_SAFE_INTEGER / 1e6, "after an hour");
  expect((await itemOf("killer", "p0"))?.due).toBe("DUE_ASIDE");
  await takeBackDue(2000, "all");
  expect((await itemOf("killer", "p0"))?.due).toBe(`${name}#${shard}/2`);
  logged.mockRestore();
});

test("a row that ended its worker and cannot be put aside is left out, with an alarm, and the rest of its shard is done", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const { add, name, work, ran, itemOf, probes } = openKind();
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
  const handler = due({ ...of("processDueCarts"), id: "processDueCarts" }, [work]);
  for (const each of [shard, shard, 1 - shard])
    expect(await handler(messageOf({ kind: name, shard: each }), lasting(60))).toEqual({
      batchItemFailures: [],
    });
  expect(ran.filter((each) => each.startsWith("fine"))).toHaveLength(30);
  expect(ran).not.toContain("killer p0");
  expect(logged.mock.calls.map(([said]) => said)).toEqual(["due not put off", "due not put off"]);
  expect(await dueShards.find({ kind: name, shard })).toMatchObject({ suspect, begun: 0 });
  await changeItem(probes.key({ tenant: "killer", id: "p0" }), { remove: ["due", "due_by", "due_tries"] });
  logged.mockRestore();
});

test("workers that die of something else put no row aside", async () => {
  let isOut = true;
  const { add, name, work, ran } = openKind(() => (isOut ? new Promise(() => undefined) : undefined));
  await add("fine", 30);
  const handler = due({ ...of("processDueCarts"), id: "processDueCarts" }, [work]);
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const begun of [8, 16]) {
    void handler(messageOf({ kind: name, shard: 0 }), lasting(Number.POSITIVE_INFINITY));
    await eventually(async () => ran.length === begun, "eight rows under way");
    vi.setSystemTime(Date.now() + 61_000);
  }
  isOut = false;
  for (const shard of [0, 1]) await handler(messageOf({ kind: name, shard }), lasting(60));
  vi.useRealTimers();
  expect(new Set(ran).size).toBe(30);
  expect(ran).toHaveLength(30 + 16);
});

test("the minute calls a worker for each shard with something due, tells the age of the oldest row, and else sends nothing", async () => {
  const { add, name } = openKind();
  const told = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  const sent: string[] = [];
  const send = vi.spyOn(SQSClient.prototype, "send").mockImplementation((command: unknown) => {
    if (command instanceof SendMessageBatchCommand)
      sent.push(...(command.input.Entries ?? []).map(({ MessageBody = "" }) => MessageBody));
    return Promise.resolve({}) as never;
  });
  const look = (now: number) =>
    lookForDue(testContext({ clock: () => now }), [
      { worker: "processDueCarts", of: [{ kind: name, index: `${name}#{id%2}` }] },
      {
        worker: "settleSandbox",
        of: [{ kind: name, index: `${name}#{id%2}` }],
        onlyIf: "OIDC_CLIENT_SECRET_ARN",
      },
    ]);
  await look(1500);
  await add("many", 20, 1400);
  await look(1399);
  expect(sent).toEqual([]);
  await look(1401);
  expect([sent.length, told.mock.calls.length]).toEqual([2, 0]);
  sent.length = 0;
  await look(1900);
  expect(sent.map((text) => JSON.parse(text).body)).toEqual([0, 1].map((shard) => ({ kind: name, shard })));
  expect(told.mock.calls.at(-1)?.[1]).toEqual({ due_age: 500, shards: 2, kind: name });
  send.mockRestore();
  told.mockRestore();
});

test("a shard that cannot be looked at holds up no other of its worker, nor the age, nor what is aside", async () => {
  const [well, ill, late] = [openKind(), openKind(), openKind()];
  await well.add("many", 20, 1400);
  await late.add("aside", 1, 1);
  const aside = late.probes.key({ tenant: "aside", id: "p0" });
  const due_in = (await late.itemOf("aside", "p0"))?.due;
  await changeItem(aside, { set: { due: "DUE_ASIDE", due_by: "000000000005#", due_in } });
  const told = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const sent = sentByLooks();
  const send = table().send.bind(table());
  const broken = vi.spyOn(table(), "send").mockImplementation((command: unknown) => {
    if (JSON.stringify(command).includes(`${ill.name}#1/2`)) throw new Error("It cannot be read.");
    return send(command as never) as never;
  });
  const indexOf = ({ name }: { name: string }) => ({ kind: name, index: `${name}#{id%2}` });
  const look = lookForDue(testContext({ clock: () => 1900 }), [
    { worker: "processDueCarts", of: [indexOf(ill), indexOf(well)] },
  ]);
  await expect(look).rejects.toThrow("It cannot be read.");
  broken.mockRestore();
  expect(sent().sort()).toEqual([0, 1].map((shard) => ({ kind: well.name, shard })));
  expect(told.mock.calls.at(-1)?.[1]).toEqual({ due_age: 500, shards: 2, kind: well.name });
  expect((await late.itemOf("aside", "p0"))?.due).toBe(due_in);
  vi.restoreAllMocks();
});

test("what is looked for each ten minutes is called then, and its age is told each minute, without those ten", async () => {
  const { add, name } = openKind();
  await add("many", 20, 1200);
  const told = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  const sent = sentByLooks();
  const of = [{ kind: name, index: `${name}#{id%2}`, every: 10 }];
  const look = async (now: number) => {
    const before = sent().length;
    told.mockClear();
    await lookForDue(testContext({ clock: () => now }), [{ worker: "processDueCarts", of }]);
    return [sent().length - before, Reflect.get(Object(told.mock.calls[0]?.[1]), "due_age")];
  };
  expect(await look(1800)).toEqual([2, undefined]);
  expect(await look(1860)).toEqual([0, undefined]);
  expect(await look(2400)).toEqual([2, 660]);
  for (const now of [2460, 2520]) expect(await look(now)).toEqual([0, now - 1200 - 540]);
  vi.restoreAllMocks();
});

/** What looks have sent since, in place of a queue. */
function sentByLooks(): () => unknown[] {
  const sent: unknown[] = [];
  vi.spyOn(SQSClient.prototype, "send").mockImplementation((command: unknown) => {
    if (command instanceof SendMessageBatchCommand)
      for (const { MessageBody = "" } of command.input.Entries ?? []) sent.push(JSON.parse(MessageBody).body);
    return Promise.resolve({}) as never;
  });
  return () => [...sent];
}

test("the minute has what was put aside an hour ago tried once more", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const { add, drain, itemOf } = openKind(() => {
    throw new Error("It cannot be done.");
  });
  await add("early", 1, 1);
  // Other tests put rows aside at later times than these: theirs stay.
  const times = [2, 62, 182, 422, 902, 1862];
  for (const now of times) await drain(now);
  const look = (now: number) => lookForDue(testContext({ clock: () => now }), []);
  await look(1862 + 3599);
  expect((await itemOf("early", "p0"))?.due).toBe("DUE_ASIDE");
  await look(1862 + 3600);
  expect(await itemOf("early", "p0")).toMatchObject({
    due: expect.stringMatching(/^due_probe_/),
    due_by: expect.stringMatching(/^000000005462#/),
  });
  logged.mockRestore();
});

test("every kind of record that can be due is drained by one worker, at the partitions where it stands", () => {
  const named = new Map(looks.flatMap(({ of: list }) => list.map((each) => [each.kind, each.index])));
  const kinds = entities().filter(
    ({ name, indexes }) => indexes?.due !== undefined && !name.startsWith("due_probe"),
  );
  // One webhook's deliveries are found by whoever sends to it.
  const declared = kinds.filter(({ name }) => name !== "webhook_delivery");
  expect(declared.length).toBeGreaterThan(12);
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(declared.map(({ name, indexes }) => [name, indexes?.due])),
  );
});

function of(id: string) {
  const found = workers.find((each) => each.id === id);
  if (!found) throw new Error(`There is no worker ${id}.`);
  return found;
}

function messageOf(body: object) {
  const record = {
    messageId: crypto.randomUUID(),
    body: JSON.stringify({ id: "msg_1", to: "process-due-carts", body }),
    attributes: { ApproximateReceiveCount: "1" },
  };
  return { Records: [record] } as never;
}

/** A function with so many seconds left. */
function lasting(seconds: number) {
  return { getRemainingTimeInMillis: () => seconds * 1000 };
}

/** The queue of a worker of this test's own, at which what it leaves to another arrives. */
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
    /** Takes it away; how many more messages it had. */
    end: async () => {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl }));
      await client.send(new DeleteQueueCommand({ QueueUrl }));
      return Messages.length;
    },
  };
}
