import * as z from "zod";
import { type DrainShardOptions, drainShard } from "#core/due/drain.ts";
import { type DueWork, dueWork } from "#core/due/work.ts";
import { entity } from "#core/dynamo/entity.ts";
import { getItem } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { testContext } from "./world.ts";

const Probe = z.object({ tenant: z.string(), id: z.string(), at: z.int(), done: z.boolean() });
type Probe = z.infer<typeof Probe>;

/** Creates a kind of record for one test, so that no rows of other tests are due in it. */
export function openProbeKind(run: (probe: Probe) => Promise<void> | void = () => undefined) {
  const name = `due_probe_${crypto.randomUUID().slice(0, 8)}`;
  const probes = entity({
    name,
    schema: Probe,
    pk: "DUE_PROBE#{tenant}",
    sk: `${name}#{id}` as "{id}",
    indexes: { due: `${name}#{id%2}` as "{id%2}" },
    due_at: ({ at, done }) => (done ? null : at),
    tenant: "tenant",
    deletion: { tenant: "expires", person: "expires" },
  });
  const ran: string[] = [];
  const work: DueWork = dueWork(probes, async (ctx, key) => {
    const found = await probes.find(key);
    if (!found || found.done || found.at > ctx.now()) return;
    ran.push(`${found.tenant} ${found.id}`);
    await run(found);
    await transact(ctx, [probes.replace(found, { ...found, done: true })]);
  });
  const add = async (tenant: string, count: number, at = 1000) => {
    for (let start = 0; start < count; start += 90) {
      const some = Array.from({ length: Math.min(90, count - start) }, (_, index) => start + index);
      await transact(
        testContext(),
        some.map((index) => probes.create({ tenant, id: `p${index}`, at, done: false })),
      );
    }
  };
  const drain = async (now = 2000, until = Number.POSITIVE_INFINITY, options: DrainShardOptions = {}) => {
    const ctx = testContext({ clock: () => now });
    const all = await Promise.all(work.partitions.map((each) => drainShard(ctx, work, each, until, options)));
    return all.every(Boolean);
  };
  const itemOf = (tenant: string, id: string) => getItem(probes.key({ tenant, id }));
  return { name, probes, work, ran, add, drain, itemOf };
}
