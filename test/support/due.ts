import { drainShard } from "#core/due/drain.ts";
import type { DueWork } from "#core/due/work.ts";
import { leadingNumber, paddedNumber } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import type { Worker } from "#core/queue/contract.ts";
import { workers } from "#functions/manifest.ts";
import { runningFunction } from "#infra/local/handlers.ts";
import type { testContext } from "./world.ts";

type Context = ReturnType<typeof testContext>;
type Tenants = string | readonly string[];

/**
 * Processes due rows of some tenants at the context's time, one by one, and throws the first failure. Tests
 * share a table, so it never processes those of all tenants.
 */
export async function runDue(ctx: Context, work: DueWork, tenants: Tenants): Promise<void> {
  const own = limitWorkTo(work, tenants);
  for (const partition of work.partitions) {
    const to = `${paddedNumber(ctx.now() + work.ahead)}~`;
    const { items } = await queryItems(partition, { index: "due", to });
    for (const item of items) await withRetries(() => own.run(ctx, item, leadingNumber(item.due_by)));
  }
}

/** Processes due rows as the worker does, with a message for each shard: failed rows are postponed. */
export async function drainDue(ctx: Context, work: DueWork, tenants: Tenants): Promise<void> {
  for (const partition of work.partitions)
    await drainShard(ctx, limitWorkTo(work, tenants), partition, Number.POSITIVE_INFINITY);
}

function workerCallOf({ requestId }: Context, { kind }: DueWork) {
  const drains = ({ trigger }: Worker) =>
    trigger.kind === "due" && trigger.of.some((each) => each.kind === kind);
  return { id: workers.find(drains)?.id ?? "", requestId };
}

/** Limits the work to some tenants. */
function limitWorkTo(work: DueWork, tenants: Tenants): DueWork {
  const own = new Set([tenants].flat());
  const run: DueWork["run"] = async (ctx, row, at) => {
    if (own.has(work.tenantOf(row)))
      await runningFunction.run(workerCallOf(ctx, work), () => work.run(ctx, row, at));
  };
  return { ...work, run };
}
