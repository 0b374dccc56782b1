import { expect, inject, test } from "vitest";
import { duePartitions } from "#core/due/shards.ts";
import { dueShards } from "#core/due/table.ts";
import { optionalEnv } from "#core/env.ts";
import { kebab } from "#core/http/contract.ts";
import { sendMessages } from "#core/queue/send.ts";
import { dueScans } from "#functions/due-scans.ts";
import { eventually } from "#test/support/world.ts";

test("each due shard that the minute's scan names is drained by its worker", async () => {
  const there = dueScans.filter(({ onlyIf }) => onlyIf === undefined || optionalEnv(onlyIf) !== undefined);
  expect(there.length).toBeGreaterThan(10);
  for (const { worker, indexes } of there) {
    const shards = indexes.flatMap((index) =>
      duePartitions(index).map((_, shard) => ({ kind: index.kind, shard })),
    );
    const messages = shards.map((body) => ({ id: `${body.kind}:${body.shard}:test`, body }));
    expect(await sendMessages(kebab(worker), messages)).toEqual({ later: [], never: [] });
    await eventually(async () => {
      const held = await Promise.all(shards.map((each) => dueShards.find(each)));
      return held.every((each) => each?.lease_until === 0);
    }, `${worker} giving back its ${shards.length} shards`);
  }
});

test("a scan while nothing is due calls no worker, and succeeds", async () => {
  const look = new URL("/_local/tick/lookForDue?time=60", inject("addresses").api);
  const reply = await fetch(look, { method: "POST" });
  expect(await reply.json()).toEqual({ ok: true });
});
