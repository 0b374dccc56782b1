import { expect, test } from "vitest";
import * as z from "zod";
import { table } from "#core/dynamo/client.ts";
import { entity } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { processDueWebhooks } from "#lib/delivery/webhooks/endpoint.ts";
import { testContext } from "#test/support/world.ts";

const probes = entity({
  name: "due_probe",
  schema: z.object({ run: z.string(), id: z.string(), at: z.int() }),
  pk: "DUE_PROBE#{run}",
  sk: "{id}",
  indexes: { due: "DUE_PROBE#{run}#{id%8}" },
  due_at: ({ at }) => at,
  deletion: { tenant: "expires", person: "expires" },
});
const ROUNDS = 60;

async function openProbes() {
  const run = crypto.randomUUID();
  const all = Array.from({ length: 40 }, (_, index) => ({ run, id: `p${index}`, at: 1000 + index }));
  const ctx = testContext();
  await transact(
    ctx,
    all.map((probe) => probes.create(probe)),
  );
  return { run, all };
}

test("work that is due is begun at any shard: what a round has no time for is not the same each time", async () => {
  const { run } = await openProbes();
  const first = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { id } of await probes.dueUntil(2000, 1, { run })) first.add(id ?? "");
  }
  expect(first.size).toBeGreaterThan(1);
});

test("what is called ahead of its moment comes in the order of the moments, whatever the shards", async () => {
  const { run, all } = await openProbes();
  const due = await probes.dueWhen(2000, { run });
  expect(due.map(({ key }) => key.id)).toEqual(all.map(({ id }) => id));
});

test("a tick calls for the endpoints of webhooks from any shard on", async () => {
  const asked: string[] = [];
  table().middlewareStack.add(
    (next) => (args) => {
      const shard = /"WEBHOOKS#(\d+)"/.exec(JSON.stringify(args.input))?.[1];
      if (shard) asked.push(shard);
      return next(args);
    },
    { step: "initialize", name: "shards" },
  );
  try {
    const begun = new Set<string>();
    for (let round = 0; round < ROUNDS && begun.size < 2; round++) {
      asked.length = 0;
      await processDueWebhooks(testContext({ clock: () => 1 }));
      begun.add(asked[0] ?? "");
      expect(new Set(asked).size).toBe(8);
    }
    expect(begun.size).toBe(2);
  } finally {
    table().middlewareStack.remove("shards");
  }
});
