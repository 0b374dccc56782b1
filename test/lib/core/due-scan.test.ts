import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect, test, vi } from "vitest";
import { scanDueShards } from "#core/due/scan.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { table } from "#core/dynamo/client.ts";
import { logger } from "#core/log.ts";
import { dueScans } from "#functions/due-scans.ts";
import { entities } from "#lib/system/deletion/records.ts";
import { openProbeKind } from "#test/support/due-probes.ts";
import { testContext } from "#test/support/world.ts";

test("the scan calls a worker for each due shard and logs the oldest row's age, and no more", async () => {
  const { add, name } = openProbeKind();
  const warnings = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  const sent = sentByScans();
  const look = (now: number) =>
    scanDueShards(testContext({ clock: () => now }), [
      { worker: "processDueCarts", indexes: [{ kind: name, index: `${name}#{id%2}` }] },
      {
        worker: "settleSandbox",
        indexes: [{ kind: name, index: `${name}#{id%2}` }],
        onlyIf: "OIDC_CLIENT_SECRET_ARN",
      },
    ]);
  await look(1500);
  await add("many", 20, 1400);
  await look(1399);
  expect(sent()).toEqual([]);
  await look(1401);
  expect([sent().length, warnings.mock.calls.length]).toEqual([2, 0]);
  await look(1900);
  expect(sent().slice(2)).toEqual([0, 1].map((shard) => ({ kind: name, shard })));
  expect(warnings.mock.calls.at(-1)?.[1]).toEqual({ due_age: 500, shards: 2, kind: name });
  vi.restoreAllMocks();
});

test("a shard that cannot be read delays no other shard, no age and no quarantined row", async () => {
  const [well, ill, late] = [openProbeKind(), openProbeKind(), openProbeKind()];
  await well.add("many", 20, 1400);
  await late.add("aside", 1, 1);
  const aside = late.probes.key({ tenant: "aside", id: "p0" });
  const due_in = (await late.itemOf("aside", "p0"))?.due;
  await changeItem(aside, { set: { due: "DUE_ASIDE", due_by: "000000000005#", due_in } });
  const warnings = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const sent = sentByScans();
  const send = table().send.bind(table());
  const broken = vi.spyOn(table(), "send").mockImplementation((command: unknown) => {
    if (JSON.stringify(command).includes(`${ill.name}#1/2`)) throw new Error("It cannot be read.");
    return send(command as never) as never;
  });
  const indexOf = ({ name }: { name: string }) => ({ kind: name, index: `${name}#{id%2}` });
  const look = scanDueShards(testContext({ clock: () => 1900 }), [
    { worker: "processDueCarts", indexes: [indexOf(ill), indexOf(well)] },
  ]);
  await expect(look).rejects.toThrow("It cannot be read.");
  broken.mockRestore();
  expect(sent().sort()).toEqual([0, 1].map((shard) => ({ kind: well.name, shard })));
  expect(warnings.mock.calls.at(-1)?.[1]).toEqual({ due_age: 500, shards: 2, kind: well.name });
  expect((await late.itemOf("aside", "p0"))?.due).toBe(due_in);
  vi.restoreAllMocks();
});

test("a worker of every ten minutes is called then, and the excess age logged every minute", async () => {
  const { add, name } = openProbeKind();
  await add("many", 20, 1200);
  const warnings = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  const sent = sentByScans();
  const of = [{ kind: name, index: `${name}#{id%2}`, every: 10 }];
  const look = async (now: number) => {
    const before = sent().length;
    warnings.mockClear();
    await scanDueShards(testContext({ clock: () => now }), [{ worker: "processDueCarts", indexes: of }]);
    return [sent().length - before, Reflect.get(Object(warnings.mock.calls[0]?.[1]), "due_age")];
  };
  expect(await look(1800)).toEqual([2, undefined]);
  expect(await look(1860)).toEqual([0, undefined]);
  expect(await look(2400)).toEqual([2, 660]);
  for (const now of [2460, 2520]) expect(await look(now)).toEqual([0, now - 1200 - 540]);
  vi.restoreAllMocks();
});

/** Replaces the queue. The returned function lists the messages that scans have sent since then. */
function sentByScans(): () => unknown[] {
  const sent: unknown[] = [];
  vi.spyOn(SQSClient.prototype, "send").mockImplementation((command: unknown) => {
    if (command instanceof SendMessageBatchCommand)
      for (const { MessageBody = "" } of command.input.Entries ?? []) sent.push(JSON.parse(MessageBody).body);
    return Promise.resolve({}) as never;
  });
  return () => [...sent];
}

test("each kind of record that can be due is drained by one worker, in all partitions", () => {
  const named = new Map(dueScans.flatMap(({ indexes: list }) => list.map((each) => [each.kind, each.index])));
  const kinds = entities().filter(
    ({ name, indexes }) => indexes?.due !== undefined && !name.startsWith("due_probe"),
  );
  // The worker that sends to a webhook finds its deliveries itself.
  const declared = kinds.filter(({ name }) => name !== "webhook_delivery");
  expect(declared.length).toBeGreaterThan(12);
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(declared.map(({ name, indexes }) => [name, indexes?.due])),
  );
});
