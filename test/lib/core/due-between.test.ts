import { expect, test, vi } from "vitest";
import { restoreQuarantinedRows } from "#core/due/postpone.ts";
import { dueShards } from "#core/due/table.ts";
import { dueWorker } from "#core/due/worker.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { table } from "#core/dynamo/client.ts";
import { transact } from "#core/dynamo/transact.ts";
import { kebab } from "#core/http/contract.ts";
import { logger } from "#core/log.ts";
import { cartWorkers } from "#functions/commerce/carts/routes.ts";
import { openProbeKind } from "#test/support/due-probes.ts";
import { contextWithSeconds, shardMessage } from "#test/support/due-worker.ts";
import { eventually, testContext } from "#test/support/world.ts";

/** Runs something just before each call to the table whose text contains all of some words. */
function runBeforeCalls(words: readonly string[], run: () => Promise<unknown>) {
  const send = table().send.bind(table());
  return vi.spyOn(table(), "send").mockImplementation(async (command: unknown) => {
    const text = JSON.stringify(command);
    if (words.every((word) => text.includes(word))) await run();
    return send(command as never) as never;
  });
}

function muteAlarms() {
  return vi.spyOn(logger, "error").mockImplementation(() => undefined);
}

test("a record that changes while postponed, quarantined or restored is due at its own time", async () => {
  const logged = muteAlarms();
  const { name, add, drain, itemOf, probes } = openProbeKind(() => {
    throw new Error("It cannot be done.");
  });
  await add("one", 1);
  const key = { tenant: "one", id: "p0" };
  const own = (await itemOf("one", "p0"))?.due;
  const changeTo = async (at: number) => {
    const found = await probes.find(key);
    if (found) await transact(testContext(), [probes.replace(found, { ...found, at })]);
  };
  const isOwn = async (at: number) => {
    const item = await itemOf("one", "p0");
    expect(item).toMatchObject({ due: own, due_by: expect.stringMatching(new RegExp(`^0*${at}#`)) });
    expect(item).not.toHaveProperty("due_in");
    expect(item).not.toHaveProperty("due_tries");
  };
  const puttingOff = runBeforeCalls([name, '"due_put"'], () => changeTo(5001));
  await drain();
  puttingOff.mockRestore();
  await isOwn(5001);
  const aside = { set: { due: "DUE_ASIDE", due_by: "000000000003#", due_in: own, due_tries: 6 } };
  let isMet = false;
  const takingBack = runBeforeCalls([name, '"due_in"'], async () => {
    isMet = true;
    await changeTo(5002);
  });
  // Another test may restore all quarantined rows before this one does.
  await eventually(async () => {
    await changeItem(probes.key(key), aside);
    await restoreQuarantinedRows(4, "after an hour");
    return isMet;
  }, "the row being taken back here");
  takingBack.mockRestore();
  await isOwn(5002);
  await changeItem(probes.key(key), aside);
  expect(await restoreQuarantinedRows(4, "after an hour", Date.now())).toBe(0);
  await changeTo(5003);
  await isOwn(5003);
  logged.mockRestore();
});

test("a worker whose lease has expired leaves the shard to its new holder, and sends nothing", async () => {
  const shard = { kind: "", shard: 0 };
  const held = { lease: "another's", lease_until: 999_999_999_999, begun: 1 };
  const { add, name, work, ran } = openProbeKind(async () => {
    if (ran.length > 1) return;
    await changeItem(dueShards.key(shard), { set: held });
    vi.setSystemTime(Date.now() + 70_000);
  });
  shard.kind = name;
  await add("many", 60);
  const id = `due${crypto.randomUUID().replaceAll("-", "")}`;
  vi.useFakeTimers({ toFake: ["Date"] });
  let called = 0;
  const calls = runBeforeCalls([kebab(id)], async () => {
    called += 1;
  });
  await dueWorker({ ...cartWorkers.processDueCarts, id }, [work])(
    shardMessage(shard),
    contextWithSeconds(60),
  );
  vi.useRealTimers();
  calls.mockRestore();
  expect(ran.length).toBeLessThan(20);
  expect(await dueShards.find(shard)).toMatchObject(held);
  expect(called).toBe(0);
});

test("a worker that cannot read its shard returns the lease and its message", async () => {
  const logged = muteAlarms();
  const { add, name, work, ran } = openProbeKind();
  await add("many", 30);
  const handler = dueWorker({ ...cartWorkers.processDueCarts, id: "processDueCarts" }, [work]);
  const broken = runBeforeCalls([`${name}#0/2`], () => Promise.reject(new Error("It cannot be read.")));
  expect(
    (await handler(shardMessage({ kind: name, shard: 0 }), contextWithSeconds(60))).batchItemFailures,
  ).toHaveLength(1);
  expect(await dueShards.find({ kind: name, shard: 0 })).toMatchObject({ lease_until: 0, begun: 0 });
  broken.mockRestore();
  for (const shard of [0, 1]) await handler(shardMessage({ kind: name, shard }), contextWithSeconds(60));
  expect(ran).toHaveLength(30);
  logged.mockRestore();
});

test("a row that never finishes is postponed when its worker's real time is up", async () => {
  const logged = muteAlarms();
  const { add, drain, ran, itemOf } = openProbeKind(() => new Promise(() => undefined));
  await add("endless", 1);
  vi.useFakeTimers({ toFake: ["Date"] });
  const draining = drain(2000, Date.now() + 1);
  await eventually(async () => ran.length === 1, "the row being under way");
  expect(await draining).toBe(false);
  vi.useRealTimers();
  expect(await itemOf("endless", "p0")).toMatchObject({ due_tries: 1 });
  logged.mockRestore();
});
