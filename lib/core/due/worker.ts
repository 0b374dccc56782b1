import type { Context } from "#core/context.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { ifLeaseHeld, LEASE_SECONDS, takeLease } from "#core/dynamo/lease.ts";
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

/** Milliseconds that a worker reserves to finish running rows and to send a message for the rest. */
const RESERVED_MS = 10_000;
/** Consecutive crashes of a shard's workers after which the next one records each row before it starts the row. */
const MAX_CRASHES = 2;

const ANY_ITEM = { expression: "(attribute_exists(pk) or attribute_not_exists(pk))" };

/**
 * The handler of a worker that drains due records. A message names a shard, and one worker drains it at a time. When
 * its time is nearly up it leaves the rest to another worker by message. After several crashes the next worker takes
 * one row at a time and records it first, so that its successor can quarantine a row that crashed it.
 */
export function dueWorker(declared: Worker, works: readonly DueWork[]) {
  const drainAgain = message(declared.id, DueShard);
  return worker(declared, async (ctx: Context, body, { until }) => {
    const named = DueShard.parse(body);
    const work = works.find(({ kind }) => kind === named.kind);
    const partition = work?.partitions[named.shard];
    if (!work || partition === undefined)
      throw new Error(`${declared.id} drains no shard ${named.shard} of ${named.kind}.`);
    const key = dueShards.key(named);
    // A shared function may run longer than a lease lasts.
    const end =
      (Number.isFinite(until) ? Math.min(until, Date.now() + LEASE_SECONDS * 1000) : until) - RESERVED_MS;
    const taken = { set: named, add: { begun: 1 }, condition: ANY_ITEM };
    const item = await takeLease(key, Math.floor(Date.now() / 1000), taken);
    if (!item) return;
    const { lease, begun, suspect } = dueShards.parse(item);
    const change = (set: object) => changeItem(key, { set }, ifLeaseHeld({ lease }));
    const skip = suspect && !(await tryQuarantine(work, suspect, ctx.now())) ? suspect : undefined;
    const release = () => change({ lease_until: 0, begun: 0, suspect: skip ?? null });
    const noteRow = ({ pk, sk, due_by, tenant }: DueRow) => change({ suspect: { pk, sk, due_by, tenant } });
    const options = { skip, ...(begun > MAX_CRASHES ? { concurrency: 1, beforeRow: noteRow } : {}) };
    let isDone: boolean;
    try {
      isDone = await drainShard(ctx, work, partition, end, options);
    } catch (error) {
      // A retry need not wait for the end of a lease that nobody uses.
      await release();
      throw error;
    }
    if ((await release()) && !isDone) await transact(ctx, [enqueue(ctx, drainAgain, named)]);
  });
}

/** Quarantines a row that crashed its worker. Returns false if that fails: the row is then skipped. */
async function tryQuarantine(work: DueWork, suspect: SuspectRow, now: number): Promise<boolean> {
  try {
    await postponeRow(work, suspect, now, { endedWorker: true });
    return true;
  } catch (error) {
    const of = { kind: work.kind, tenant: suspect.tenant, record: suspect.sk };
    logger.error("due not put off", { alarm: "due-aside", ...of, outcome: "failed", error });
    return false;
  }
}
