import type { Context } from "#core/context.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { isLeaseHeld, LEASE_SECONDS, takeLease } from "#core/dynamo/lease.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { logger } from "#core/log.ts";
import type { Worker } from "#core/queue/contract.ts";
import { message } from "#core/queue/message.ts";
import { worker } from "#core/queue/worker.ts";
import { drainShard } from "./drain.ts";
import { postponeRow } from "./postpone.ts";
import type { DueRow } from "./round.ts";
import { DueShard } from "./shards.ts";
import { dueShards, type SuspectRow } from "./table.ts";
import type { DueWork } from "./work.ts";

/** Milliseconds that a worker keeps, of its time, for the rows under way and for what it leaves behind. */
const KEPT = 10_000;
/** Workers of a shard that may die one after the other before each row is noted before it is begun. */
const DEATHS = 2;

const ANY = { expression: "(attribute_exists(pk) or attribute_not_exists(pk))" };

/**
 * The handler of a worker that drains what is due. A message names a shard; one worker drains it at a time. What is left
 * when its time is nearly up it leaves to another by message. Where workers died, one after the other, the next does row
 * by row and notes each before: the row that ends that one too is put aside by its successor.
 */
export function dueWorker(declared: Worker, works: readonly DueWork[]) {
  const again = message(declared.id, DueShard);
  return worker(declared, async (ctx: Context, body, { until }) => {
    const asked = DueShard.parse(body);
    const work = works.find(({ kind }) => kind === asked.kind);
    const partition = work?.partitions[asked.shard];
    if (!work || partition === undefined)
      throw new Error(`${declared.id} drains no shard ${asked.shard} of ${asked.kind}.`);
    const key = dueShards.key(asked);
    // A function that is shared may have longer than a lease is good for.
    const end = (Number.isFinite(until) ? Math.min(until, Date.now() + LEASE_SECONDS * 1000) : until) - KEPT;
    const taken = { set: asked, add: { begun: 1 }, condition: ANY };
    const item = await takeLease(key, Math.floor(Date.now() / 1000), taken);
    if (!item) return;
    const { lease, begun, suspect } = dueShards.parse(item);
    const change = (set: object) => changeItem(key, { set }, isLeaseHeld({ lease }));
    const stays = suspect && !(await isPutAside(work, suspect, ctx.now())) ? suspect : undefined;
    const release = () => change({ lease_until: 0, begun: 0, suspect: stays ?? null });
    const note = ({ pk, sk, due_by, tenant }: DueRow) => change({ suspect: { pk, sk, due_by, tenant } });
    const manner = { without: stays, ...(begun > DEATHS ? { abreast: 1, begins: note } : {}) };
    let isDone: boolean;
    try {
      isDone = await drainShard(ctx, work, partition, end, manner);
    } catch (error) {
      // Whoever tries again need not wait for the end of a lease that nobody uses.
      await release();
      throw error;
    }
    if ((await release()) && !isDone) await transact(ctx, [enqueue(ctx, again, asked)]);
  });
}

/** Whether a row that ended its worker holds up no other any more. One that cannot be put aside is left out instead. */
async function isPutAside(work: DueWork, suspect: SuspectRow, now: number): Promise<boolean> {
  try {
    await postponeRow(work, suspect, now, { endedWorker: true });
    return true;
  } catch (error) {
    const of = { kind: work.kind, tenant: suspect.tenant, record: suspect.sk };
    logger.error("due not put off", { alarm: "due-aside", ...of, outcome: "failed", error });
    return false;
  }
}
