import { expect, test, vi } from "vitest";
import { restoreQuarantinedRows } from "#core/due/postpone.ts";
import { nextRound } from "#core/due/round.ts";
import { scanDueShards } from "#core/due/scan.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { getItem } from "#core/dynamo/read.ts";
import { logger } from "#core/log.ts";
import { Throttled } from "#core/throttled.ts";
import { openProbeKind } from "#test/support/due-probes.ts";
import { eventually, testContext } from "#test/support/world.ts";

test("all due rows are processed once, however many, and none before its time", async () => {
  const { add, drain, ran } = openProbeKind();
  await add("many", 450);
  await add("early", 1, 2001);
  expect(await drain()).toBe(true);
  expect(new Set(ran).size).toBe(450);
  expect(ran).toHaveLength(450);
  expect(await drain(2001)).toBe(true);
  expect(ran.at(-1)).toBe("early p0");
});

test("a tenant's row waits for one row of each other tenant, and not for all rows of one", async () => {
  const { add, drain, ran } = openProbeKind();
  await add("crowd", 600, 1000);
  await add("other", 2, 1999);
  await add("third", 2, 1999);
  await drain();
  const last = Math.max(...ran.flatMap((name, place) => (name.startsWith("crowd") ? [] : [place])));
  // Before it come only the first turns of each shard, and the rows that ran in parallel.
  expect(last).toBeLessThan(50);
  expect(ran).toHaveLength(604);
});

test("a tenant with few rows precedes those with many, so that a short round cannot starve it", async () => {
  const { add, work } = openProbeKind();
  for (const name of ["a", "b", "c"]) await add(name, 40, 1000);
  await add("late", 2, 1999);
  const rounds = await Promise.all(
    work.partitions.map((each) =>
      nextRound(work, each, 2000, new Set()).then((round) => round.map(({ tenant }) => tenant)),
    ),
  );
  expect(rounds.flat()).toHaveLength(122);
  for (const order of rounds) {
    const late = order.includes("late") ? ["late"] : [];
    expect(order.slice(0, late.length)).toEqual(late);
    // The index decides the order of tenants with equally many rows.
    expect(order.slice(late.length, late.length + 3).toSorted()).toEqual(["a", "b", "c"]);
  }
});

test("a round ends early enough to give tenants that came meanwhile a turn in the next", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { add, drain, ran } = openProbeKind(async () => {
    if (ran.length !== 20) return;
    await add("late", 8, 1999);
    vi.setSystemTime(Date.now() + 60_000);
  });
  await add("crowd", 300, 1000);
  await drain();
  vi.useRealTimers();
  expect(ran.findLastIndex((name) => name.startsWith("late"))).toBeLessThan(100);
  expect(ran).toHaveLength(308);
});

test("draining stops when the time is up, and reports that rows are left", async () => {
  const { add, drain, ran } = openProbeKind();
  await add("many", 30);
  expect(await drain(2000, Date.now() - 1)).toBe(false);
  expect(ran).toHaveLength(0);
});

test("a failing row delays no other, is postponed more and more, then quarantined with an alarm", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  let broken = true;
  const { add, drain, ran, itemOf, probes } = openProbeKind(({ tenant }) => {
    if (tenant === "poison" && broken) throw new Error("It cannot be done.");
  });
  await add("poison", 1);
  await add("fine", 20);
  const waits: number[] = [];
  let now = 2000;
  for (let tries = 0; tries < 6; tries++) {
    await drain(now);
    const item = await itemOf("poison", "p0");
    waits.push(Number(String(item?.due_by).slice(0, 12)) - now);
    now += 3600;
  }
  expect(ran.filter((name) => name.startsWith("fine"))).toHaveLength(20);
  expect(waits).toEqual([60, 120, 240, 480, 960, 3600]);
  expect(logged.mock.calls.filter(([, of]) => Reflect.get(Object(of), "alarm") === "due-aside")).toHaveLength(
    1,
  );
  expect((await itemOf("poison", "p0"))?.due).toBe("DUE_ASIDE");
  const before = ran.length;
  await drain(now);
  expect(ran).toHaveLength(before);
  // After a repair, a person restores it, or the next change of the record does.
  broken = false;
  expect(await restoreQuarantinedRows(now, "all")).toBeGreaterThan(0);
  await drain(now);
  expect(await probes.find({ tenant: "poison", id: "p0" })).toMatchObject({ done: true });
  expect((await itemOf("poison", "p0"))?.due_tries).toBeUndefined();
  logged.mockRestore();
});

test("a quarantined row is retried hourly, so that it recovers after a provider's outage", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  let isOut = true;
  const { add, drain, itemOf, probes, ran } = openProbeKind(() => {
    if (isOut) throw new Error("The provider is out.");
  });
  await add("store", 1);
  let now = 2000;
  for (let tries = 0; tries < 6; tries++, now += 960) await drain(now);
  const asides = () =>
    logged.mock.calls.filter(([, of]) => Reflect.get(Object(of), "alarm") === "due-aside").length;
  const put = Number(String((await itemOf("store", "p0"))?.due_by).slice(0, 12)) - 3600;
  expect([ran.length, asides()]).toEqual([6, 1]);
  const hour = async (at: number) => {
    await scanDueShards(testContext({ clock: () => at }), []);
    await drain(at);
  };
  await hour(put + 3599);
  expect(ran).toHaveLength(6);
  expect((await itemOf("store", "p0"))?.due).toBe("DUE_ASIDE");
  await hour(put + 3600);
  // It was tried once more after an hour, and the alarm was logged again.
  expect([ran.length, asides()]).toEqual([7, 2]);
  isOut = false;
  await hour(put + 7200);
  expect(await probes.find({ tenant: "store", id: "p0" })).toMatchObject({ done: true });
  logged.mockRestore();
});

test("a row with a key of another kind is quarantined like any other, and delays none", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const { name, add, drain, ran, itemOf } = openProbeKind();
  const odd = { pk: `ODD#${name}`, sk: "x" };
  for (const shard of [0, 1])
    await changeItem(
      { ...odd, sk: `x${shard}` },
      { set: { due: `${name}#${shard}/2`, due_by: "000000000900#x" } },
    );
  await add("fine", 20);
  await drain();
  expect(ran).toHaveLength(20);
  expect(await getItem({ ...odd, sk: "x0" })).toMatchObject({ due_tries: 1, due_by: "000000002060#x0" });
  expect((await itemOf("fine", "p0"))?.due).toBeUndefined();
  for (const shard of [0, 1]) await changeItem({ ...odd, sk: `x${shard}` }, { remove: ["due", "due_by"] });
  logged.mockRestore();
});

test("a row that never finishes is postponed when the time is up, and the others are done", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const { add, drain, ran, itemOf } = openProbeKind(({ tenant }) =>
    tenant === "endless" ? new Promise(() => undefined) : undefined,
  );
  await add("endless", 1);
  await add("fine", 40);
  const done = () => ran.filter((each) => each.startsWith("fine")).length;
  const end = (async () => {
    await eventually(async () => done() === 40 && ran.length === 41, "all others, with one under way");
  })();
  expect(await drain(2000, Number.POSITIVE_INFINITY, { timeIsUp: () => end })).toBe(false);
  expect(await itemOf("endless", "p0")).toMatchObject({
    due_tries: 1,
    due_by: expect.stringMatching(/^000000002060#/),
  });
  logged.mockRestore();
});

test("tries of an earlier due time that a record still has do not count", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const { add, drain, itemOf, probes } = openProbeKind(() => {
    throw new Error("It cannot be done.");
  });
  await add("old", 1);
  await changeItem(probes.key({ tenant: "old", id: "p0" }), { set: { due_tries: 5, due_put: "long ago" } });
  await drain();
  expect(await itemOf("old", "p0")).toMatchObject({
    due_tries: 1,
    due: expect.stringMatching(/^due_probe_/),
  });
  await drain(2060);
  expect(await itemOf("old", "p0")).toMatchObject({ due_tries: 2 });
  logged.mockRestore();
});

test("a quarantined row that cannot be restored blocks no other", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const { add, drain, itemOf, probes } = openProbeKind(() => {
    throw new Error("It cannot be done.");
  });
  // The first one comes before the other in the index.
  await add("a", 1, 900);
  await add("b", 1, 1000);
  for (let tries = 0, now = 2000; tries < 6; tries++, now += 960) await drain(now);
  const broken = probes.key({ tenant: "a", id: "p0" });
  await changeItem(broken, { set: { due_tries: "none", due_by: "000000000000#" } });
  await restoreQuarantinedRows(2000 + 5 * 960 + 3600, "after an hour");
  expect((await itemOf("b", "p0"))?.due).toMatch(/^due_probe_/);
  expect((await itemOf("a", "p0"))?.due).toBe("DUE_ASIDE");
  await changeItem(broken, { remove: ["due", "due_by"] });
  logged.mockRestore();
});

test.each([
  ["took no more", new Throttled("Too busy.")],
  ["gave no answer", Object.assign(new Error("Silent."), { name: "TimeoutError", $metadata: {} })],
  [
    "had a fault",
    Object.assign(new Error("Down."), { $fault: "server", $metadata: { httpStatusCode: 500 } }),
  ],
])("a row of which a service just %s is left where it was, and counts as no failure", async (_, error) => {
  const { add, drain, itemOf } = openProbeKind(() => {
    throw error;
  });
  await add("busy", 1);
  await drain();
  expect(await itemOf("busy", "p0")).toMatchObject({ due_by: expect.stringMatching(/^000000001000#/) });
  expect((await itemOf("busy", "p0"))?.due_tries).toBeUndefined();
});
