import type { Context } from "#core/context.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { stillHeld, takeLease } from "#core/dynamo/lease.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import type { Worker } from "#core/queue/contract.ts";
import { message } from "#core/queue/message.ts";
import { worker } from "#core/queue/worker.ts";
import { drainShard } from "./drain.ts";
import { DueShard } from "./shards.ts";
import { dueShards } from "./table.ts";
import type { DueWork } from "./work.ts";

/** Milliseconds that a worker keeps, of its time, for the rows under way and for what it leaves behind. */
const KEPT = 10_000;

const ANY = { expression: "(attribute_exists(pk) or attribute_not_exists(pk))" };

/**
 * The handler of a worker that drains what is due. A message names a shard; one worker drains it at a time. What is left
 * when its time is nearly up it leaves to another by message.
 */
export function due(declared: Worker, works: readonly DueWork[]) {
  const again = message(declared.id, DueShard);
  return worker(declared, async (ctx: Context, body, { until }) => {
    const asked = DueShard.parse(body);
    const work = works.find(({ kind }) => kind === asked.kind);
    const partition = work?.partitions[asked.shard];
    if (!work || partition === undefined)
      throw new Error(`${declared.id} drains no shard ${asked.shard} of ${asked.kind}.`);
    const key = dueShards.key(asked);
    const held = await takeLease(key, Math.floor(Date.now() / 1000), { set: asked, condition: ANY });
    if (!held) return;
    const still = stillHeld({ lease: String(held.lease) });
    const release = () => changeItem(key, { set: { lease_until: 0 } }, still);
    let isDone: boolean;
    try {
      isDone = await drainShard(ctx, work, partition, until - KEPT);
    } catch (error) {
      // Whoever tries again need not wait for the end of a lease that nobody uses.
      await release();
      throw error;
    }
    if ((await release()) && !isDone) await transact(ctx, [enqueue(ctx, again, asked)]);
  });
}
